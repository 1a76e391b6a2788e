/// Leads a person through the repetitions of a movement, and finds them by itself in the stream of samples.
///
/// Present each ``Report`` to the person, and feed every sample until ``outcome`` is set.
public struct Teacher: Sendable {
    /// An instruction, or what was found.
    public enum Report: Equatable, Sendable {
        /// Keep still for this many seconds.
        case rest(seconds: Double)
        /// Make the movement now: the sound or the light.
        case next(number: Int, of: Int)
        /// A repetition was found. `likeness`: 0…1 to the ones before it; `nil` for the first one.
        case found(number: Int, of: Int, likeness: Double?)
        /// A repetition does not count, and the next `next` asks for it again.
        case dropped(Reason)
        /// The repetitions are complete, or there are too few of them: see ``Teacher/outcome``.
        case done
    }

    /// Why a repetition was dropped.
    public enum Reason: String, CaseIterable, Sendable {
        /// The face was not seen all the time.
        case faceLost = "face-lost"
        /// Nothing moved after the cue.
        case nothingMoved = "nothing-moved"
        /// The movement did not end.
        case tookTooLong = "took-too-long"
        /// It is unlike the others.
        case different

        /// In words that advise.
        public var words: String {
            switch self {
            case .faceLost: "the face was lost; stay in the picture until the next sign"
            case .nothingMoved: "nothing moved; make the movement after the sign, larger if you can"
            case .tookTooLong: "the movement did not end within \(Int(Teacher.longest)) seconds; come back to where you began"
            case .different: "this one was unlike the others; it is left out"
            }
        }
    }

    /// Why the teaching led to nothing.
    public enum Fault: String, Error, CaseIterable, Sendable {
        case notStill = "not-still"
        case faceLost = "face-lost"
        case nothingMoved = "nothing-moved"
        case tooFew = "too-few"
        case tooDifferent = "too-different"

        /// In words that advise.
        public var words: String {
            switch self {
            case .notStill: "the head was never still before the first sign; rest your head, or wait until the trembling is less"
            case .faceLost: "the face was lost again and again; look for better light, or move the camera"
            case .nothingMoved: "nothing moved after the signs; make the movement larger, or choose another one"
            case .tooFew: "too few repetitions were found; make the movement once after each sign"
            case .tooDifferent: "the repetitions are too different from each other; make the same movement each time, or choose a simpler one"
            }
        }
    }

    /// Allowed numbers of repetitions.
    public static let counts = 5...10
    /// The longest movement, in seconds.
    public static let longest = 3.5

    /// The repetitions that count, or the fault; `nil` while the teaching goes on.
    public private(set) var outcome: Result<[TaughtRepetition], Fault>?

    private let count: Int

    /// - Parameters:
    ///   - repetitions: how many are asked for: 5 to 10.
    ///   - rest: seconds of rest before them.
    public init(repetitions: Int = 6, rest: Double = 3) {
        count = min(max(repetitions, Self.counts.lowerBound), Self.counts.upperBound)
    }

    /// Takes the next sample and emits what the person needs to know.
    public mutating func add(_ sample: HeadSample, _ emit: (Report) -> Void) {
    }
}
