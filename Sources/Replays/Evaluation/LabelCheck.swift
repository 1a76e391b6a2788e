import Gestures
import Platform
import Traces

/// Finds labels that cannot mean what they say.
enum LabelCheck {
    /// Labels are set by eye, and a clip's last picture comes a moment before its end.
    private static let tolerance = ClipScore.after

    /// - Parameters:
    ///   - gestures: says which are looked for.
    ///   - seconds: the clip's length.
    static func warnings(_ labels: [Label], _ gestures: GestureConfiguration, seconds: Double) -> [String] {
        let behind = labels.filter { $0.end > seconds + tolerance }.sorted { $0.start < $1.start }
        var warnings = labels.isEmpty ? ["there are no labels: every gesture that is found counts as a false one"] : []
        if let first = behind.first {
            warnings.append("\(behind.count == 1 ? "one label ends" : "\(behind.count) labels end") behind the clip's last picture at "
                + "\(short(seconds)) s, the first: \(words(first)); expected seconds from the clip's beginning, and this clip's labels")
        }
        let meant = labels.filter { $0.gesture != .ignore }.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        let overlaps = zip(meant, meant.dropFirst()).filter { $0.end > $1.start }
        if let (one, other) = overlaps.first {
            let count = overlaps.count == 1 ? "two labels overlap" : "labels overlap in \(overlaps.count) places, the first"
            warnings.append("\(count): \(words(one)) and \(words(other)); expected one gesture at a time")
        }
        for (gesture, unused) in Dictionary(grouping: labels, by: \.gesture).sorted(by: { "\($0.key)" < "\($1.key)" }) {
            guard let remedy = gesture.remedy(in: gestures) else { continue }
            let count = unused.count == 1 ? "one label of \(gesture) is" : "\(unused.count) labels of \(gesture) are"
            warnings.append("\(count) neither found nor missed, because it is not looked for: \(remedy)")
        }
        return warnings
    }

    private static func words(_ label: Label) -> String { "\(label.gesture) from \(short(label.start)) to \(short(label.end)) s" }

    private static func short(_ seconds: Double) -> String { NumberFormat.text(seconds) }
}
