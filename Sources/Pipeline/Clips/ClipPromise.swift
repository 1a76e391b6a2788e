import Platform

/// How many pictures and seconds a file says it has, to tell a clip that was cut short from a whole one.
struct ClipPromise {
    private let count: Int?
    /// Fewer pictures than `count` are no fault down to this.
    private let least: Int
    /// When the pictures end, in seconds from the recording's beginning.
    private let end: Double?
    /// How much earlier the last picture may end, in seconds.
    private let tolerance: Double

    /// - Parameters:
    ///   - stream: ffprobe's fields of the pictures, and of the whole file.
    ///   - isAlone: whether the file has no other stream.
    init(_ stream: [String: JSONValue], format: [String: JSONValue], isAlone: Bool) {
        let kinds = format["format_name"]?.text ?? "", begin = FFprobeFields.number(format["start_time"]) ?? 0
        let duration = FFprobeFields.number(stream["duration"])
        let own = FFprobeFields.seconds(stream["tags"]?.fields?["DURATION"])
            ?? duration.map { $0 + (FFprobeFields.number(stream["start_time"]) ?? 0) }
        if let own {
            (end, tolerance) = (own - begin, max(0.5, own * 0.01))
        } else if !kinds.contains("mpeg"), let whole = FFprobeFields.number(format["duration"]) {
            // The sound may be longer.
            (end, tolerance) = (whole, isAlone ? max(0.5, whole * 0.01) : max(2, whole * 0.05))
        } else {
            (end, tolerance) = (nil, 0)  // of MPEG streams ffprobe estimates the length
        }
        guard let count = stream["nb_frames"]?.text.flatMap({ Int($0) }), count > 0 else {
            (self.count, least) = (nil, 0)
            return
        }
        if kinds.contains("mp4"), let duration, let average = FFprobeFields.ratio(stream["avg_frame_rate"]),
           case let shown = duration * average, Double(count) - shown > 1.5 {
            // An edit list hides the others.
            (self.count, least) = (max(1, Int(shown.rounded())), max(0, Int(shown * 0.98) - 3))
        } else {
            // Old AVI files count pictures that only repeat the one before.
            (self.count, least) = (count, count - (kinds == "avi" && stream["codec_name"]?.text == "mpeg4" ? 2 : 0))
        }
    }

    /// What is missing in a clip that was read to its end, in words; `nil` if nothing is.
    /// - Parameters:
    ///   - time: of the last picture, in seconds.
    ///   - interval: seconds from one picture to the next.
    func missing(frames: Int, last time: Double, interval: Double) -> String? {
        let read = time + interval
        if let count, frames < least {
            let seconds = end.map { " (\(Self.short(read)) of \(Self.short($0)) s)" } ?? ""
            return "\(frames) of \(count) pictures\(seconds) could be read"
        }
        // Without a count, the length tells; the last pictures may have been meant to last longer.
        if count == nil, let end, end - read > max(tolerance, 4 * interval) {
            return "\(Self.short(read)) of \(Self.short(end)) s could be read"
        }
        return nil
    }

    private static func short(_ seconds: Double) -> String { NumberFormat.text(seconds, decimals: 1) }
}
