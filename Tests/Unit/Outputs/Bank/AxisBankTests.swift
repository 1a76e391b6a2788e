import Gestures
import Outputs
import Platform
import Testing

@Suite("Axes")
struct AxisBankTests {
    /// Runs 10 samples per second through a bank, and records the changes as "time value" or "time rest".
    private struct Driver {
        var bank: AxisBank
        var changes: [String] = []
        var reports = 0
        var steps = 0
        var time = 0.0

        init(maxHold: Double = 20, _ set: (inout AxisConfiguration) -> Void = { _ in }) {
            var axis = AxisConfiguration(name: "x")
            (axis.deadZone, axis.accelerationZone, axis.maxSpeed) = (0.1, 0.2, 100)
            set(&axis)
            bank = AxisBank([axis], maxHold: maxHold)
        }

        /// Keeps the head at an offset for some samples; `nil` if the offset is unknown.
        mutating func go(_ left: Double?, up: Double = 0, gaze: Double? = nil, previous: Double? = nil, held: HeadDirection? = nil, samples: Int = 1) {
            for _ in 0..<samples {
                time += 0.1
                let offset = left.map { HeadOffset(left: $0, up: up) }
                var heard: [AxisChange] = []
                let wayBack = previous.flatMap { previous in offset.map { WayBack(head: $0, previousRest: HeadOffset(left: previous, up: 0)) } }
                bank.move(offset, gaze: gaze.map { HeadOffset(left: $0, up: 0) }, wayBack: wayBack, held: held, at: time, now: time) { heard.append($0) }
                note(heard)
            }
        }

        mutating func hear(_ kind: GestureEvent.Kind) {
            var heard: [AxisChange] = []
            bank.apply(GestureEvent(time: time, kind: kind), at: time) { heard.append($0) }
            note(heard)
        }

        private mutating func note(_ heard: [AxisChange]) {
            for change in heard {
                let value = (change.value * 100).rounded() / 100
                changes.append("\(((change.time * 10).rounded() / 10).shortest) \(change.rests ? "rest" : value.shortest)")
                if change.rests { #expect(change.value == 0 && change.steps == 0 && change.isReported) }
                if change.isReported { reports += 1 }
                steps += change.steps
            }
        }
    }

    @Test("an axis that follows the gaze ignores the head, rests while the gaze or the head is unknown, and then waits for the middle")
    func gaze() {
        var driver = Driver { $0.follows = .gaze }
        driver.go(0.5)
        driver.go(0, gaze: 0)
        driver.go(0.5, gaze: 0.2, samples: 2)
        driver.go(0.5)
        driver.go(0, gaze: 0.2)
        driver.go(0, gaze: 0)
        driver.go(0, gaze: -0.2, samples: 2)
        driver.go(nil, gaze: -0.2)
        #expect(driver.changes == ["0.3 0.5", "0.4 0.5", "0.5 rest", "0.8 -0.5", "0.9 -0.5", "1 rest"])
    }

    @Test("an axis that follows head or gaze rests while the head is on its way back to a previous rest; one with a hold moves during the hold")
    func wayBack() {
        var head = Driver()
        head.go(0, previous: -0.4)
        head.go(0.2, previous: -0.4)
        head.go(-0.3, previous: -0.4, samples: 3)
        head.go(-0.3)
        #expect(head.changes == ["0.2 0.5", "0.3 rest", "0.6 -1"])
        var gaze = Driver { $0.follows = .gaze }
        gaze.go(0, gaze: 0, previous: -0.4)
        gaze.go(0, gaze: 0.2, previous: -0.4)
        gaze.go(-0.3, gaze: 0.2, previous: -0.4)
        gaze.go(0, gaze: 0.2, previous: -0.4)
        #expect(gaze.changes == ["0.2 0.5", "0.3 rest", "0.4 0.5"])
        var held = Driver { $0.hold = .right }
        held.go(-0.3, previous: -0.4, held: .right, samples: 2)
        #expect(held.changes.first == "0.1 -1")
    }

    @Test("an axis follows the head beyond the dead zone, and rests in it")
    func follows() {
        var driver = Driver()
        driver.go(0)
        driver.go(0.2)
        driver.go(0.3)
        driver.go(-0.2)
        driver.go(0.05)
        driver.go(0, samples: 3)
        #expect(driver.changes == ["0.2 0.5", "0.3 1", "0.4 -0.5", "0.5 rest"])
        #expect((9...11).contains(driver.steps))  // 5 + 10 - 5, apart from rounding
    }

    @Test("a reversed axis changes the sign of value and steps; a vertical axis ignores sideways movement")
    func reversed() {
        var driver = Driver { ($0.isReversed, $0.direction) = (true, .vertical) }
        driver.go(0)
        driver.go(0.3, samples: 2)
        driver.go(0.3, up: 0.3, samples: 2)
        #expect(driver.changes == ["0.4 -1", "0.5 -1"])
        #expect((-20 ... -19).contains(driver.steps))  // slightly less than 0.2 s at 100 steps per second
    }

    @Test("an unknown offset brings the axis to rest at once, with or without slew, and it moves again only after the middle",
          arguments: [0.0, 1])
    func loss(slew: Double) {
        var driver = Driver { $0.slew = slew }
        driver.go(0)
        driver.go(0.5, samples: 5)
        driver.changes = []
        driver.go(nil)
        #expect(driver.changes == ["0.7 rest"])
        driver.go(0.5, samples: 5)
        #expect(driver.changes == ["0.7 rest"])
        driver.go(0)
        driver.go(0.5, samples: 2)
        #expect(driver.changes.count > 1)
    }

    @Test("a head that starts outside the middle moves nothing")
    func begin() {
        var driver = Driver()
        driver.go(0.5, samples: 3)
        #expect(driver.changes.isEmpty)
    }

    @Test("slew limits how fast a movement begins, reverses and ends")
    func slew() {
        var driver = Driver { $0.slew = 1 }  // a full range is 2, a tenth of a second 0.2
        driver.go(0)
        driver.go(0.3, samples: 3)
        driver.go(-0.3, samples: 4)
        driver.go(0, samples: 4)
        #expect(driver.changes == ["0.2 0.2", "0.3 0.4", "0.4 0.6", "0.5 0.4", "0.6 0.2", "0.7 0", "0.8 -0.2", "0.9 rest"])
    }

    @Test("an axis with a hold moves only during that hold, from the head's position then")
    func whileHeld() {
        var driver = Driver { ($0.hold, $0.direction) = (.up, .vertical) }
        driver.go(0)
        driver.go(0, up: 0.3, samples: 2)
        #expect(driver.changes.isEmpty)
        driver.go(0, up: 0.3, held: .up)
        driver.go(0, up: 0.2, held: .up)
        driver.go(0, up: 0.2, held: .left)
        #expect(driver.changes == ["0.4 1", "0.5 0.5", "0.6 rest"])
    }

    @Test("attach and detach gestures start and stop the axis; the same gesture can do both")
    func attach() {
        for detach in [HeadGesture.shake, .nod] {
            var driver = Driver { ($0.attach, $0.detach) = (.nod, detach) }
            let end: GestureEvent.Kind = detach == .nod ? .recognised(.nod, size: 2, duration: 0.9) : .recognised(.shake, size: 3, duration: 0.9)
            driver.go(0)
            driver.go(0.3, samples: 2)
            #expect(driver.changes.isEmpty)
            driver.hear(.recognised(.nod, size: 2, duration: 0.9))
            driver.go(0.3)
            #expect(driver.changes.isEmpty)  // not from where the nod left the head
            driver.go(0)
            driver.go(0.3)
            driver.hear(end)
            driver.go(0.3)
            #expect(driver.changes == ["0.6 1", "0.6 rest"])
        }
    }

    @Test("an axis rests when the head stays out for longer than max_hold, and moves again after a return to the middle")
    func maxHold() {
        var driver = Driver(maxHold: 2)
        driver.go(0)
        driver.go(0.3, samples: 30)
        #expect(driver.changes.filter { $0.hasSuffix("rest") } == ["2.2 rest"])
        #expect(!driver.bank.isMoving)
        driver.go(0)
        driver.go(0.3)
        #expect(driver.bank.isMoving)
    }

    @Test("listeners get a few reports per second and the rest, devices get every step")
    func reports() {
        var driver = Driver()
        driver.go(0)
        for i in 1...20 { driver.go(0.1 + 0.008 * Double(i)) }  // two seconds
        #expect(driver.changes.count == 20)
        #expect((6...9).contains(driver.reports))
        let before = driver.reports
        driver.go(0)
        #expect(driver.reports == before + 1)
    }

    @Test("the last value of a movement is reported too, even if it no longer changes")
    func lastReport() {
        var driver = Driver()
        driver.go(0)
        driver.go(0.15)
        driver.go(0.3, samples: 5)
        #expect(driver.reports == 2 && driver.changes.last?.hasSuffix(" 1") == true)
    }

}
