import Appliance
import ApplianceSupport
import Gestures
import Testing
import TestSupport

@Suite("Gestures that cannot fire")
struct ImpossibleGestureTests {
    private static func read(_ text: String) throws -> Configuration {
        let folder = try TemporaryFolder()
        return try Configuration.read(file: folder.file("nodline.toml", "state.directory = \"\(folder.path)\"\n" + text))
    }

    private static let bell = "[outputs.bell]\ngesture = "

    @Test("what makes a bound gesture impossible is named in a sentence, and nothing else is", arguments: [
        ("", "\"up\"", []),
        ("threshold_up = 3", "\"down\"", []),
        ("threshold_up = 3", "\"up\"", ["bell can no longer fire: looking up is switched off (gestures.threshold_up is 3)"]),
        ("threshold_up = 3", "[\"up\", \"left\"]", ["bell can no longer fire by \"up\": looking up is switched off (gestures.threshold_up is 3)"]),
        ("threshold_up = 3", "[\"up\", \"hold-up\"]", ["bell can no longer fire: looking up is switched off (gestures.threshold_up is 3)",
                                                     "bell can no longer fire: looking up is switched off (gestures.threshold_up is 3)"]),
        ("threshold_left = 1.5", "\"hold-left\"", ["bell can no longer fire: looking left would have to go further than a face can be followed "
            + "(gestures.threshold_left is 1.5, at most 1.25 can be reached)"]),
        ("threshold_left = 1.5\npointer = \"position\"", "\"hold-left\"", []),
        ("threshold_down = 3", "\"nod\"", ["bell can no longer fire: looking down is switched off (gestures.threshold_down is 3)"]),
        ("threshold_right = 3", "\"shake\"", ["bell can no longer fire: looking right is switched off (gestures.threshold_right is 3)"]),
        ("threshold_tilt_left = 45", "\"tilt-left\"", ["bell can no longer fire: tilting the head to the left shoulder is switched off (gestures.threshold_tilt_left is 45)"]),
        ("threshold_mouth = 1", "\"hold-mouth\"", ["bell can no longer fire: opening the mouth is switched off (gestures.threshold_mouth is 1)"]),
        ("threshold_smile = 1", "\"smile\"", ["bell can no longer fire: smiling is switched off (gestures.threshold_smile is 1)"]),
        ("threshold_up = 3\npause_gesture = \"up\"", "\"left\"", ["pause can no longer fire: looking up is switched off (gestures.threshold_up is 3)",
                                                             "wake can no longer fire: looking up is switched off (gestures.threshold_up is 3)"]),
        ("threshold_down = 3\npause_gesture = \"up\"\nwake_gesture = \"down\"", "\"left\"", ["wake can no longer fire: looking down is switched off (gestures.threshold_down is 3)"]),
    ] as [(String, String, [String])])
    func named(gestures: String, bound: String, words: [String]) throws {
        #expect(try Self.read("[gestures]\n\(gestures)\n\(Self.bell)\(bound)\n").impossible.map(\.words) == words)
    }

    @Test("the running switch tells of it once, in its status until it is mended, and in its log; whatever the reason")
    func told() throws {
        let run = try ApplianceHarness(configuration: "\(Self.bell)\"up\"\n"), client = try run.client()
        try run.wait { $0.state == "ready" }
        #expect(try run.status().impossible?.isEmpty == true && !run.events.faults.contains("gesture-impossible"))
        #expect(try client.ask(#"{"request":"try","settings":{"gestures.threshold_up":3}}"#).ok == true)
        run.run(1)
        let words = "bell can no longer fire: looking up is switched off (gestures.threshold_up is 3)"
        #expect(run.events.compactMap(\.fault).filter { $0.what == "gesture-impossible" }.map(\.detail) == [words])
        #expect(try run.status().impossible?.map(\.words) == [words] && run.status().impossible?.first?.isOnly == true)
        #expect(try run.program("status").output.contains(words))
        #expect(try client.ask(#"{"request":"discard"}"#).ok == true)
        #expect(try run.status().impossible?.isEmpty == true)
    }

    private static let faces = ["mouth", "eyes-closed", "brows", "smile"], tilts = ["tilt-left", "tilt-right"]

    /// Each gesture and, where it has one, its hold, with a key.
    private static func both(_ names: [String], _ key: (String) -> String) -> [String: String] {
        Dictionary(names.flatMap { name in [name, "hold-" + name].map { ($0, "gestures." + key(name)) } }) { first, _ in first }
    }

    @Test("the status names every gesture that cannot come, used or not, with the key that is why", arguments: [
        ("", [:]),
        ("nod = false\nshake = false", ["nod": "gestures.nod", "shake": "gestures.shake"]),
        ("threshold_up = 3\nthreshold_left = 1.5", ["up": "gestures.threshold_up", "hold-up": "gestures.threshold_up", "left": "gestures.threshold_left",
                                                      "hold-left": "gestures.threshold_left", "shake": "gestures.threshold_left"]),
    ] as [(String, [String: String])])
    func off(gestures: String, wanted: [String: String]) throws {
        let unused = Self.both(Self.tilts) { _ in "tilt" }.merging(Self.both(Self.faces) { $0.replacing("-", with: "_") }) { $1 }
        #expect(try Self.read("[gestures]\n\(gestures)\n").off(taught: []) == unused.merging(wanted) { $1 })
    }

    @Test("what an output uses or the file switches on can come, a hold without holds and a look without looks cannot", arguments: [
        ("", "\"tilt-left\"", ["tilt-left": nil, "hold-tilt-right": nil, "mouth": "gestures.mouth"]),
        ("smile = true\ntaught = true", "\"left\"", ["smile": nil, "hold-smile": nil, "brows": "gestures.brows", "my-wag": "gestures.taught"]),
        ("smile = true\ncontinuous = false\nthreshold_smile = 1", "\"left\"", ["hold-smile": "gestures.continuous", "smile": "gestures.threshold_smile", "hold-left": "gestures.continuous", "left": nil]),
        ("discrete = false", "\"hold-left\"", ["left": "gestures.discrete", "tilt-left": "gestures.discrete", "hold-tilt-left": "gestures.tilt", "nod": nil]),
    ] as [(String, String, [String: String?])])
    func usedAreNotOff(gestures: String, bound: String, wanted: [String: String?]) throws {
        let wag = try #require(GestureName(taught: "wag"))
        let off = try Self.read("[gestures]\n\(gestures)\n\(Self.bell)\(bound)\n").off(taught: [wag])
        for (gesture, key) in wanted { #expect(off[gesture] == key, "\(gesture)") }
    }

    @Test("the running switch says it, and a change on trial changes it")
    func offInStatus() throws {
        let run = try ApplianceHarness(configuration: "\(Self.bell)\"up\"\n"), client = try run.client()
        #expect(try run.status().off?["nod"] == nil && run.status().off?["mouth"] == "gestures.mouth")
        #expect(try client.ask(#"{"request":"try","settings":{"gestures.nod":false,"gestures.mouth":true}}"#).ok == true)
        #expect(try run.status().off?["nod"] == "gestures.nod" && run.status().off?["mouth"] == nil)
    }

    @Test("a program that only reads the files knows what was measured, too")
    func measured() throws {
        let folder = try TemporaryFolder()
        let file = try folder.file("nodline.toml", "state.directory = \"\(folder.path)\"\n\(Self.bell)\"up\"\n")
        #expect(try Configuration.read(file: file).impossible(inProfile: "").isEmpty)
        _ = try folder.file("state.json", #"{"version":1,"profile":"","ranges":{"":{"up":1.6,"idleZone":0.1}}}"#)
        let told = try Configuration.read(file: file).impossible(inProfile: "")
        #expect(told.map(\.key) == ["outputs.bell.gesture"] && told.first?.problem.contains("looking up would have to go further") == true, "\(told)")
    }
}
