import MQTTSettings
import Platform

/// The message by which Home Assistant (2024.12 or later) finds the machine: one for the device, with all its entities.
///
/// Its fields are those of Home Assistant's MQTT schemas (`device`, `origin`, `components`, and for each entity `platform`).
package struct Discovery: Sendable {
    private let topics: Topics
    private let settings: MQTTConfiguration
    private var about: About

    /// What is known of the machine besides its events.
    package struct About: Sendable {
        /// The setup page's address, and the board's own name for itself; `nil` if there is none.
        let page: String?, board: String?
        fileprivate(set) var announced: Announced

        package init(page: String? = nil, board: String? = nil, announced: Announced = Announced()) {
            (self.page, self.board, self.announced) = (page, board, announced)
        }
    }

    package init(_ topics: Topics, _ settings: MQTTConfiguration, _ about: About = About()) { (self.topics, self.settings, self.about) = (topics, settings, about) }

    /// What entities can be; anything else is none of ours.
    static let platforms: Set<String> = ["binary_sensor", "button", "event", "sensor", "switch", "text"]

    /// - Parameters:
    ///   - state: a machine without a battery gets no entity for one.
    ///   - previous: the platform of each entity that Home Assistant knows. One that has gone, or is another kind of entity now, must be named once more
    ///     with its previous platform alone; after that message comes one without `previous`.
    package func payload(_ state: DeviceState, removing previous: [String: String] = [:]) -> String {
        var components = components(state)
        for (name, fields) in components { components[name] = fields.merging(["unique_id": .text(topics.identifier + "_" + name)]) { $1 } }
        for (name, platform) in previous { components[name] = ["platform": .text(platform)] }
        let name = String(topics.identifier.dropFirst("nodline_".count))
        var device: [String: JSONValue] = ["identifiers": .list([.text(topics.identifier)]), "name": .text("Nodline " + name),
                                           "manufacturer": .text("Nodline"), "model": .text("Head switch"), "sw_version": .text(Release.version)]
        if let page = about.page { device["configuration_url"] = .text(page) }
        if let board = about.board { device["hw_version"] = .text(board) }
        return JSONValue.object([
            "device": .object(device),
            "origin": .object(["name": .text("nodline-mqtt"), "sw_version": .text(Release.version)]),
            "components": .object(components.mapValues { .object($0) }),
            "availability_topic": .text(topics.availability),
            "qos": .number(1),
        ]).line
    }

    /// The entities that Home Assistant knows and that are not there any more, with their platforms. Figures that the appliance has
    /// not told yet stay. An output on trial that nobody has switched comes back when it is.
    package func gone(of previous: [String: String], _ state: DeviceState) -> [String: String] {
        let components = components(state)
        return previous.filter { name, platform in
            if let fields = components[name] { return fields["platform"] != .text(platform) }
            return !(platform == "sensor" && Self.figures.contains { $0.name == name })
        }
    }

    /// Whether there may be an output of this name, though nobody has told its state.
    func mayBe(output name: String) -> Bool { !about.announced.areAll || about.announced.outputs.contains(name) }

    /// A faulty configuration takes no output away: those that Home Assistant knows are announced again.
    package mutating func keep(_ previous: [String: String]) { about.announced.keep(previous.keys.filter { $0.hasPrefix("output_") }.map { String($0.dropFirst(7)) }) }

    private func components(_ state: DeviceState) -> [String: [String: JSONValue]] {
        var components: [String: [String: JSONValue]] = [:]
        addEvents(to: &components)
        addSensors(to: &components, state)
        addOutputs(to: &components, state)
        if settings.commands { addCommands(to: &components) }
        return components
    }

    private func addEvents(to components: inout [String: [String: JSONValue]]) {
        components["gesture"] = ["platform": .text("event"), "name": .text("Gesture"), "state_topic": .text(topics.gesture),
                                 "event_types": .list(about.announced.events.map { .text($0) }), "icon": .text("mdi:head-sync-outline")]
        // Home Assistant warns of each event that was not announced; what is empty it passes over.
        if about.announced.events != DeviceState.gestures {
            let known = about.announced.events.map { "'\($0)'" }.joined(separator: ", ")
            components["gesture"]?["value_template"] = .text("{{ value if value_json.event_type in [\(known)] }}")
        }
        components["answer"] = ["platform": .text("event"), "name": .text("Answer"), "state_topic": .text(topics.answer),
                                "event_types": .list([.text("yes"), .text("no"), .text("none")]), "icon": .text("mdi:comment-question-outline")]
        // At the root it may not reach the entities, and an event that the broker drops is lost.
        for name in ["gesture", "answer"] { components[name]?["qos"] = .number(1) }
    }

    private func addSensors(to components: inout [String: [String: JSONValue]], _ state: DeviceState) {
        func field(_ name: String) -> [String: JSONValue] {
            ["state_topic": .text(topics.state), "value_template": .text("{{ value_json.\(name) }}")]
        }
        for (name, title, kind, icon, category) in [("face", "Face", "occupancy", "", ""), ("tracking", "Tracking", "", "mdi:target", "diagnostic"),
                                                    ("paused", "Paused", "", "mdi:pause-circle-outline", ""), ("stopped", "Stopped", "", "mdi:alert-octagon-outline", ""),
                                                    ("fault", "Fault", "problem", "", "diagnostic"),
                                                    ("camera", "Camera", "running", "", "diagnostic")] where name != "paused" || !mayPause {
            components[name] = field(name).merging(["platform": .text("binary_sensor"), "name": .text(title)]) { $1 }
            for (key, value) in [("device_class", kind), ("icon", icon), ("entity_category", category)] where !value.isEmpty { components[name]?[key] = .text(value) }
        }
        components["fault"]?["json_attributes_topic"] = .text(topics.fault)
        for (name, title, unit, kind, icon) in Self.figures where ["detect_fps", "cpu_percent"].contains(name) || state.figures[name] != nil {
            var sensor = field(name)
            (sensor["platform"], sensor["name"], sensor["unit_of_measurement"]) = (.text("sensor"), .text(title), .text(unit))
            (sensor["state_class"], sensor["entity_category"]) = (.text("measurement"), .text("diagnostic"))
            if !kind.isEmpty { sensor["device_class"] = .text(kind) }
            if !icon.isEmpty { sensor["icon"] = .text(icon) }
            components[name] = sensor
        }
        for (name, title, icon) in [("refused", "False starts refused", "mdi:cancel"), ("dropped", "Events dropped", "mdi:tray-remove"),
                                    ("commands_refused", "Commands refused", "mdi:shield-alert-outline")] {
            components[name] = field(name).merging(["platform": .text("sensor"), "name": .text(title), "state_class": .text("total_increasing"),
                                                    "entity_category": .text("diagnostic"), "icon": .text(icon)]) { $1 }
        }
    }

    /// The figures of `stats`, with their names for people, units, and how Home Assistant knows and shows them.
    package static let figures: [(name: String, title: String, unit: String, kind: String, icon: String)] = [
        ("detect_fps", "Frame rate", "fps", "", "mdi:speedometer"), ("cpu_percent", "Processor", "%", "", "mdi:chip"),
        ("battery_percent", "Battery", "%", "battery", ""), ("hours_left", "Battery hours left", "h", "duration", ""),
        ("temperature", "Temperature", "°C", "temperature", ""),
    ]

    /// Whether a switch can both pause and resume.
    private var mayPause: Bool { settings.commands && settings.allow.contains("pause") && settings.allow.contains("resume") }

    private func addOutputs(to components: inout [String: [String: JSONValue]], _ state: DeviceState) {
        let switches = settings.commands ? settings.allowedOutputs : []
        for name in Set(switches).union(state.outputs.keys).union(about.announced.outputs) {
            var output: [String: JSONValue] = ["name": .text("Output " + name), "state_topic": .text(topics.output(name)), "icon": .text("mdi:electric-switch")]
            if switches.contains(name) {
                (output["platform"], output["command_topic"]) = (.text("switch"), .text(topics.command + "output/" + name))
            } else {
                output["platform"] = .text("binary_sensor")
            }
            components["output_" + name] = output
        }
    }

    private func addCommands(to components: inout [String: [String: JSONValue]]) {
        for (name, title, icon) in [("calibrate", "Calibrate", "mdi:crosshairs-gps"), ("pause", "Pause", "mdi:pause"), ("resume", "Resume", "mdi:play"),
                                    ("stop", "Stop", "mdi:stop-circle")]
        where settings.allow.contains(name) && (["calibrate", "stop"].contains(name) || !mayPause) {
            components["button_" + name] = ["platform": .text("button"), "name": .text(title), "command_topic": .text(topics.command + name),
                                             "entity_category": .text("config"), "icon": .text(icon)]
        }
        if mayPause {
            components["paused"] = ["platform": .text("switch"), "name": .text("Paused"), "state_topic": .text(topics.state), "value_template": .text("{{ value_json.paused }}"),
                                    "command_topic": .text(topics.command + CommandRules.paused), "entity_category": .text("config"), "icon": .text("mdi:pause-circle-outline")]
        }
        if settings.allow.contains("ask") {
            components["ask"] = ["platform": .text("text"), "name": .text("Ask"), "command_topic": .text(topics.command + "ask"), "max": .number(255), "icon": .text("mdi:comment-question-outline")]
        }
    }
}
