import Platform

/// The appliance's reply to `status` as metrics.
package struct ApplianceMetrics {
    private static let states = ["searching", "still", "calibrating", "ready", "armed", "low", "paused", "fault", "critical", "measuring-ranges",
                                 "calibrating-gaze", "teaching", "enrolling", "recognising", "stranger", "stopped", "not-enabled"]

    private let status: [String: JSONValue]

    /// - Parameter status: `nil` if the appliance does not answer.
    package init(_ status: [String: Platform.JSONValue]?) { self.status = status ?? [:] }

    package func add(to metrics: inout MetricsText) {
        metrics.add("nodline_up", .gauge, "Whether the appliance answers.", status.isEmpty ? 0 : 1)
        guard !status.isEmpty else { return }
        metrics.add("nodline_uptime_seconds", .gauge, "Time since the appliance's start.", number("uptime"))
        let state = status["state"]?.text
        metrics.add("nodline_state", .gauge, "The appliance's state: 1 for the present one.", by: "state",
                    Self.states.map { ($0, $0 == state ? 1 : 0) })
        metrics.add("nodline_face_present", .gauge, "Whether a face is seen.", flag("face"))
        metrics.add("nodline_question_open", .gauge, "Whether a question waits for its answer.",
                    status["armed"].map { Self.number($0) == nil ? 0 : 1 })
        addFrames(to: &metrics)
        addPower(to: &metrics)
        metrics.add("nodline_output_on", .gauge, "Whether an output is on.", by: "output", Self.numbers(status["outputs"]))
        metrics.add("nodline_axis_position_ratio", .gauge, "Where an axis stands, -1 to 1.", by: "axis", Self.numbers(status["axes"]))
        guard case .object(let figures)? = status["figures"] else { return }
        addGestures(figures, to: &metrics)
    }

    private func addFrames(to metrics: inout MetricsText) {
        metrics.add("nodline_capture_rate_hertz", .gauge, "Frames that the camera delivers.", number("capture_fps"))
        metrics.add("nodline_detection_rate_hertz", .gauge, "Frames that are worked on.", number("detect_fps"))
        metrics.add("nodline_frames_dropped_total", .counter, "Frames that were not worked on.", number("dropped"))
        metrics.add("nodline_cpu_usage_ratio", .gauge, "Processor time that the appliance uses, of one core.",
                    number("cpu_percent").map { $0 / 100 })
        if let point = status["operating_point"]?.text {
            metrics.add("nodline_operating_point_info", .gauge, "The operating point in use.", by: "point", [(point, 1)])
        }
    }

    private func addPower(to metrics: inout MetricsText) {
        metrics.add("nodline_battery_charge_ratio", .gauge, "The battery's charge.", number("battery_percent").map { $0 / 100 })
        metrics.add("nodline_battery_remaining_seconds", .gauge, "How long the battery lasts at the present power.",
                    number("hours_left").map { $0 * 3600 })
        metrics.add("nodline_temperature_celsius", .gauge, "The board's temperature.", number("temperature"))
    }

    private func addGestures(_ figures: [String: JSONValue], to metrics: inout MetricsText) {
        addHistogram("nodline_frame_cost_seconds", "Processor time of a frame.", figures["frame_cost"], to: &metrics)
        addHistogram("nodline_gesture_latency_seconds", "Time from the end of a gesture's movement to its event.",
                     figures["gesture_latency"], to: &metrics)
        metrics.add("nodline_gestures_total", .counter, "Gestures that were recognised.", by: "gesture", Self.numbers(figures["gestures"]))
        metrics.add("nodline_movements_refused_total", .counter, "Movements that were no gesture, by the rule that they broke.", by: "rule",
                    Self.numbers(figures["refused"]))
        metrics.add("nodline_faults_total", .counter, "Faults that were reported.", by: "fault", Self.numbers(figures["faults"]))
    }

    private func addHistogram(_ name: String, _ help: String, _ value: JSONValue?, to metrics: inout MetricsText) {
        guard case .object(let fields)? = value, let sum = fields["sum"].flatMap(Self.number) else { return }
        metrics.addHistogram(name, help, bounds: Self.list(fields["bounds"]), counts: Self.list(fields["counts"]), sum: sum)
    }

    private func number(_ field: String) -> Double? { status[field].flatMap(Self.number) }

    private func flag(_ field: String) -> Double? { if case .flag(let flag)? = status[field] { flag ? 1 : 0 } else { nil } }

    private static func number(_ value: JSONValue) -> Double? { if case .number(let number) = value { number } else { nil } }

    private static func numbers(_ value: JSONValue?) -> [(String, Double)] {
        guard case .object(let fields)? = value else { return [] }
        return fields.compactMap { name, value in number(value).map { (name, $0) } }
    }

    private static func list(_ value: JSONValue?) -> [Double] { if case .list(let list)? = value { list.compactMap(number) } else { [] } }
}
