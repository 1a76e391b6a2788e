import Gestures
import Outputs
import Testing
import TestSupport

@Suite("Drive under random heads and faults")
struct DriveRandomTests {
    /// Follows every change in the order in which it is posted to the devices.
    private struct Watch {
        let deadTime: Double
        var complaints: [String] = []
        var turned: Set<String> = []
        private var isOn: Set<String> = []
        private var offAt: [String: Double] = [:]
        private var speed: [String: Double] = [:]

        init(deadTime: Double) { self.deadTime = deadTime }

        mutating func hear(_ change: OutputChange) {
            switch change {
            case .line(let line) where line.name.hasSuffix("forward") || line.name.hasSuffix("back"):
                let motor = String(line.name.prefix { $0 != "f" && $0 != "b" }), other = motor + (line.name.hasSuffix("back") ? "forward" : "back")
                guard line.value else {
                    isOn.remove(line.name)
                    offAt[line.name] = line.time
                    return
                }
                isOn.insert(line.name)
                if isOn.contains(other) { complain("both lines of \(motor)", line.time) }
                if line.time - (offAt[other] ?? -.infinity) < deadTime - 1e-6 { complain("\(line.name) within the dead time", line.time) }
                if speed[String(motor.dropLast()), default: 0] != 0 { complain("\(line.name) goes on at full pulse", line.time) }
            case .axis(let axis) where axis.name != "drive-servo":
                speed[axis.name] = axis.value
                guard axis.value != 0 else { return }
                turned.insert(axis.name + (axis.value > 0 ? "+" : "-"))
                if !isOn.contains(axis.name + (axis.value > 0 ? "-forward" : "-back")) { complain("\(axis.name) turns at \(axis.value) without its line", axis.time) }
            default: break
            }
        }

        mutating func complain(_ what: String, _ time: Double) { complaints.append("\(what) at \(time)") }

        /// What is on, or turns.
        var active: [String] { isOn.sorted() + speed.filter { $0.value != 0 }.keys.sorted() }
    }

    @Test("opposite directions are never on together, the dead time holds, no wheel turns without its line, and nothing stays on", arguments: 1...12)
    func random(seed: Int) {
        var random = SplitMix64(seed), drive = DriveConfiguration()
        if seed % 3 == 0 {
            (drive.motor, drive.servo) = (["pwmchip0:0", "a", "b"], "pwmchip0:1")
        } else {
            (drive.left, drive.right) = (["pwmchip0:0", "a", "b"], ["pwmchip0:1", "c", "d"])
        }
        drive.deadTime = random.number(0.05...0.6)
        drive.ramp = seed % 4 == 0 ? 0 : random.number(0.1...1)
        drive.maxOn = random.number(1...11)
        let outputs = GuardedOutputs(), maxHold = random.number(2...10)
        outputs.load(drive.parts, maxHold: maxHold)
        outputs.begin(at: 0)
        var watch = Watch(deadTime: drive.deadTime), time = 1.0, head = HeadOffset(left: 0, up: 0), aim = head
        var shut = 0.0
        for _ in 0..<6000 {
            time += random.chance(0.02) ? random.number(0.2...2) : 1.0 / 30
            outputs.advance(to: time)
            if random.chance(0.04) {
                aim = random.chance(0.4) ? HeadOffset(left: 0, up: 0) : HeadOffset(left: random.number(-0.6...0.6), up: random.number(-0.6...0.6))
            }
            let pace = random.chance(0.1) ? 1 : 0.3
            head = HeadOffset(left: head.left + pace * (aim.left - head.left), up: head.up + pace * (aim.up - head.up))
            switch Int.random(in: 0..<200, using: &random) {
            case 0: outputs.rest(at: time)
            case 1: outputs.goStale(at: time)
            case 2:
                outputs.release(at: time, sparing: random.chance(0.5) ? .signs : .nothing)
                shut = time + random.number(0...1)
            case 3: outputs.makeSafe(at: time)
            case 4: outputs.makeAllSafe(at: time)
            case 5: outputs.forgetWaiting()
            case 6: _ = outputs.test("drive-left-forward", for: 0.5, at: time)
            case 7: outputs.apply(GestureEvent(time: time, kind: .faceLost), at: time)
            default: break
            }
            if random.chance(0.05) { outputs.unbar() }
            if time > shut { outputs.allow() }
            if random.chance(0.98) { outputs.move(head, held: nil, at: time, now: time) } else { outputs.rest(at: time) }
            outputs.takeChanges { watch.hear($0) }
        }
        outputs.rest(at: time)
        outputs.advance(to: time + 1)
        outputs.takeChanges { watch.hear($0) }
        #expect(watch.complaints.isEmpty, "\(watch.complaints.prefix(3))")
        #expect(watch.turned.count == (seed % 3 == 0 ? 2 : 4), "\(watch.turned)")
        #expect(watch.active.isEmpty, "\(watch.active)")
    }
}
