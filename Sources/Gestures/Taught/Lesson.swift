/// A gesture that was made from its repetitions, and what is to be expected of it.
public struct Lesson: Equatable, Sendable {
    public var gesture: TaughtGesture
    /// The number of repetitions that were found again, each by a template made of the others, and the number of all.
    public var found: Int
    public var of: Int
    /// What would help; empty if nothing is needed.
    public var advice: [Advice]

    /// What would make a gesture more reliable.
    public enum Advice: String, CaseIterable, Sendable {
        case larger, hold, closeEyes = "close-eyes", moreRest = "more-rest"

        /// In words.
        public var words: String {
            switch self {
            case .larger: "make the movement larger"
            case .hold: "stay for a moment at its far end before you come back"
            case .closeEyes: "pair it with closed eyes"
            case .moreRest: "record more ordinary minutes (nodline record-rest), so that more can be promised"
            }
        }
    }
}
