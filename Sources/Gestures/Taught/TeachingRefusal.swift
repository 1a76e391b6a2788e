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

    /// Its code, for programs.
    public var code: String {
        switch self {
        case .tooFew: "too-few"
        case .tooDifferent: "too-different"
        case .likeRest: "like-rest"
        case .like: "like-other"
        }
    }

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
