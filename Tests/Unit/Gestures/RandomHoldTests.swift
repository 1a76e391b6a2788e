import Gestures
import GestureSupport
import Testing

@Suite("Holds under random input")
struct RandomHoldTests {
    /// Half an hour for each seed.
    private static let seconds = 1800.0

    @Test("whatever happens, each hold that begins ends once, within the bound of what ends it, and the recogniser stays alive",
          arguments: [1...4, 5...8, 9...12, 13...16])
    func random(seeds: ClosedRange<Int>) {
        var begun: [String: Int] = [:]
        for seed in seeds {
            let ledger = run(seed)
            #expect(ledger.complaints.isEmpty, "seed \(seed)")
            begun.merge(ledger.begun, uniquingKeysWith: +)
        }
        // Without holds of every kind the test would prove nothing.
        for kind in ["turn", "tilt", "gaze", "mouth", "eyes-closed", "brows", "smile"] { #expect(begun[kind, default: 0] > 10, "\(kind)") }
    }

    private func run(_ seed: Int) -> HoldLedger {
        var inputs = RandomInputs(seed), recognizer = GestureRecognizer(configuration: inputs.configuration), ledger = HoldLedger(), nextProbe = 300.0
        while inputs.time < Self.seconds {
            let before = inputs.lastSample, input = inputs.next()
            input.apply(to: &recognizer) { ledger.hear($0) }
            ledger.check(recognizer)
            if input.endsHolds { ledger.requireEnd("after \(input)") }
            if inputs.sinceClock > 2 {  // a clock that was wrong is believed when two samples agree
                if case .sample(let sample) = input, sample.time == inputs.stamp { Self.checkBounds(sample, after: before, inputs, &ledger) }
                if case .advance(let time) = input, time - inputs.lastSample >= inputs.configuration.staleTime {
                    ledger.requireEnd("although no samples come")
                }
            }
            guard inputs.time >= nextProbe else { continue }
            nextProbe += 300
            probe(&inputs, &recognizer, &ledger)
        }
        recognizer.stop(at: inputs.stamp) { ledger.hear($0) }
        ledger.requireEnd("at the end")
        return ledger
    }

    private static func checkBounds(_ sample: HeadSample, after before: Double, _ inputs: RandomInputs, _ ledger: inout HoldLedger) {
        let configuration = inputs.configuration, person = inputs.person
        let isSeen = inputs.lastHead == sample.time
        if !isSeen, sample.time - inputs.lastHead >= configuration.faceLossTime { ledger.requireEnd("without a face") }
        if sample.time - before >= configuration.staleTime { ledger.requireEnd("after a gap") }
        ledger.requireEnd("for longer than max_hold") { _, began in sample.time - began > configuration.maxHold + 0.5 }
        ledger.requireEnd("although it is switched off") { gesture, _ in
            switch gesture {
            case .holdTilt: isSeen && !configuration.tilt.isOn
            case .holdExpression(let expression): isSeen && !configuration.expressions.isUsed(expression)
            default: false
            }
        }
        ledger.requireEnd("although the face is back at rest") { gesture, _ in
            guard case .holdExpression(let expression) = gesture, let since = person.restedSince(expression) else { return false }
            return inputs.time - since > 1.5
        }
        ledger.requireEnd("although the eyes look elsewhere") { gesture, _ in
            guard case .gaze = gesture, let since = person.gaze.restedSince else { return false }
            return inputs.time - since > 1.5
        }
    }

    /// A recogniser that is asked for nothing else recognises a hold after a calibration.
    private func probe(_ inputs: inout RandomInputs, _ recognizer: inout GestureRecognizer, _ ledger: inout HoldLedger) {
        let now = inputs.stamp
        recognizer.admit()
        recognizer.resume(at: now) { ledger.hear($0) }
        recognizer.withdraw(at: now) { ledger.hear($0) }
        recognizer.recalibrate(at: now) { ledger.hear($0) }
        var isAnswered = false
        for frame in 0..<600 {
            inputs.calm(turned: frame < 420 ? 0 : min(0.4, Double(frame - 420) / 12)).apply(to: &recognizer) { event in
                ledger.hear(event)
                if event.kind.gesture == .hold(.left) { isAnswered = true }
            }
            ledger.check(recognizer)
        }
        ledger.require(isAnswered, "is not recognised any more", .hold(.left))
        for _ in 0..<60 { inputs.calm().apply(to: &recognizer) { ledger.hear($0) } }
    }
}
