import MQTTSettings
import Platform

/// The message by which Home Assistant (2024.12 or later) finds the machine: one for the device, with all its entities.
///
/// Its fields are those of Home Assistant's MQTT schemas (`device`, `origin`, `components`, and for each entity `platform`).
package struct Discovery: Sendable {
    private let topics: Topics
    private let settings: MQTTConfiguration
    private let page: String?

    /// - Parameter page: the setup page's address; `nil` if there is none.
    package init(_ topics: Topics, _ settings: MQTTConfiguration, page: String? = nil) { (self.topics, self.settings, self.page) = (topics, settings, page) }

    /// What entities can be; anything else is none of ours.
    static let platforms: Set<String> = ["binary_sensor", "button", "event", "sensor", "switch", "text"]

    /// - Parameters:
    ///   - state: a machine without a battery gets no entity for one, and an output gets one when it was first switched.
    ///   - former: the platform of each entity that Home Assistant knows. One that has gone, or is another kind of entity now, must be named once more
    ///     with its former platform alone; after that message comes one without `former`.
    package func payload(_ state: DeviceState, removing former: [String: String] = [:]) -> String {
        var components = components(state)
        for (name, fields) in components { components[name] = fields.merging(["unique_id": .text(topics.identifier + "_" + name)]) { $1 } }
        for (name, platform) in former { components[name] = ["platform": .text(platform)] }
        let name = String(topics.identifier.dropFirst("nodline_".count))
        var device: [String: JSONValue] = ["identifiers": .list([.text(topics.identifier)]), "name": .text("Nodline " + name),
                                           "manufacturer": .text("Nodline"), "model": .text("Head switch"), "sw_version": .text(Release.version)]
        if let page { device["configuration_url"] = .text(page) }
        return JSONValue.object([
            "device": .object(device),
            "origin": .object(["name": .text("nodline-mqtt"), "sw_version": .text(Release.version)]),
            "components": .object(components.mapValues { .object($0) }),
            "availability_topic": .text(topics.availability),
            "qos": .number(1),
        ]).line
    }

    /// The entities that Home Assistant knows and that are not there any more, with their platforms. What this program only does not know yet, because
    /// the appliance has not told, stays: sensors, and outputs that nobody has switched.
    package func gone(of former: [String: String], _ state: DeviceState) -> [String: String] {
        let components = components(state)
        return former.filter { name, platform in
            if let fields = components[name] { return fields["platform"] != .text(platform) }
            return !["sensor", "binary_sensor"].contains(platform)
        }
    }

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
                                 "event_types": .list(DeviceState.gestures.map { .text($0) }), "icon": .text("mdi:head-sync-outline")]
        components["answer"] = ["platform": .text("event"), "name": .text("Answer"), "state_topic": .text(topics.answer),
                                "event_types": .list([.text("yes"), .text("no"), .text("none")])]
        // At the root it may not reach the entities, and an event that the broker drops is lost.
        for name in ["gesture", "answer"] { components[name]?["qos"] = .number(1) }
    }

    private func addSensors(to components: inout [String: [String: JSONValue]], _ state: DeviceState) {
        func field(_ name: String) -> [String: JSONValue] {
            ["state_topic": .text(topics.state), "value_template": .text("{{ value_json.\(name) }}")]
        }
        for (name, title, kind) in [("face", "Face", "occupancy"), ("tracking", "Tracking", ""), ("paused", "Paused", ""),
                                    ("fault", "Fault", "problem"), ("camera", "Camera", "running")] {
            components[name] = field(name).merging(["platform": .text("binary_sensor"), "name": .text(title)]) { $1 }
            if !kind.isEmpty { components[name]?["device_class"] = .text(kind) }
        }
        components["fault"]?["json_attributes_topic"] = .text(topics.fault)
        let sensors = [("detect_fps", "Frame rate", "fps", ""), ("cpu_percent", "Processor", "%", ""), ("battery_percent", "Battery", "%", "battery"),
                       ("hours_left", "Battery hours left", "h", "duration"), ("temperature", "Temperature", "°C", "temperature")]
        for (name, title, unit, kind) in sensors where ["detect_fps", "cpu_percent"].contains(name) || state.figures[name] != nil {
            var sensor = field(name)
            (sensor["platform"], sensor["name"], sensor["unit_of_measurement"]) = (.text("sensor"), .text(title), .text(unit))
            (sensor["state_class"], sensor["entity_category"]) = (.text("measurement"), .text("diagnostic"))
            if !kind.isEmpty { sensor["device_class"] = .text(kind) }
            components[name] = sensor
        }
        for (name, title) in [("refused", "False starts refused"), ("dropped", "Events dropped"), ("commands_refused", "Commands refused")] {
            components[name] = field(name).merging(["platform": .text("sensor"), "name": .text(title), "state_class": .text("total_increasing"),
                                                    "entity_category": .text("diagnostic")]) { $1 }
        }
    }

    private func addOutputs(to components: inout [String: [String: JSONValue]], _ state: DeviceState) {
        let switches = settings.commands ? settings.allowedOutputs : []
        for name in Set(switches).union(state.outputs.keys) {
            var output: [String: JSONValue] = ["name": .text("Output " + name), "state_topic": .text(topics.output(name))]
            if switches.contains(name) {
                (output["platform"], output["command_topic"]) = (.text("switch"), .text(topics.command + "output/" + name))
            } else {
                output["platform"] = .text("binary_sensor")
            }
            components["output_" + name] = output
        }
    }

    private func addCommands(to components: inout [String: [String: JSONValue]]) {
        for (name, title) in [("calibrate", "Calibrate"), ("pause", "Pause"), ("resume", "Resume")] where settings.allow.contains(name) {
            components["button_" + name] = ["platform": .text("button"), "name": .text(title), "command_topic": .text(topics.command + name),
                                             "entity_category": .text("config")]
        }
        if settings.allow.contains("ask") {
            components["ask"] = ["platform": .text("text"), "name": .text("Ask"), "command_topic": .text(topics.command + "ask"), "max": .number(255)]
        }
    }
}
