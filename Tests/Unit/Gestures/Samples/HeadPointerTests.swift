import Gestures
import Testing

@Suite("Head pointer")
struct HeadPointerTests {
    @Test("the pointer has the same distance from both eyes and the mouth", arguments: [
        (HeadPoint(360, 200), HeadPoint(280, 200), HeadPoint(320, 290)),  // upright: the slope form divides by zero here
        (HeadPoint(355, 215), HeadPoint(285, 185), HeadPoint(308, 280)),
        (HeadPoint(320, 240), HeadPoint(320, 160), HeadPoint(230, 200)),  // lying on the side
    ])
    func equidistant(leftEye: HeadPoint, rightEye: HeadPoint, mouth: HeadPoint) throws {
        let pointer = try #require(HeadPointer(leftEye: leftEye, rightEye: rightEye, mouth: mouth))
        func distance(_ point: HeadPoint) -> Double {
            let away = point - pointer.position
            return (away * away).sum().squareRoot()
        }
        #expect(abs(distance(leftEye) - distance(rightEye)) < 1e-9)
        #expect(abs(distance(leftEye) - distance(mouth)) < 1e-9)
    }

    @Test("for an upright head the pointer is the point calculated by hand")
    func byHand() throws {
        // Eyes 80 apart, mouth 90 below: the radius is (90² + 40²) / (2·90) = 53.9.
        let pointer = try #require(HeadPointer(leftEye: HeadPoint(360, 200), rightEye: HeadPoint(280, 200), mouth: HeadPoint(320, 290)))
        #expect(abs(pointer.position.x - 320) < 1e-9)
        #expect(abs(pointer.position.y - (290 - 9700.0 / 180)) < 1e-9)
        #expect(pointer.interocularDistance == 80)
        #expect(pointer.leftward == HeadPoint(1, 0))
    }

    @Test("points on one line give no pointer instead of a huge one", arguments: [
        HeadPoint(320, 200), HeadPoint(500, 200), HeadPoint(320, 207.9),
    ])
    func collinear(mouth: HeadPoint) {
        #expect(HeadPointer(leftEye: HeadPoint(360, 200), rightEye: HeadPoint(280, 200), mouth: mouth) == nil)
    }

    @Test("eyes in one place, and coordinates that are not finite, give no pointer")
    func senseless() {
        #expect(HeadPointer(leftEye: HeadPoint(5, 5), rightEye: HeadPoint(5, 5), mouth: HeadPoint(9, 9)) == nil)
        #expect(HeadPointer(leftEye: HeadPoint(.nan, 5), rightEye: HeadPoint(5, 5), mouth: HeadPoint(9, 9)) == nil)
        #expect(HeadPointer(leftEye: HeadPoint(.infinity, 5), rightEye: HeadPoint(5, 5), mouth: HeadPoint(9, 9)) == nil)
    }
}
