import Gestures
import Testing

@Suite("Near misses")
struct NearMissTests {
    private func tracking(_ configure: (inout GestureConfiguration) -> Void = { _ in }) -> HeadDriver {
        var driver = HeadDriver.tracking {
            $0.explains = true
            configure(&$0)
        }
        driver.stay(1)
        return driver
    }

    @Test("a movement below its threshold is reported once, however long it lasts", arguments: [0.13, 0.166], [0.3, 0.6, 0.9, 1.2, 2.5, 6])
    func below(distance: Double, seconds: Double) throws {
        var driver = tracking()
        driver.go(left: distance, for: seconds)
        driver.go(for: 2)
        #expect(driver.rejections.map(\.rule) == [.tooSmall])
        let rejection = try #require(driver.rejections.first)
        #expect(rejection.direction == .left && abs(rejection.value - distance) < 0.01 && rejection.bound >= 0.18)
    }

    @Test("with the suggested setting the movement counts", arguments: [
        ((0.166, 0.0, 0.4), "threshold_left", 0.16),
        ((0.3, 0.17, 0.4), "off_axis_ratio", 0.57),
        ((0.3, 0.0, 0.1), "discrete_min", 0.11),
        ((0.3, 0.0, 1.5), "discrete_max", 1.45),
    ] as [((Double, Double, Double), String, Double)])
    func remedy(movement: (left: Double, up: Double, seconds: Double), key: String, value: Double) throws {
        func play(_ configure: (inout GestureConfiguration) -> Void) -> HeadDriver {
            var driver = tracking {
                $0.continuous = false
                configure(&$0)
            }
            driver.go(left: movement.left, up: movement.up, for: movement.seconds)
            driver.go(for: 1)
            return driver
        }
        let refused = play { _ in }
        let remedy = try #require(refused.rejections.first?.remedy)
        #expect(remedy == Remedy(key: key, value: value))
        let changed = play {
            switch key {
            case "threshold_left": $0.thresholds.left = value
            case "off_axis_ratio": $0.offAxisRatio = value
            case "discrete_min": $0.discreteMin = value
            default: $0.discreteMax = value
            }
        }
        #expect(changed.gestures == ["look left"])
    }

    @Test("a hold that is too short is reported with the acceptance time, a nod with too few swings with the count", arguments: [
        (false, Rejection.Rule.notHeld, "acceptance", 0.65), (true, .tooFew, "nod_count", 1),
    ])
    func otherGestures(nod: Bool, rule: Rejection.Rule, key: String, value: Double) throws {
        var driver = tracking {
            $0.discrete = false
            $0.nod = nod
        }
        driver.go(up: -0.3, for: 0.7)
        driver.go(for: 1)
        let rejection = try #require(driver.rejections.first)
        #expect(driver.rejections.count == 1 && rejection.rule == rule && rejection.remedy == Remedy(key: key, value: value))
    }

    @Test("for a restless head the raised threshold is reported as the limit, with the setting that raised it")
    func restless() throws {
        var driver = tracking()
        for index in 0..<200 { driver.go(left: index % 2 == 0 ? 0.07 : -0.07, for: 0.05) }
        driver.go(left: 0.2, for: 0.4)
        driver.go(for: 1)
        let event = try #require(driver.events.first { if case .rejected = $0.kind { true } else { false } })
        let rejection = try #require(driver.rejections.first)
        #expect(rejection.rule == .tooSmall && rejection.bound > 0.2 && rejection.remedy?.key == "noise_factor")
        #expect(event.threshold == rejection.bound)
    }

    @Test("a gesture reports when its movement began and ended, and the threshold that applied")
    func journeys() throws {
        var driver = tracking()
        let began = driver.time
        driver.go(left: 0.3, for: 0.4)
        driver.go(for: 1)
        let event = try #require(driver.events.first { $0.kind.gesture != nil })
        #expect(abs(event.began - began) < 0.06 && abs(event.ended - began - 0.4) < 0.06)
        #expect(try abs(#require(event.threshold) - 0.18) < 0.001)
        driver.go(left: 0.3, for: 1.5)
        driver.go(for: 0.5)
        let stop = try #require(driver.events.last { if case .ended(.hold, _, _) = $0.kind { true } else { false } })
        let start = try #require(driver.events.last { if case .began(.hold, _) = $0.kind { true } else { false } })
        #expect(stop.began == start.time && stop.ended == stop.time)
    }

    @Test("a look that is lost because a hold did not end outside the idle zone is reported")
    func swallowed() {
        var same = tracking()
        same.go(left: 0.4, for: 1.5)
        same.go(left: 0.14, for: 0.5)
        same.go(left: 0.4, for: 0.4)
        #expect(same.rejections.map(\.rule) == [.notEnded])
        #expect(same.rejections.first?.remedy == Remedy(key: "idle_zone_radius", value: 0.14))
        var other = tracking()
        other.go(left: 0.4, for: 1.5)
        other.go(left: 0.14, for: 0.5)
        other.go(left: -0.4, for: 0.4)
        other.go(for: 1)
        #expect(other.rejections.map(\.rule) == [.notEnded])
    }

    @Test("a head that comes back a part of the way and rests there is told that it did not come back, with the distance and the idle zone", arguments: [true, false])
    func notBack(continuous: Bool) throws {
        var driver = tracking { ($0.continuous, $0.discreteMax) = (continuous, 3) }
        driver.go(left: 0.4, for: 0.4)
        driver.go(left: 0.15, for: 2)
        let rejection = try #require(driver.rejections.first)
        #expect(driver.rejections.count == 1 && rejection.rule == .notBack && rejection.value > rejection.bound)
        #expect(rejection.description.hasPrefix("the head did not come back: it stayed 0.15 eye distances from its rest, the idle zone is 0.1 (idle_zone_radius = 0.15"))
    }

    @Test("a movement cut off by a lost face, or by a pause while it waits for another swing, is reported")
    func interrupted() {
        var out = tracking()
        out.go(left: 0.15, for: 0.2)
        out.hide(for: 1)
        #expect(out.rejections.map(\.rule) == [.interrupted])
        var waiting = tracking { $0.shake = true }
        waiting.go(left: 0.3, for: 0.3)
        waiting.go(for: 0.1)
        waiting.act { recognizer, time, emit in recognizer.pause(at: time, emit) }
        #expect(waiting.rejections.map(\.rule) == [.interrupted])
    }

    @Test("a movement of a head found away from its rest position is reported")
    func unrested() {
        var driver = tracking()
        driver.hide(for: 1)
        driver.go(left: 0.4, for: 0.5)
        driver.go(for: 0.5)
        #expect(driver.rejections.map(\.rule) == [.notRested])
    }

    @Test("rejections and events are described in plain words")
    func words() {
        let rejection = Rejection(rule: .tooSmall, value: 0.163, bound: 0.18, direction: .left,
                                  remedy: Remedy(key: "threshold_left", value: 0.16))
        #expect("\(rejection)" == "too small: 0.16 eye distances, it needs 0.18 (threshold_left = 0.16 would be enough)")
        #expect("\(GestureEvent(time: 4.1, kind: .recognised(.look(.up), size: 0.5, duration: 0.42)))" == "4.1 s look up, 0.5 IOD, 0.42 s")
        #expect("\(GestureEvent(time: 4, kind: .rejected(rejection)))".hasPrefix("4 s not recognised (left): too small: 0.16 eye distances"))
    }
}
