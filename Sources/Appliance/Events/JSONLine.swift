// One JSON object on one line, with its keys in the order in which a person wants to read them.
import Platform

/// Builds a JSON object. (JSONEncoder promises no order of keys, and the event schema is read by people too.)
package struct JSONLine {
    private var text = "{"

    package init() {}

    package mutating func add(_ key: String, _ value: Double) { add(key, raw: NumberFormat.text(value)) }
    package mutating func add(_ key: String, _ value: Int) { add(key, raw: "\(value)") }
    package mutating func add(_ key: String, _ value: String) { add(key, raw: value.quoted) }
    package mutating func add(_ key: String, _ value: Bool) { add(key, raw: value ? "true" : "false") }
    package mutating func add(_ key: String, _ value: String?) { add(key, raw: value?.quoted ?? "null") }
    package mutating func add(_ key: String, _ value: Double?) { add(key, raw: value.map { NumberFormat.text($0) } ?? "null") }

    /// A list of objects.
    package mutating func add(_ key: String, lines: [JSONLine]) {
        add(key, raw: "[" + lines.map(\.line).joined(separator: ",") + "]")
    }

    /// A point as `[x,y]`.
    package mutating func add(_ key: String, _ value: SIMD2<Double>, decimals: Int = 1) {
        add(key, raw: "[\(NumberFormat.text(value.x, decimals: decimals)),\(NumberFormat.text(value.y, decimals: decimals))]")
    }

    /// The finished line, without a newline.
    package var line: String { text + "}" }

    /// What is JSON already.
    package mutating func add(_ key: String, raw value: String) {
        text += (text.utf8.count > 1 ? "," : "") + key.quoted + ":" + value
    }
}
