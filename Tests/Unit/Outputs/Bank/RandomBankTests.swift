import Gestures
import GestureSupport
import Outputs
import TestSupport
import Testing

/// A bank under everything that it can be asked for, in random order, and across changes of its configuration.
@Suite("Wires under random orders")
struct RandomBankTests {
    /// What was done to the wires, and what was wrong with it. Times in seconds.
    private struct Wires {
        var complaints: [String] = []
        var switched = 0
        private var onSince: [String: Double] = [:]
        private var offSince: [String: Double] = [:]
        /// The configuration of each wire, the groups that it has been in, and since when this configuration is in use.
        private var outputs: [String: OutputConfiguration] = [:]
        private var groups: [String: Set<String>] = [:]
        private var loaded = 0.0
        /// Whether nothing may go on.
        var isShut = false, isBarred = false

        mutating func load(_ configurations: [OutputConfiguration], at time: Double) {
            loaded = time
            if !onSince.isEmpty { complain("\(onSince.keys.sorted()) stay on across a change") }
            outputs = [:]
            for output in configurations {
                outputs[output.line.name] = output
                if !output.interlock.isEmpty { groups[output.line.name, default: []].insert(output.interlock) }
            }
        }

        mutating func complain(_ what: String) { if complaints.count < 5 { complaints.append(what) } }

        mutating func hear(_ change: LineChange) {
            guard let output = outputs.values.first(where: { $0.name == change.name }) else { return complain("\(change.name) is unknown") }
            let wire = output.line.name, time = change.time
            guard change.value else {
                guard let since = onSince.removeValue(forKey: wire) else { return complain("\(wire) goes off twice at \(time)") }
                offSince[wire] = time
                if output.maxOn > 0, time - since > output.maxOn + 1e-9 { complain("\(wire) was on for \(time - since) s; max_on is \(output.maxOn)") }
                return
            }
            switched += 1
            if isShut, output.state != .alarm { complain("\(wire) goes on at \(time) while everything is safe") }
            if isBarred, output.needsFrames { complain("\(wire) goes on at \(time) without frames") }
            if onSince.updateValue(time, forKey: wire) != nil { complain("\(wire) goes on twice at \(time)") }
            if output.action != .blink, let off = offSince[wire], time - off < output.minOff - 1e-9 { complain("\(wire) was off for \(time - off) s; min_off is \(output.minOff)") }
            guard !output.interlock.isEmpty else { return }
            for rival in groups.keys where rival != wire && !groups[rival, default: []].isDisjoint(with: groups[wire, default: []]) {
                let isRival = outputs[rival]?.interlock == output.interlock
                if isRival, onSince[rival] != nil { complain("\(wire) and \(rival) are on at \(time)") }
                if let off = offSince[rival], isRival || off <= loaded, time - off < output.deadTime - 1e-9 { complain("\(wire) goes on \(time - off) s after \(rival); dead_time is \(output.deadTime)") }
            }
        }

        /// Checks what must have ended by now.
        mutating func check(at time: Double) {
            for (wire, since) in onSince {
                guard let output = outputs[wire] else { continue }
                if output.maxOn > 0, time - since > output.maxOn + 1e-9 { complain("\(wire) is on for \(time - since) s; max_on is \(output.maxOn)") }
            }
        }
    }

    private static let gestures: [HeadGesture] = [.hold(.left), .hold(.right), .look(.left), .look(.right), .nod, .shake, .holdTilt(.left), .holdExpression(.mouth)]

    private static func configuration(_ random: inout SplitMix64) -> [OutputConfiguration] {
        ["a", "b", "c", "d", "e"].filter { _ in random.chance(0.85) }.map { wire in
            var output = OutputConfiguration(name: wire + "\(Int.random(in: 1...2, using: &random))")
            output.line.name = "GPIO-" + wire
            if random.chance(0.15) {
                output.state = [.ready, .tracking, .alarm, .armed].randomElement(using: &random)
            } else if random.chance(0.1) {
                output.feedback = [.recognised]
            } else {
                output.action = [.level, .pulse, .toggle, .blink].randomElement(using: &random)!
                let possible = gestures.filter { output.action != .level || $0.isHold }
                output.gestures = [possible.randomElement(using: &random)!, possible.randomElement(using: &random)!]
            }
            output.pulse = random.number(0.05...2)
            output.period = random.number(0.2...1)
            if output.action != .blink { output.minOff = random.chance(0.4) ? random.number(0...2) : 0 }
            if output.action == .level || output.action == .toggle { output.minOn = random.chance(0.4) ? random.number(0...1) : 0 }
            if random.chance(0.4) { output.maxOn = max(output.pulse, output.period, output.minOn) + random.number(0...3) }
            if output.state == nil, random.chance(0.6) { (output.interlock, output.deadTime) = (random.chance(0.8) ? "m" : "n", random.number(0.02...0.8)) }
            return output
        }
    }

    private static func event(_ gesture: HeadGesture, at time: Double) -> GestureEvent {
        GestureEvent(time: time, kind: gesture.isHold ? .began(gesture, size: 0.3) : .recognised(gesture, size: 0.3, duration: 0.4))
    }

    private static func end(_ gesture: HeadGesture, _ reason: GestureEvent.StopReason, at time: Double) -> GestureEvent? {
        gesture.isHold ? GestureEvent(time: time, kind: .ended(gesture, held: 1, reason: reason)) : nil
    }

    @Test("rivals are never on together, and every time that protects a wire holds, whatever is asked for and reloaded", arguments: 1...12)
    func random(seed: Int) {
        var random = SplitMix64(seed), wires = Wires(), time = 0.0
        var outputs = Self.configuration(&random), bank = OutputBank(outputs, maxHold: 3)
        wires.load(outputs, at: time)
        for _ in 0..<6000 where wires.complaints.isEmpty {
            time += random.chance(0.1) ? random.number(0...5) : random.number(0...0.3)
            bank.advance(to: time) { wires.hear($0) }  // the loop wakes up for each change that is due
            let gesture = Self.gestures.randomElement(using: &random)!, state: OutputConfiguration.State = [.ready, .tracking, .alarm, .armed].randomElement(using: &random)!
            let name = outputs.randomElement(using: &random)?.name ?? ""
            switch Int.random(in: 0..<20, using: &random) {
            case 0...5: bank.apply(Self.event(gesture, at: time), at: time) { wires.hear($0) }
            case 6...8:
                if let end = Self.end(gesture, [.returned, .faceLost, .recalibrated, .maxHold].randomElement(using: &random)!, at: time) { bank.apply(end, at: time) { wires.hear($0) } }
            case 9: bank.apply(.recognised, at: time) { wires.hear($0) }
            case 10, 11: bank.set(state, random.chance(0.5), at: time) { wires.hear($0) }
            case 12:
                let seconds = random.number(0.1...2)
                _ = bank.test(name, for: seconds, at: time) { wires.hear($0) }
            case 13: bank.endTest(name, at: time) { wires.hear($0) }
            case 14: bank.apply(GestureEvent(time: time, kind: random.chance(0.5) ? .faceLost : .paused), at: time) { wires.hear($0) }
            case 15:
                bank.goStale(at: time) { wires.hear($0) }
            case 16:
                if wires.isShut {
                    bank.open()
                } else {
                    bank.release(at: time, sparing: [.nothing, .warnings, .signs].randomElement(using: &random) ?? .nothing) { wires.hear($0) }
                }
                wires.isShut.toggle()
            case 17:
                if wires.isBarred { bank.unbar() } else { bank.bar(.needingFrames, at: time) { wires.hear($0) } }
                wires.isBarred.toggle()
            case 18:
                guard random.chance(0.2) else { break }
                bank.release(at: time) { wires.hear($0) }
                outputs = Self.configuration(&random)
                bank = OutputBank(outputs, maxHold: 3, insteadOf: bank)
                wires.isShut = false
                wires.load(outputs, at: time)
            default: bank.forgetWaiting()
            }
            bank.advance(to: time) { wires.hear($0) }
            wires.check(at: time)
        }
        #expect(wires.complaints.isEmpty, "\(wires.complaints)")
        #expect(wires.switched > 200, "\(wires.switched)")
    }
}
