/// Notices a frozen camera: one that delivers the same frame again and again, as USB bridges and image processors do when the sensor behind
/// them hangs, or cycles through a few frames, as a driver does that reuses its buffers. Nothing else would notice, because the time stamps
/// keep increasing.
///
/// A repeated frame is not processed and counts as not received. A flat frame is always accepted: it shows no face, so nothing is held
/// because of it.
public struct FreezeWatch: Sendable {
    /// How a frame compares with those before it.
    public enum Finding: Equatable, Sendable {
        /// It differs from all remembered frames, or is flat.
        case fresh
        /// The same as one of the remembered frames; also the first one, which proves nothing.
        case repeated
        /// The camera is frozen.
        case frozen
    }

    /// A camera is frozen after at least this many repeated frames in a row and this many seconds. At five frames a second, the lowest rate
    /// for which gestures are designed, that takes 0.4 s.
    public static let repeats = 2
    public static let seconds = 0.35

    /// Number of remembered frames: drivers seldom have more buffers.
    static let depth = 8

    private var known: [PictureDigest] = []
    /// Index at which the next digest is stored.
    private var place = 0
    private var since = 0.0
    /// Number of repeated frames in a row.
    public private(set) var count = 0

    public init() { known.reserveCapacity(Self.depth) }

    /// - Parameter time: arrival of the frame, in seconds.
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
