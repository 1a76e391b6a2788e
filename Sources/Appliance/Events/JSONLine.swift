// One JSON object on one line, with its keys in the order in which a person wants to read them.

/// Builds a JSON object. (JSONEncoder promises no order of keys, and the event schema is read by people too.)
struct JSONLine {
    private var text = "{"

    mutating func add(_ key: String, _ value: Double) { add(key, raw: Self.number(value)) }
    mutating func add(_ key: String, _ value: Int) { add(key, raw: "\(value)") }
    mutating func add(_ key: String, _ value: String) { add(key, raw: value.tomlQuoted) }
    mutating func add(_ key: String, _ value: Bool) { add(key, raw: value ? "true" : "false") }
    mutating func add(_ key: String, _ value: String?) { add(key, raw: value?.tomlQuoted ?? "null") }
    mutating func add(_ key: String, _ value: Double?) { add(key, raw: value.map { Self.number($0) } ?? "null") }

    /// A list of objects.
    mutating func add(_ key: String, lines: [JSONLine]) {
        add(key, raw: "[" + lines.map(\.line).joined(separator: ",") + "]")
    }

    /// A point as `[x,y]`.
    mutating func add(_ key: String, _ value: SIMD2<Double>, decimals: Int = 1) {
        add(key, raw: "[\(Self.number(value.x, decimals: decimals)),\(Self.number(value.y, decimals: decimals))]")
    }

    /// The finished line, without a newline.
    var line: String { text + "}" }

    /// What is JSON already.
    mutating func add(_ key: String, raw value: String) {
        text += (text.utf8.count > 1 ? "," : "") + key.tomlQuoted + ":" + value
    }

    /// A number with at most three decimals; what JSON has no number for becomes null.
    static func number(_ value: Double, decimals: Int = 3) -> String {
        guard value.isFinite, value.magnitude < 1e12 else { return "null" }
        let scale = decimals == 1 ? 10.0 : 1000.0
        let scaled = (value * scale).rounded()
        return (scaled == 0 ? 0 : scaled / scale).shortest
    }
}
