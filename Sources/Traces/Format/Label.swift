import FoundationEssentials
import Gestures
import Platform

/// A gesture in a label.
package enum LabelledGesture: Hashable, Sendable, CustomStringConvertible {
    case look(HeadDirection)
    case hold(HeadDirection)
    /// A look or a hold: both are correct.
    case any(HeadDirection)
    case tilt(Shoulder)
    case holdTilt(Shoulder)
    case expression(FacialExpression)
    case holdExpression(FacialExpression)
    case nod
    case shake
    /// A movement that was taught: `my-NAME`.
    case taught(GestureName)
    /// Gestures reported in this span are not counted.
    case ignore

    package init?(_ text: String) {
        if case .taught(let name)? = HeadGesture(text) {
            self = .taught(name)
            return
        }
        guard let gesture = Self.all.first(where: { $0.description == text }) else { return nil }
        self = gesture
    }

    /// All but those that were taught.
    private static let all = HeadDirection.allCases.flatMap { [LabelledGesture.look($0), .hold($0), .any($0)] } + [.nod, .shake, .ignore]
        + Shoulder.allCases.flatMap { [LabelledGesture.tilt($0), .holdTilt($0)] }
        + FacialExpression.allCases.flatMap { [LabelledGesture.expression($0), .holdExpression($0)] }

    /// A gesture as people write it: "Nod", "hold left", "Eyes_closed".
    init?(written text: String) {
        let plain = String(text.filter { !"\"'“”„‚‘’".contains($0) }.map { $0 == " " || $0 == "_" || $0 == "–" || $0 == "−" ? "-" : $0 })
        guard let gesture = LabelledGesture(text) ?? LabelledGesture(plain) ?? LabelledGesture(plain.lowercased()) else { return nil }
        self = gesture
    }

    /// The known gesture that is nearest to a mistyped one.
    static func nearest(to text: String) -> String? { NearestWord.to(text.lowercased(), among: all.map(\.description)) }

    package var description: String {
        switch self {
        case .look(let direction): direction.rawValue
        case .hold(let direction): "hold-\(direction)"
        case .any(let direction): "any-\(direction)"
        case .tilt(let shoulder): "tilt-\(shoulder)"
        case .holdTilt(let shoulder): "hold-tilt-\(shoulder)"
        case .expression(let expression): expression.rawValue
        case .holdExpression(let expression): "hold-\(expression.rawValue)"
        case .nod: "nod"
        case .shake: "shake"
        case .taught(let name): "\(HeadGesture.taught(name))"
        case .ignore: "ignore"
        }
    }
}

/// A labelled span of a clip, in seconds.
package struct Label: Equatable, Sendable {
    package let start: Double
    package let end: Double
    package let gesture: LabelledGesture

    package init(start: Double, end: Double, gesture: LabelledGesture) {
        self.start = start
        self.end = end
        self.gesture = gesture
    }

    private static let header = "start,end,gesture"

    /// Labels as CSV: `start,end,gesture`.
    package static func csv(_ labels: [Label]) -> String {
        ([header] + labels.map { "\(NumberFormat.text($0.start)),\(NumberFormat.text($0.end)),\($0.gesture)" })
            .joined(separator: "\n") + "\n"
    }

    /// Reads a table: CSV, or what a spreadsheet makes of it (see ``LabelRows``).
    /// - Throws: ``LabelError`` with file and line.
    package static func read(file: String) throws -> [Label] {
        try LabelRows(file: file, headers: [header]).rows.map { row in
            let (start, end) = try row.span(header)
            guard let gesture = LabelledGesture(written: row.cells[2]) else {
                let nearest = LabelledGesture.nearest(to: row.cells[2]).map { "; did you mean \($0)?" } ?? ""
                throw row.fault("\(row.cells[2].quoted) is not a gesture\(nearest); expected left, right, up, down, hold-left …, any-left …, tilt-left …, hold-tilt-left …, mouth, eyes-closed, brows, smile, hold-mouth …, nod, shake, my-NAME or ignore")
            }
            return Label(start: start, end: end, gesture: gesture)
        }
    }
}

/// A label file that cannot be used.
package struct LabelError: Error, Equatable, CustomStringConvertible {
    let file: String
    let line: Int
    let problem: String

    /// - Parameter line: 0 for the whole file.
    package init(file: String, line: Int, problem: String) {
        self.file = file
        self.line = line
        self.problem = problem
    }

    package var description: String { "\(file)\(line > 0 ? ":\(line)" : ""): \(problem)" }
}
