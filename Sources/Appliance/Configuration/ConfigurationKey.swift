// One key of the configuration: its range, where its value goes, and what it means.

/// A key of a table whose values land in `Root`. Reading, checking and printing all go by it, so that they cannot
/// disagree.
package struct ConfigurationKey<Root>: Sendable {
    /// What the key takes and where it is kept.
    package enum Value: Sendable {
        case number(ClosedRange<Double>, unit: String, WritableKeyPath<Root, Double> & Sendable)
        case integer(ClosedRange<Int>, WritableKeyPath<Root, Int> & Sendable)
        case flag(WritableKeyPath<Root, Bool> & Sendable)
        case text(WritableKeyPath<Root, String> & Sendable)
        case texts(WritableKeyPath<Root, [String]> & Sendable)
        /// One word of several.
        case word([String], get: @Sendable (Root) -> String, set: @Sendable (inout Root, String) -> Void)
        /// One or several words of several.
        case words([String], get: @Sendable (Root) -> [String], set: @Sendable (inout Root, [String]) -> Void)
    }

    /// The full path, for example `gestures.acceptance`; within a named table only the key.
    package let path: String
    package let value: Value

    package init(_ path: String, _ value: Value) {
        self.path = path
        self.value = value
    }

    /// The key itself, and the table that it stands in, which may lie in another one: "budget.battery".
    package var name: String { String(path.split(separator: ".").last ?? "") }
    package var table: String { path.split(separator: ".").dropLast().joined(separator: ".") }

    /// What is expected, for error messages: "a number from 0.05 to 10 s".
    package var expectation: String {
        switch value {
        case .number(let range, let unit, _):
            "a number from \(range.lowerBound.shortest) to \(range.upperBound.shortest)\(unit.isEmpty ? "" : " \(unit)")"
        case .integer(let range, _): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .flag: "true or false"
        case .text: "a text in quotes"
        case .texts: "a list of texts: [\"…\", \"…\"]"
        case .word(let words, _, _): "one of \(words.quoted)"
        case .words(let words, _, _): "one or a list of \(words.quoted)"
        }
    }

    /// The value in `root`, as TOML.
    package func toml(in root: Root) -> String {
        switch value {
        case .number(_, _, let path): root[keyPath: path].shortest
        case .integer(_, let path): "\(root[keyPath: path])"
        case .flag(let path): "\(root[keyPath: path])"
        case .text(let path): root[keyPath: path].tomlQuoted
        case .texts(let path): Self.list(root[keyPath: path])
        case .word(_, let get, _): get(root).tomlQuoted
        case .words(_, let get, _): Self.list(get(root))
        }
    }

    private static func list(_ texts: [String]) -> String {
        "[" + texts.map(\.tomlQuoted).joined(separator: ", ") + "]"
    }
}

extension Double {
    /// The shortest text that reads back as the same number, without ".0" on whole ones.
    package var shortest: String {
        let text = "\(self)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension String {
    /// As a basic string of TOML, which is a string of JSON too.
    var tomlQuoted: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            default:
                if scalar.value < 0x20 || scalar.value == 0x7F {
                    let digits = String(scalar.value, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        return text + "\""
    }
}

extension [String] {
    /// "a", "b" or "c".
    var quoted: String {
        let all = filter { !$0.isEmpty }.map { "\"\($0)\"" }
        guard let last = all.last, all.count > 1 else { return all.first ?? "" }
        return all.dropLast().joined(separator: ", ") + " or " + last
    }
}
