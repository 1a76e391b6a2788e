import Appliance
import ApplianceSupport
import Platform
import Testing
import TestSupport

/// Stops, releases and enable buttons in random order among gestures, faults and whatever clients ask for.
@Suite("Stop and enable under random input")
struct StopRandomTests {
    private let panel = ButtonPanel()

    private static let requests = [
        #"{"request":"pause"}"#, #"{"request":"resume"}"#, #"{"request":"profile","name":"p"}"#, #"{"request":"profile","name":""}"#,
        #"{"request":"camera","name":"back"}"#, #"{"request":"camera","name":"front"}"#, #"{"request":"call"}"#, #"{"request":"calibrate"}"#,
        #"{"request":"test-output","name":"lamp","seconds":2}"#, #"{"request":"try","settings":{"gestures.max_hold":3}}"#,
    ]

    private static func script(_ random: inout SplitMix64) -> String {
        var words = ["fps 20", "still 2s"]
        for _ in 0..<40 {
            words.append("still \(Double.random(in: 0.5...1.5, using: &random))s")
            words.append(["hold left 3s", "hold left 6s", "nod 2", "hold left 2s"].randomElement(using: &random) ?? "still")
            if random.chance(0.08) { words += ["leave", "still 1s", "return", "still 2s"] }
        }
        return words.joined(separator: "; ")
    }

    @Test("while it is stopped or not enabled nothing is on, whatever else happens; without either, gestures count", arguments: [1, 2, 3, 4])
    func random(seed: Int) throws {
        var random = SplitMix64(seed)
        let script = Self.script(&random)
        let folder = try TemporaryFolder(), inputs = StopTests.red + (seed % 2 == 0 ? StopTests.dead : ""), main = StopTests.outputs + inputs
        _ = try folder.file("p.toml", main)
        let profiles = "[profiles.p]\nfile = \"\(folder.path)/p.toml\"\n[camera]\nalternatives = [\"back\", \"front\"]\n"
        let run = try ApplianceHarness(script, configuration: main + profiles, recording: Set(StopTests.driven), folder: folder,
                                       buttons: panel.source), client = try run.client()
        var isHeld = false, seen = 0, wentOn = 0, isStopped = false, isEnabled = seed % 2 != 0, complaints: [String] = []
        func look() {
            for event in run.events[seen...] {
                switch event {
                case .stop(_, _, let isOver): isStopped = !isOver
                case .enable(_, let isHeld): isEnabled = isHeld
                case .line(let change) where change.value && StopTests.driven.contains(change.name):
                    wentOn += 1
                    if isStopped || !isEnabled { complaints.append("\(change.name) goes on at \(change.time)") }
                case .axis(let change) where change.value != 0 && (isStopped || !isEnabled): complaints.append("the axis moves at \(change.time)")
                default: break
                }
            }
            seen = run.events.count
            let on = StopTests.driven.filter { (run.steps($0).last?.value ?? 0) != 0 }
            if isStopped || !isEnabled, !on.isEmpty { complaints.append("\(on) at \(run.time)") }
        }
        while run.time < 110, complaints.isEmpty {
            switch Int.random(in: 0..<26, using: &random) {
            case 0, 1: panel.press("red", at: run.clock.now)
            case 2: _ = try client.ask(#"{"request":"stop"}"#)
            case 3, 4, 5, 6: _ = try client.ask(#"{"request":"release"}"#)
            case 7:
                panel.hold("red", at: run.clock.now)
                run.run(random.number(0.5...5))
                panel.letGo("red", at: run.clock.now)
            case 8...13:
                if seed % 2 != 0 || isHeld && random.chance(0.7) { break }
                isHeld.toggle()
                if isHeld { panel.hold("dead", at: run.clock.now) } else { panel.letGo("dead", at: run.clock.now) }
                panel.settle("dead")
            case 14...19: _ = try client.ask(Self.requests.randomElement(using: &random) ?? "")
            case 20, 21: run.standStill(random.number(0.1...6))
            case 22: run.pass(random.number(0.1...6))
            default: run.run(random.number(0.5...4))
            }
            panel.settle("red")
            run.run(random.number(0.02...0.5))
            look()
            if random.chance(0.4) {  // somebody looks after it: a stop that nobody ends would be all that is tested
                for request in ["release", "resume"] { _ = try client.ask(#"{"request":"\#(request)"}"#) }
                run.run(random.number(0.5...4))
            }
            look()
        }
        #expect(complaints.isEmpty, "\(complaints.prefix(3)) after \(run.events.filter { !$0.isMoved && !$0.isHeld && $0.stats == nil }.suffix(15).map(\.json))")
        #expect(wentOn > 3, "\(wentOn)")
    }
}
