import Platform

/// Why nobody can say whose face it is.
package enum RecognitionObstacle: Equatable, Sendable {
    case dark, far, turned, hidden
    /// Not everybody who may act is enrolled.
    case notEnrolled
    /// It is neither like nor unlike enough: the distance, and the limit.
    case unclear(distance: Double, limit: Double)
    /// The recogniser has not answered for so many seconds.
    case noAnswer(Double)
    /// The recogniser does not work, and why.
    case failed(String)

    /// For programs: `reason` of a `person` event.
    package var code: String {
        switch self {
        case .dark: "dark"
        case .far: "far"
        case .turned: "turned"
        case .hidden: "hidden"
        case .notEnrolled: "not-enrolled"
        case .unclear: "unclear"
        case .noAnswer: "no-answer"
        case .failed: "failed"
        }
    }

    package var words: String {
        switch self {
        case .dark: "the face is too dark"
        case .far: "the face is too far away"
        case .turned: "the face is turned away"
        case .hidden: "the face is not seen clearly"
        case .notEnrolled: "not everybody who may act is enrolled for it: nodline enrol NAME"
        case .unclear(let distance, let limit): "the face is neither like nor unlike enough (\(Self.text(distance)); the limit is \(Self.text(limit)))"
        case .noAnswer(let seconds): "there was no answer for \(seconds.shortest) s"
        case .failed(let detail): detail
        }
    }

    private static func text(_ distance: Double) -> String { NumberFormat.text(distance, decimals: 2) }
}
