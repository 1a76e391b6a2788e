import Gestures

/// The progress of a teaching.
package enum TeachProgress: Equatable, Sendable {
    /// What the person is asked to do, or what was found.
    case told(Teacher.Report)
    /// The repetitions are complete; the template is being made.
    case computing
    /// The gesture is kept.
    case kept(Lesson)
    /// Nothing has changed: a word for programs, and the reason with advice.
    case refused(String, words: String)
    case cancelled(reason: String)
}

extension Lesson {
    /// "found 6 of 6; expected to fire by itself at most 0.8 times an hour (95 %)", with advice.
    package var words: String {
        let rate = gesture.rate
        let expected = "found \(found) of \(of); expected to fire by itself at most \(RateText.text(rate.upper95)) times an hour (95 %), by \(RateText.text(rate.hours)) hours of ordinary movement"
        return advice.isEmpty ? expected : expected + ". To make it more reliable: " + advice.map(\.words).joined(separator: "; ")
    }
}
