import FoundationEssentials
import MQTT
import MQTTSettings
import Platform
import Testing
import TestSupport

@Suite("What Home Assistant is told of")
struct DiscoveryTests {
    private func components(_ about: Discovery.About = .init(), _ adjust: (inout MQTTConfiguration) -> Void = { _ in }) throws -> [String: [String: JSONValue]] {
        var settings = MQTTConfiguration()
        settings.server = "b"
        adjust(&settings)
        let payload = Discovery(Topics(settings, machine: "kitchen"), settings, about).payload(DeviceState())
        let fields = try #require(JSONValue.object(payload.utf8)?["components"]?.fields)
        return fields.compactMapValues(\.fields)
    }

    @Test("only gestures that something is bound to are announced, and nods and shakes, which answer questions", arguments: [
        (["left"], ["nod", "shake", "look-left"]), (["hold-up", "my-jerk"], ["nod", "shake", "taught", "hold-up", "release-up"]),
        (["gaze-door", "tilt-left"], ["nod", "shake", "gaze-started", "gaze-stopped", "tilt-left"]), (["hold-smile"], ["nod", "shake", "hold-smile", "release-smile"]),
        (["nod"], ["nod", "shake"]), (["nonsense"], DeviceState.gestures), ([], DeviceState.gestures),
    ])
    func gestures(bound: [String], events: [String]) throws {
        let announced = Announced(["bell": bound])
        #expect(announced.events == events)
        let gesture = try #require(components(.init(announced: announced))["gesture"])
        #expect(gesture["event_types"]?.texts == events)
        // An event that is not announced renders to nothing, which Home Assistant passes over.
        #expect((gesture["value_template"] == nil) == (events == DeviceState.gestures))
        if let template = gesture["value_template"]?.text { #expect(events.allSatisfy { template.contains("'\($0)'") }) }
    }

    @Test("outputs are there before they are switched, those of profiles too")
    func outputs() throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("evening.toml", "[outputs.lamp]\ngesture = \"hold-left\"\n")
        let file = try folder.file("nodline.toml", """
            mqtt.server = "b"
            [outputs.bell]
            gesture = ["nod", "my-jerk"]
            line = "GPIO17"
            pulse = 0.5
            [outputs.ready]
            state = "ready"
            [profiles.evening]
            file = "evening.toml"
            [profiles.gone]
            file = "gone.toml"
            """)
        let settings = try MQTTSettings.read(file: file)
        #expect(settings.outputs == ["bell": ["nod", "my-jerk"], "lamp": ["hold-left"], "ready": []])
        let components = try components(.init(announced: Announced(settings.outputs)))
        for name in ["bell", "lamp", "ready"] { #expect(components["output_" + name]?["platform"] == .text("binary_sensor")) }
        _ = try folder.file("nodline.toml", "mqtt.server = \"b\"\n[outputs.bell]\ngesture = 7\n")
        #expect(try MQTTSettings.read(file: file).outputs.isEmpty, "a faulty output stops nothing: nodline check tells of it")
    }

    @Test("pausing is one switch where both are allowed, and buttons where only one is")
    func pausing() throws {
        func platforms(_ allow: [String]) throws -> [String: JSONValue?] {
            let all = try components { ($0.commands, $0.allow) = (!allow.isEmpty, allow) }
            return Dictionary(uniqueKeysWithValues: ["paused", "button_pause", "button_resume"].map { ($0, all[$0]?["platform"]) })
        }
        #expect(try platforms(["pause", "resume"]) == ["paused": .text("switch"), "button_pause": nil, "button_resume": nil])
        #expect(try platforms(["pause"]) == ["paused": .text("binary_sensor"), "button_pause": .text("button"), "button_resume": nil])
        #expect(try platforms([]) == ["paused": .text("binary_sensor"), "button_pause": nil, "button_resume": nil])
        let known = ["paused": "binary_sensor", "button_pause": "button", "output_lamp": "binary_sensor", "battery_percent": "sensor", "strange": "sensor"]
        var settings = MQTTConfiguration()
        (settings.commands, settings.allow) = (true, ["pause", "resume"])
        let gone = Discovery(Topics(settings, machine: "kitchen"), settings).gone(of: known, DeviceState())
        #expect(gone == ["paused": "binary_sensor", "button_pause": "button", "strange": "sensor"], "what may only be unknown yet stays")
    }

    @Test("everything has an icon, of itself or of its class, and figures and settings are not among the controls")
    func icons() throws {
        let all = try components(.init(announced: Announced(["bell": ["nod"]]))) { ($0.commands, $0.allow) = (true, ["pause", "calibrate", "ask", "output.bell"]) }
        for (name, fields) in all {
            #expect(fields["icon"]?.text?.hasPrefix("mdi:") == true || fields["device_class"] != nil, "\(name)")
            if fields["state_class"] != nil || name == "camera" || name == "fault" { #expect(fields["entity_category"] == .text("diagnostic"), "\(name)") }
        }
        #expect(all["button_calibrate"]?["entity_category"] == .text("config") && all["output_bell"]?["entity_category"] == nil)
    }

    @Test("the blueprint offers each gesture")
    func blueprint() throws {
        let text = try String(contentsOfFile: Checkout.root + "Examples/homeassistant/gesture.yaml", encoding: .utf8)
        let list = try #require(text.components(separatedBy: "options: [").last?.components(separatedBy: "]").first)
        let offered = Set(list.split { $0 == "," || $0.isWhitespace }.map(String.init))
        #expect(offered == Set(DeviceState.gestures).subtracting(["gaze-started", "gaze-stopped"]))
    }
}
