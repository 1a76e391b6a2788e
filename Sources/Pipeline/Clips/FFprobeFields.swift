import Platform

/// The values of ffprobe's JSON, in which numbers are texts.
enum FFprobeFields {
    /// `nil` if there is none.
    static func number(_ value: JSONValue?) -> Double? { value?.text.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil } }

    /// "30000/1001"; `nil` for "0/0".
    static func ratio(_ value: JSONValue?) -> Double? {
        let parts = (value?.text ?? "").split(separator: "/").compactMap { Double($0) }
        guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
        return parts[0] / parts[1]
    }

    /// "00:01:02.5" in seconds.
    static func seconds(_ value: JSONValue?) -> Double? {
        let parts = (value?.text ?? "").split(separator: ":").compactMap { Double($0) }
        guard parts.count == 3 else { return nil }
        return parts[0] * 3600 + parts[1] * 60 + parts[2]
    }
}
