import Appliance
import Gestures
import Outputs
import Settings
import Testing
import TestSupport

@Suite("Cues")
struct CueFinderTests {
    private func configuration(_ text: String) throws -> Configuration { try Configuration.read(text: text, file: "c.toml") }

    private static let all = "[feedback]\nsounds = [\"recognised\", \"held\", \"refused\", \"paused\", \"resumed\", \"armed\"]\n"
    private static let bell = "[outputs.bell]\ngesture = \"hold-left\"\naction = \"level\"\n"

    private static func refusal(_ value: Double, of bound: Double, _ direction: HeadDirection?) -> GestureEvent.Kind {
        .rejected(Rejection(rule: .tooSmall, value: value, bound: bound, direction: direction))
    }

    @Test("each event has its cue; gestures that no output uses have none", arguments: [
        (all, .recognised(.look(.up), size: 1, duration: 1), .recognised), (all, .recognised(.nod, size: 2, duration: 0.9), .recognised), (all, .began(.hold(.left), size: 1), .held),
        (all, .ended(.hold(.left), held: 1, reason: .returned), nil), (all, .paused, .paused), (all, .resumed, .resumed),
        (all, .armed(until: 9), .armed), (all, .faceLost, nil), (all, refusal(0.17, of: 0.18, .left), .refused),
        (all, refusal(0.12, of: 0.18, .left), nil), (all, refusal(0, of: 0, .left), nil), (all, refusal(1.2, of: 1, nil), .refused),
        (all, .rejected(Rejection(rule: .rebound, value: 0.23, bound: 0.24, direction: .down)), nil),
        (all, .rejected(Rejection(rule: .offAxis, value: 0.55, bound: 0.5, direction: .up)), .refused),
        (all + bell, .recognised(.look(.up), size: 1, duration: 1), nil), (all + bell, .began(.hold(.left), size: 1), .held),
        (all + bell, .began(.hold(.right), size: 1), nil), (all + bell, refusal(0.17, of: 0.18, .left), .refused),
        (all + bell, refusal(0.17, of: 0.18, .up), nil),
        (all + bell, .recognised(.tilt(.left), size: 20, duration: 1), nil), (all, .recognised(.tilt(.left), size: 20, duration: 1), .recognised),
        (all, .began(.holdTilt(.left), size: 20), .held), (all + bell, .began(.holdTilt(.left), size: 20), nil),
        ("[feedback]\nsounds = \"paused\"\n", .recognised(.look(.up), size: 1, duration: 1), nil), ("", .paused, nil),
    ] as [(String, GestureEvent.Kind, Cue?)])
    func cues(text: String, kind: GestureEvent.Kind, expected: Cue?) throws {
        var finder = CueFinder(try configuration(text))
        #expect(finder.cue(for: GestureEvent(time: 5, kind: kind)) == expected)
    }

    @Test("each step of a calibration has the cue next, if something uses it; its findings have none")
    func steps() throws {
        let finder = CueFinder(try configuration("[outputs.lamp]\nfeedback = \"next\"\n")), silent = CueFinder(try configuration(Self.all))
        let jerk = try #require(GestureName("jerk"))
        let steps: [ApplianceEvent] = [
            .range(time: 1, .asks(nil)), .range(time: 1, .asks(.turn(.left))), .range(time: 1, .done(isKept: true, eyes: .any)), .range(time: 1, .cancelled(reason: "x")),
            .gaze(time: 1, .asks(1, of: 3, words: "x")), .gaze(time: 1, .done(fault: nil)),
            .teach(time: 1, jerk, .told(.next(number: 1, of: 5))), .teach(time: 1, jerk, .cancelled(reason: "x")),
        ]
        for step in steps { #expect(finder.cue(for: step) == .next && silent.cue(for: step) == nil) }
        let finding = RangeCalibration.Finding(.turn(.up), reach: 0.04, noise: 0.02, threshold: nil)
        #expect(finder.cue(for: .range(time: 1, .found(finding))) == nil)
        #expect(finder.cue(for: .teach(time: 1, jerk, .told(.found(number: 1, of: 5, likeness: nil)))) == nil)
    }

    @Test("during a question nods have a cue and looks have none; a refusal right after another cue has none")
    func question() throws {
        var finder = CueFinder(try configuration(Self.all + Self.bell))
        func cue(_ time: Double, _ kind: GestureEvent.Kind) -> Cue? { finder.cue(for: GestureEvent(time: time, kind: kind)) }
        #expect(cue(1, .recognised(.nod, size: 2, duration: 0.9)) == nil && cue(2, .armed(until: 9)) == .armed)
        #expect(cue(3, .began(.hold(.left), size: 1)) == nil && cue(4, .recognised(.nod, size: 2, duration: 0.9)) == .recognised)
        #expect(cue(4, .answer(.yes)) == nil && cue(5, .recognised(.nod, size: 2, duration: 0.9)) == nil)
        #expect(cue(6, .began(.hold(.left), size: 1)) == .held && cue(6.5, Self.refusal(0.17, of: 0.18, .left)) == nil)
        #expect(cue(7.1, Self.refusal(0.17, of: 0.18, .left)) == .refused && cue(7.5, Self.refusal(0.17, of: 0.18, .left)) == nil)
    }

    @Test("an output with feedback turns on for a pulse; a wrong feedback configuration is refused with a reason")
    func light() throws {
        let configuration = try configuration("[outputs.nearly]\nfeedback = [\"refused\", \"held\"]\npulse = 0.5\n")
        var bank = OutputBank(configuration.outputs), changes: [LineChange] = []
        bank.apply(.recognised, at: 1) { changes.append($0) }
        bank.apply(.refused, at: 2) { changes.append($0) }
        bank.advance(to: 3) { changes.append($0) }
        #expect(changes == [LineChange(time: 2, name: "nearly", value: true), LineChange(time: 2.5, name: "nearly", value: false)])
        for (text, problem) in [("feedback = \"held\"\ngesture = \"left\"", "cannot be combined with"), ("feedback = \"hold\"", "did you mean \"held\"?"),
                                ("feedback = \"held\"\naction = \"toggle\"", "is momentary"), ("feedback = \"held\"\nsafe = true", "safe")] {
            let fault = try thrown(ConfigurationError.self) { _ = try Configuration.read(text: "[outputs.a]\n\(text)\n", file: "c.toml") }
            #expect("\(fault)".contains(problem), "\(fault)")
        }
        for device in ["", "-f"] {
            #expect(throws: ConfigurationError.self) { try Configuration.read(text: "[feedback]\ndevice = \"\(device)\"\n", file: "c.toml") }
        }
    }
}
