import Gestures
import TestSupport
import Testing

@Suite("Invariants")
struct InvariantTests {
    @Test("holds start and stop in pairs, no look overlaps a hold, no movement counts twice, and nothing fires without certain tracking",
          arguments: [0..<2500, 2500..<5000, 5000..<7500, 7500..<10_000])
    func random(seeds: Range<Int>) {
        var looks = 0, holds = 0, answers = 0
        for seed in seeds {
            let judge = run(seed: seed)
            looks += judge.looks
            holds += judge.holds
            answers += judge.nodsAndShakes
        }
        // Without gestures the test would prove nothing.
        #expect(looks > 250 && holds > 250 && answers > 250, "\(looks) looks, \(holds) holds, \(answers) nods and shakes")
    }

    private func run(seed: Int) -> Judge {
        var random = SplitMix64(seed)
        var configuration = GestureConfiguration()
        configuration.acceptance = .random(in: 0.1...1.5, using: &random)
        configuration.maxHold = .random(in: 1...4, using: &random)
        configuration.smoothing = Bool.random(using: &random) ? 3 : 0
        configuration.nod = Int.random(in: 0..<4, using: &random) > 0
        configuration.shake = Int.random(in: 0..<4, using: &random) > 0
        configuration.pauseGesture = Int.random(in: 0..<8, using: &random) == 0 ? .up : nil
        configuration.wakeGesture = .up
        configuration.filters[.hold(.left)].release = .random(in: 0...0.3, using: &random)
        var recognizer = GestureRecognizer(configuration: configuration)
        var judge = Judge()
        var time = 0.0
        var place = HeadPoint(320, 240)
        var lastWasCertain = false
        for _ in 0..<300 {
            time += .random(in: 0.02...0.12, using: &random)
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<8: place = HeadPoint(.random(in: 260...380, using: &random), .random(in: 180...300, using: &random))
            case 8..<20: place = HeadPoint(320, 240)
            case 29..<45:
                // A nod or a shake, picture by picture.
                let isNod = Bool.random(using: &random), swings = Double(Int.random(in: 1...4, using: &random))
                let far = Double.random(in: 10...60, using: &random)
                for step in 0..<Int(8 * swings) {
                    time += 0.05
                    let away = far * Wave.swing(Double(step) / 16)
                    let head = HeadPointer(position: HeadPoint(320 + (isNod ? 0 : away), 240 + (isNod ? away : 0)),
                                           interocularDistance: 100, leftward: HeadPoint(1, 0))
                    lastWasCertain = !recognizer.isPaused && !recognizer.isCalibrating
                    recognizer.process(HeadSample(time: time, head: head)) { judge.hear($0, recognizerIsCertain: lastWasCertain) }
                }
                place = HeadPoint(320, 240)
                time += 0.05  // a sample whose time does not rise is ignored, also one without a face
            case 45: recognizer.ask(at: time, timeout: 3) { judge.hear($0, recognizerIsCertain: true) }
            case 20: recognizer.pause(at: time) { judge.hear($0, recognizerIsCertain: true) }
            case 21..<24: recognizer.resume(at: time) { judge.hear($0, recognizerIsCertain: true) }
            case 24: recognizer.recalibrate(at: time) { judge.hear($0, recognizerIsCertain: true) }
            case 25..<27: time += 0.6
            case 27: recognizer.advance(to: time) { judge.hear($0, recognizerIsCertain: lastWasCertain) }
            case 28:
                let center = CalibrationCenter(position: place, interocularDistance: 100)
                recognizer.setCalibrationCenter(center, at: time) { judge.hear($0, recognizerIsCertain: true) }
            default: place += HeadPoint(.random(in: -4...4, using: &random), .random(in: -4...4, using: &random))
            }
            let isSeen = Int.random(in: 0..<12, using: &random) > 0
            let head = isSeen ? HeadPointer(position: place, interocularDistance: 100, leftward: HeadPoint(1, 0)) : nil
            let certain = isSeen && !recognizer.isPaused && !recognizer.isCalibrating
            lastWasCertain = certain
            recognizer.process(HeadSample(time: time, head: head)) { judge.hear($0, recognizerIsCertain: certain) }
        }
        recognizer.stop(at: time + 1) { judge.hear($0, recognizerIsCertain: true) }
        #expect(judge.complaints.isEmpty, "seed \(seed)")
        #expect(judge.held == nil, "seed \(seed)")
        return judge
    }

    /// Checks each event against the earlier ones.
    private struct Judge {
        var held: HeadDirection?
        var holdSince = 0.0
        var lastHoldEnd = -1.0
        var lastTime = 0.0
        var lastEnd = 0.0
        var complaints: [String] = []
        var looks = 0
        var holds = 0
        var nodsAndShakes = 0
        var isAsked = false

        mutating func hear(_ event: GestureEvent, recognizerIsCertain: Bool) {
            if event.time < lastTime { complaints.append("time runs backwards at \(event)") }
            lastTime = event.time
            if event.kind.gesture != nil {
                if event.began < lastEnd - 1e-6 { complaints.append("a movement told twice at \(event)") }
                lastEnd = event.ended
            }
            switch event.kind {
            case .began(.hold(let direction), _):
                if held != nil { complaints.append("a hold within a hold at \(event)") }
                if !recognizerIsCertain { complaints.append("fired while not certain: \(event)") }
                held = direction
                holdSince = event.time
                holds += 1
            case .ended(.hold(let direction), let duration, _):
                if held != direction { complaints.append("a stop without its start at \(event)") }
                if abs(duration - (event.time - holdSince)) > 1e-9 { complaints.append("wrong duration at \(event)") }
                held = nil
                lastHoldEnd = event.time
            case .recognised(.look, _, let duration):
                looks += 1
                if held != nil { complaints.append("a look within a hold at \(event)") }
                if event.time - duration < lastHoldEnd - 1e-9 { complaints.append("a look out of a hold at \(event)") }
                if !recognizerIsCertain { complaints.append("fired while not certain: \(event)") }
            case .recognised(.nod, _, _), .recognised(.shake, _, _):
                nodsAndShakes += 1
                if held != nil { complaints.append("a nod or shake within a hold at \(event)") }
                if !recognizerIsCertain { complaints.append("fired while not certain: \(event)") }
            case .armed:
                if isAsked { complaints.append("asked twice at \(event)") }
                isAsked = true
            case .answer:
                if !isAsked { complaints.append("an answer without a question at \(event)") }
                isAsked = false
            case .paused, .faceLost, .trackingStarted:
                if held != nil { complaints.append("a hold goes on at \(event)") }
            default: break
            }
        }
    }
}
