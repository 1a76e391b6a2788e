import Platform

/// The results of `nodline bench` on one machine. CPU times are of one thread unless the name says otherwise.
package struct BenchResult: Encodable {
    /// Cost of one operating point on this machine, in per cent of a core: a first estimate of its `budget.cpu_percent`.
    struct PointCost: Encodable {
        /// The name in events and in `status`.
        var name: String
        var still_cpu_percent: Double
        var moving_cpu_percent: Double
    }

    /// Bare LiteRT runs.
    var mesh_run_ms = 0.0
    var detect_run_ms = 0.0
    /// CPU of each stage, over the frames that contain it.
    var stages: [String: Spread] = [:]
    /// CPU of a frame while a moving head is followed.
    var followed_low_ms = 0.0
    var followed_high_ms = 0.0
    /// CPU of a second of video at 15 frames a second, with accuracy `low` and `high`.
    var still_ms_per_s = 0.0
    var still_high_ms_per_s = 0.0
    var empty_ms_per_s = 0.0
    /// The same with accuracy `low`, by scene and frames a second.
    var scenes_ms_per_s: [String: [String: Double]] = [:]
    /// CPU of a second at 15 frames a second without and with gestures that ask for the eyes, by scene and accuracy; and another bare run of
    /// the mesh right after it.
    var eyes_ms_per_s: [String: [String: Double]] = [:]
    var mesh_run_after_ms = 0.0
    /// The operating points of the governor with the default configuration, best first.
    var operating_points: [PointCost] = []
    /// CPU of a frame in a running appliance, minus finding and following the face (``CaptureToLine``).
    var capture_to_line_ms = 0.0
    /// Heap allocations per frame without events, by Nodline's own code; `nil` without `libAllocationCounter.so`.
    var allocations_per_frame: Double?
    /// What ten taught gestures add to a frame.
    var taught = TaughtBench.Cost()
    /// Memory of `nodline replay` after its last frame.
    var resident_mb = 0.0
    var resident_peak_mb = 0.0
    var proportional_mb = 0.0
    /// From starting `nodline replay` to the first event of its first frame, in milliseconds of real time.
    var start_ms = 0.0

    enum CodingKeys: String, CodingKey {
        case mesh_run_ms, detect_run_ms, stages, followed_low_ms, followed_high_ms, still_ms_per_s, still_high_ms_per_s,
             empty_ms_per_s, scenes_ms_per_s, eyes_ms_per_s, mesh_run_after_ms, operating_points, capture_to_line_ms, allocations_per_frame, taught, resident_mb,
             resident_peak_mb, proportional_mb, start_ms
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(mesh_run_ms, forKey: .mesh_run_ms)
        try container.encode(detect_run_ms, forKey: .detect_run_ms)
        try container.encode(stages, forKey: .stages)
        try container.encode(followed_low_ms, forKey: .followed_low_ms)
        try container.encode(followed_high_ms, forKey: .followed_high_ms)
        try container.encode(still_ms_per_s, forKey: .still_ms_per_s)
        try container.encode(still_high_ms_per_s, forKey: .still_high_ms_per_s)
        try container.encode(empty_ms_per_s, forKey: .empty_ms_per_s)
        try container.encode(scenes_ms_per_s, forKey: .scenes_ms_per_s)
        try container.encode(eyes_ms_per_s, forKey: .eyes_ms_per_s)
        try container.encode(mesh_run_after_ms, forKey: .mesh_run_after_ms)
        try container.encode(operating_points, forKey: .operating_points)
        try container.encode(capture_to_line_ms, forKey: .capture_to_line_ms)
        try container.encode(allocations_per_frame, forKey: .allocations_per_frame)  // null instead of omitted
        try container.encode(taught, forKey: .taught)
        try container.encode(resident_mb, forKey: .resident_mb)
        try container.encode(resident_peak_mb, forKey: .resident_peak_mb)
        try container.encode(proportional_mb, forKey: .proportional_mb)
        try container.encode(start_ms, forKey: .start_ms)
    }

    /// The table for a terminal.
    package var table: String {
        func ms(_ value: Double) -> String { "\(NumberFormat.text(value)) ms" }
        func mb(_ value: Double) -> String { "\(NumberFormat.text(value, decimals: 1)) MB" }
        var rows = [["what", "cost", "at most in 99 %"],
                    ["bare run of the mesh", ms(mesh_run_ms), ""], ["bare run of the detector", ms(detect_run_ms), ""]]
        for (name, spread) in stages.sorted(by: { $0.key < $1.key }) {
            rows.append(["stage \(name)", ms(spread.median_ms), ms(spread.p99_ms)])
        }
        for (name, costs) in scenes_ms_per_s.sorted(by: { $0.key < $1.key }) {
            for (rate, cost) in costs.sorted(by: { (Int($0.key) ?? 0) < (Int($1.key) ?? 0) }) {
                rows.append(["a second at \(rate) frames, \(name), low", ms(cost), ""])
            }
        }
        for (name, costs) in eyes_ms_per_s.sorted(by: { $0.key < $1.key }) {
            for (way, cost) in costs.sorted(by: { $0.key < $1.key }) {
                rows.append(["a second at 15 frames, \(name), \(way)", ms(cost), ""])
            }
        }
        for point in operating_points {
            let percent = [point.still_cpu_percent, point.moving_cpu_percent].map { NumberFormat.text($0, decimals: 2) }
            rows.append(["operating point \(point.name): still, moving head", percent.joined(separator: ", ") + " %", ""])
        }
        rows += [["a frame, moving head, accuracy low", ms(followed_low_ms), ""],
                 ["a frame, moving head, accuracy high", ms(followed_high_ms), ""],
                 ["a second at 15 frames, still head, high", ms(still_high_ms_per_s), ""],
                 ["a live frame to its line, but for the face", ms(capture_to_line_ms), ""],
                 ["heap allocations a frame", allocations_per_frame.map { NumberFormat.text($0) } ?? "not counted (see --help)", ""],
                 ["replay: resident (RSS), now and at most", mb(resident_mb), mb(resident_peak_mb)],
                 ["replay: proportional (PSS)", mb(proportional_mb), ""],
                 ["replay: start to first event", ms(start_ms), ""]]
        let rate = NumberFormat.text(taught.rate, decimals: 1)
        rows.append(["ten taught gestures, a frame at \(rate) a second", ms(taught.added_ms), ""])
        if let added = taught.added_allocations { rows.append(["heap allocations a frame by ten taught gestures", NumberFormat.text(added), ""]) }
        return EvaluationTable.aligned(rows)
    }
}
