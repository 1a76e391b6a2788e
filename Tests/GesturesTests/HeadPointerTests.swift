import Gestures
import Testing

@Suite("Head pointer")
struct HeadPointerTests {
    @Test("the pointer has the same distance from both eyes and the mouth", arguments: [
        (Point(360, 200), Point(280, 200), Point(320, 290)),  // upright: the slope form divides by zero here
        (Point(355, 215), Point(285, 185), Point(308, 280)),
        (Point(320, 240), Point(320, 160), Point(230, 200)),  // lying on the side
    ])
    func equidistant(leftEye: Point, rightEye: Point, mouth: Point) throws {
        let pointer = try #require(HeadPointer(leftEye: leftEye, rightEye: rightEye, mouth: mouth))
        func distance(_ point: Point) -> Double {
            let away = point - pointer.position
            return (away * away).sum().squareRoot()
        }
        #expect(abs(distance(leftEye) - distance(rightEye)) < 1e-9)
        #expect(abs(distance(leftEye) - distance(mouth)) < 1e-9)
    }

    @Test("an upright head gives the point that is worked out by hand")
    func byHand() throws {
        // Eyes 80 apart, mouth 90 below: the radius is (90² + 40²) / (2·90) = 53.9.
        let pointer = try #require(HeadPointer(leftEye: Point(360, 200), rightEye: Point(280, 200), mouth: Point(320, 290)))
        #expect(abs(pointer.position.x - 320) < 1e-9)
        #expect(abs(pointer.position.y - (290 - 9700.0 / 180)) < 1e-9)
        #expect(pointer.interocularDistance == 80)
        #expect(pointer.leftward == Point(1, 0))
    }

    @Test("points on one line give no pointer, not a huge one", arguments: [
        Point(320, 200), Point(500, 200), Point(320, 207.9),
    ])
    func collinear(mouth: Point) {
        #expect(HeadPointer(leftEye: Point(360, 200), rightEye: Point(280, 200), mouth: mouth) == nil)
    }

    @Test("eyes in one place, and numbers that are none, give no pointer")
    func senseless() {
        #expect(HeadPointer(leftEye: Point(5, 5), rightEye: Point(5, 5), mouth: Point(9, 9)) == nil)
        #expect(HeadPointer(leftEye: Point(.nan, 5), rightEye: Point(5, 5), mouth: Point(9, 9)) == nil)
        #expect(HeadPointer(leftEye: Point(.infinity, 5), rightEye: Point(5, 5), mouth: Point(9, 9)) == nil)
    }
}
