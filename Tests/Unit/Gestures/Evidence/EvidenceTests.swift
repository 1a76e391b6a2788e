import Gestures
import Testing

@Suite("Evidence")
struct EvidenceTests {
    private let card = Card(constant: -10, slope: -0.5, offset: 2, rows: [
        Card.Row(.size, [0, 1, 3], [-4, 2, 8]),
        Card.Row(.lips, [0, 0.5], [6, -6]),
    ])

    @Test("a feature gives points in proportion between its values, and as many as at the end beyond them", arguments: [
        (-1.0, -14.0), (0, -14), (0.5, -11), (1, -8), (2, -5), (9, -2),
    ])
    func points(size: Double, sum: Double) {
        var features = Features()
        features[.size] = size
        #expect(abs(card.points(for: features) - sum) < 1e-6)
    }

    @Test("a feature that was not measured gives no points")
    func missing() {
        #expect(card.points(for: Features()) == -10)
    }

    @Test("the rarer an ordinary movement with so much evidence may be, the more points it takes")
    func rate() {
        #expect(card.points(atRate: 5) == -6)
        #expect(card.points(atRate: 1) == 2)
        #expect(card.points(atRate: .infinity) == -.infinity)
    }

    @Test("a look and a hold with too few points are refused, and the reason is told", arguments: [0.6, 2])
    func tooFew(seconds: Double) throws {
        func fired(rate: Double) -> (gestures: Int, refusal: Rejection?) {
            var driver = HeadDriver.tracking {
                $0.rules.ordinaryRate = rate
                $0.explains = true
            }
            driver.go(for: 2)
            driver.go(left: 0.4, for: seconds)
            driver.go(for: 1.5)
            return (driver.events.count { $0.kind.gesture != nil }, driver.rejections.first { $0.rule == .unlikely })
        }
        let usual = fired(rate: GestureRules().ordinaryRate), never = fired(rate: -1000)
        #expect(usual.gestures == 1 && usual.refusal == nil)
        #expect(never.gestures == 0)
        let points = try #require(never.refusal?.points)
        #expect(Double(points.sum) == never.refusal?.value && Double(points.needed) == never.refusal?.bound && points.sum < points.needed)
    }

    @Test("the sum of points is told with its parts, the largest first, and adds up")
    func sum() throws {
        var features = Features()
        features[.size] = 0.5
        features[.lips] = 0.1
        let points = try #require(card.sum(for: features, atRate: 1))
        #expect(points == PointSum(sum: -8, needed: 2, parts: [.init(.size, -1), .init(.lips, 4)]))
        #expect("\(points)" == "still lips +4, size −1, and −11 to begin with")
        #expect(card.sum(for: features, atRate: .infinity) == nil && card.sum(for: features, atRate: -.infinity) == nil)
    }

    @Test("a look during speech is refused for the lips, whatever else is unlike a gesture")
    func lipsFirst() {
        var driver = HeadDriver.tracking {
            $0.rules.ordinaryRate = -1000
            $0.explains = true
        }
        driver.mouth = ({ 0.1 + 0.1 * Wave.swing(3 * $0) }, 20)
        driver.go(for: 2)
        driver.go(left: 0.4, for: 0.6)
        driver.go(for: 1.5)
        #expect(driver.gestures == ["no: talking"])
        #expect(driver.rejections.first?.remedy?.key == "quiet_mouth")
    }

    @Test("the rule about the lips yields to enough evidence; one about the shortest time never does", arguments: [false, true])
    func yields(isEnough: Bool) {
        func told(_ left: Double, for seconds: Double = 0.6, talks: Bool = false) -> [String] {
            var driver = HeadDriver.tracking {
                $0.rules.yieldRate = isEnough ? .infinity : -.infinity
                $0.explains = true
            }
            if talks { driver.mouth = ({ 0.1 + 0.1 * Wave.swing(3 * $0) }, 20) }
            driver.go(for: 2)
            driver.go(left: left, for: seconds)
            driver.go(for: 1.5)
            return driver.gestures
        }
        #expect(told(0.4, talks: true) == [isEnough ? "look left" : "no: talking"])
        #expect(told(0.4, for: 0.05) == ["no: too-short"])
    }
}
