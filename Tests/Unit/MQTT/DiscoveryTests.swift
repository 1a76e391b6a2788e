import FoundationEssentials
import MQTT
import MQTTSettings
import Platform
import Testing
import TestSupport
import Wire

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
        (["left"], ["left", "nod", "shake"]), (["hold-up", "my-jerk"], ["hold-up", "hold-up-ended", "nod", "shake", "taught"]),
        (["gaze-door", "tilt-left"], ["nod", "shake", "tilt-left", "gaze", "gaze-ended"]), (["hold-smile"], ["nod", "shake", "hold-smile", "hold-smile-ended"]),
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
        #expect(!settings.areAllOutputs, "a profile's file is missing")
        _ = try folder.file("gone.toml", "[outputs.fan]\ngesture = \"left\"\n")
        #expect(try MQTTSettings.read(file: file).areAllOutputs)
        _ = try folder.file("nodline.toml", "mqtt.server = \"b\"\n[outputs.bell]\ngesture = 7\n")
        let faulty = try MQTTSettings.read(file: file)
        #expect(faulty.outputs.isEmpty && !faulty.areAllOutputs, "a faulty output stops nothing: nodline check tells of it")
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
        let known = ["paused": "binary_sensor", "button_pause": "button", "battery_percent": "sensor", "strange": "sensor"]
        var settings = MQTTConfiguration()
        (settings.commands, settings.allow) = (true, ["pause", "resume"])
        let gone = Discovery(Topics(settings, machine: "kitchen"), settings).gone(of: known, DeviceState())
        #expect(gone == ["paused": "binary_sensor", "button_pause": "button", "strange": "sensor"], "what may only be unknown yet stays")
    }

    @Test("an output that was renamed or removed goes, unless the configuration is faulty or the appliance has it", arguments: [
        (["light"], true, [], ["output_lamp", "output_call"]), (["lamp"], true, [], ["output_call"]), (["light"], false, [], []),
        (["light"], true, ["lamp"], ["output_call"]), ([], true, [], ["output_lamp", "output_call"]),
    ])
    func renamed(configured: [String], areAll: Bool, switched: [String], gone: [String]) {
        var state = DeviceState()
        for name in switched { _ = state.take(.line(LineRecord(name, isOn: true)), at: 0) }
        let announced = Announced(Dictionary(uniqueKeysWithValues: configured.map { ($0, ["left"]) }), areAll: areAll), settings = MQTTConfiguration()
        var discovery = Discovery(Topics(settings, machine: "kitchen"), settings, .init(announced: announced))
        let known = ["output_lamp": "binary_sensor", "output_call": "binary_sensor", "gesture": "event"]
        discovery.keep(known)
        #expect(Set(discovery.gone(of: known, state).keys) == Set(gone))
        // A message that leaves one out would make it a ghost at Home Assistant's next start.
        let components = JSONValue.object(discovery.payload(state).utf8)?["components"]?.fields ?? [:]
        #expect(Set(known.keys).subtracting(components.keys) == Set(gone))
    }

    @Test("each state has what every template looks for, from the first on, because Home Assistant warns of what it does not find")
    func templates() throws {
        let counts: Set = ["refused", "dropped", "commands_refused"], told = counts.union(DeviceState().words(at: 0).keys)
        for (name, fields) in try components() where fields["state_topic"]?.text?.hasSuffix("/state") == true {
            let template = try #require(fields["value_template"]?.text)
            #expect(told.contains { template == "{{ value_json.\($0) }}" }, "\(name)")
        }
        for figure in Discovery.figures { #expect(told.contains(figure.name), "\(figure.name)") }
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
        #expect(offered == Set(DeviceState.gestures).subtracting(["gaze", "gaze-ended"]))
    }
}
