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

/// Why no gesture was made.
public enum TeachingRefusal: Error, Equatable, Sendable {
    /// Fewer than ``Teacher/counts`` repetitions can be used.
    case tooFew(Int)
    /// The repetitions have too little in common.
    case tooDifferent
    /// It cannot be told from ordinary movement: it would fire by itself this often an hour.
    case likeRest(rate: Double)
    /// It cannot be told from this gesture.
    case like(GestureName)

    /// In words that advise.
    public var words: String {
        switch self {
        case .tooFew(let count): "only \(count) repetitions can be used; make the movement once after each sign"
        case .tooDifferent: Teacher.Fault.tooDifferent.words
        case .likeRest(let rate):
            "it is too much like ordinary movement: it would fire by itself about \(Int(rate.rounded(.up))) times an hour; make it larger, hold it, or pair it with closed eyes"
        case .like(let name): "it is too much like my-\(name); choose a movement that differs more, or forget my-\(name)"
        }
    }
}

extension TaughtGesture {
    /// Makes a gesture of its repetitions.
    /// - Parameters:
    ///   - repetitions: at least 5.
    ///   - rest: recordings of the person's own ordinary minutes.
    ///   - library: recordings of ordinary movement of other people.
    ///   - others: the gestures that were taught before; it must differ from them.
    public static func make(_ name: GestureName, from repetitions: [TaughtRepetition], rest: some Sequence<[HeadSample]>, library: some Sequence<[HeadSample]>,
                            others: [TaughtGesture]) -> Result<Lesson, TeachingRefusal> {
        .failure(.tooDifferent)
    }
}
