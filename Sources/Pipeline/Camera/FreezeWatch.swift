// Whether a camera that delivers still sees.

/// Notices a camera that gives the same picture again and again, as USB bridges and image processors do when what is before
/// them hangs, or a few pictures by turns, as a driver does that goes round its buffers. The time stamps rise, so nothing else would
/// notice.
///
/// A repeated picture is no news: it is not worked on, and for all that waits for pictures it has not come. A flat one is
/// always taken: it shows no face, so nothing is held because of it.
public struct FreezeWatch: Sendable {
    /// What a picture is, after those before it.
    public enum Finding: Equatable, Sendable {
        /// It shows what the one before did not.
        case fresh
        /// The same as one of those before; or the first one, which proves nothing.
        case repeated
        /// The camera has frozen.
        case frozen
    }

    /// A camera has frozen when it has given the same picture so many times more, and for so many seconds. At five pictures a
    /// second, the slowest that gestures are made for, that takes 0.4 s.
    public static let repeats = 2
    public static let seconds = 0.35

    /// So many pictures are remembered: drivers seldom have more buffers.
    static let depth = 8

    private var known: [PictureDigest] = []
    /// Where the next one is remembered.
    private var place = 0
    private var since = 0.0
    /// How many pictures in a row had come before.
    public private(set) var count = 0

    public init() { known.reserveCapacity(Self.depth) }

    /// - Parameter time: when it came, in seconds.
    public mutating func add(_ frame: Frame, at time: Double) -> Finding {
        let digest = PictureDigest(frame), isFirst = known.isEmpty
        guard known.contains(digest), !digest.isFlat else {
            since = time
            count = 0
            remember(digest)
            return isFirst && !digest.isFlat ? .repeated : .fresh
        }
        count += 1
        return count >= Self.repeats && time - since >= Self.seconds ? .frozen : .repeated
    }

    private mutating func remember(_ digest: PictureDigest) {
        if known.count < Self.depth { known.append(digest) } else { known[place] = digest }
        place = (place + 1) % Self.depth
    }
}
