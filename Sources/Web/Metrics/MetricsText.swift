/// Metrics in Prometheus' text format, version 0.0.4.
package struct MetricsText: Sendable {
    package enum Kind: String { case gauge, counter, histogram }

    package private(set) var text = ""

    package init() {}

    /// A metric with one value; none if it is not known.
    package mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double?) {
        guard let value else { return }
        begin(name, kind, help)
        text += "\(name) \(Self.number(value))\n"
    }

    /// A metric with a value for each value of a label.
    package mutating func add(_ name: String, _ kind: Kind, _ help: String, by label: String, _ values: [(String, Double)]) {
        guard !values.isEmpty else { return }
        begin(name, kind, help)
        for (key, value) in values.sorted(by: { $0.0 < $1.0 }) { text += "\(name){\(label)=\"\(Self.escaped(key))\"} \(Self.number(value))\n" }
    }

    /// - Parameters:
    ///   - bounds: upper bounds, rising.
    ///   - counts: how many values lay in each interval, and above the last bound.
    package mutating func addHistogram(_ name: String, _ help: String, bounds: [Double], counts: [Double], sum: Double) {
        guard counts.count == bounds.count + 1 else { return }
        begin(name, .histogram, help)
        var total = 0.0
        for (bound, count) in zip(bounds.map(Self.number) + ["+Inf"], counts) {
            total += count
            text += "\(name)_bucket{le=\"\(bound)\"} \(Self.number(total))\n"
        }
        text += "\(name)_sum \(Self.number(sum))\n\(name)_count \(Self.number(total))\n"
    }

    private mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 9e15 ? String(Int(value)) : String(value)
    }

    private static func escaped(_ value: String) -> String {
        value.reduce(into: "") { text, character in
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
    }
}
