import MQTTSettings
import Platform

/// The message by which Home Assistant (2024.12 or later) finds the machine: one for the device, with all its entities.
///
/// Its fields are those of Home Assistant's MQTT schemas (`device`, `origin`, `components`, and for each entity `platform`).
package struct Discovery: Sendable {
    private let topics: Topics
    private let settings: MQTTConfiguration

    package init(_ topics: Topics, _ settings: MQTTConfiguration) { (self.topics, self.settings) = (topics, settings) }

    /// - Parameter state: a machine without a battery gets no entity for one, and an output gets one when it was first switched.
    package func payload(_ state: DeviceState) -> String {
        var components: [String: [String: JSONValue]] = [:]
        addEvents(to: &components)
        addSensors(to: &components, state)
        addOutputs(to: &components, state)
        if settings.commands { addCommands(to: &components) }
        for (name, fields) in components { components[name] = fields.merging(["unique_id": .text(topics.identifier + "_" + name)]) { $1 } }
        let name = String(topics.identifier.dropFirst("nodline_".count))
        return JSONValue.object([
            "device": .object(["identifiers": .list([.text(topics.identifier)]), "name": .text("Nodline " + name),
                               "manufacturer": .text("Nodline"), "model": .text("Head switch")]),
            "origin": .object(["name": .text("nodline-mqtt")]),
            "components": .object(components.mapValues { .object($0) }),
            "availability_topic": .text(topics.availability),
            "qos": .number(1),
        ]).line
    }

    private func addEvents(to components: inout [String: [String: JSONValue]]) {
        components["gesture"] = ["platform": .text("event"), "name": .text("Gesture"), "state_topic": .text(topics.gesture),
                                 "event_types": .list(DeviceState.gestures.map { .text($0) }), "icon": .text("mdi:head-sync-outline")]
        components["answer"] = ["platform": .text("event"), "name": .text("Answer"), "state_topic": .text(topics.answer),
                                "event_types": .list([.text("yes"), .text("no"), .text("none")])]
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
            components["button_" + name] = ["platform": .text("button"), "name": .text(title), "command_topic": .text(topics.command + name)]
        }
        if settings.allow.contains("ask") {
            components["ask"] = ["platform": .text("text"), "name": .text("Ask"), "command_topic": .text(topics.command + "ask"), "max": .number(255)]
        }
    }
}
