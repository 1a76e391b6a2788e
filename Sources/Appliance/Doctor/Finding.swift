/// A finding about one part of the board.
package struct Finding: Equatable, Sendable, Encodable {
    /// How it stands.
    package enum Grade: String, Sendable, Encodable {
        case good
        /// It works, and could work better; or it is not known whether it works.
        case advice
        /// It does not work like this.
        case fault
    }

    package let subject: String
    package let grade: Grade
    /// What was found, in plain words.
    package let detail: String
    /// What to do about it; empty if nothing has to be done.
    package let remedy: String

    package static func good(_ subject: String, _ detail: String) -> Finding {
        Finding(subject: subject, grade: .good, detail: detail, remedy: "")
    }

    package static func advice(_ subject: String, _ detail: String, _ remedy: String) -> Finding {
        Finding(subject: subject, grade: .advice, detail: detail, remedy: remedy)
    }

    package static func fault(_ subject: String, _ detail: String, _ remedy: String) -> Finding {
        Finding(subject: subject, grade: .fault, detail: detail, remedy: remedy)
    }

    /// For a person: the finding, and the remedy on a line of its own.
    package var words: String {
        let mark = switch grade {
        case .good: "✓"
        case .advice: "·"
        case .fault: "✗"
        }
        let name = subject + String(repeating: " ", count: max(0, 12 - subject.count))
        return "\(mark) \(name) \(detail)" + (remedy.isEmpty ? "" : "\n\(String(repeating: " ", count: 15))→ \(remedy)")
    }
}
