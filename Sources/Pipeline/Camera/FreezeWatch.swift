// Whether a camera that delivers still sees.

/// Notices a camera that gives the same picture again and again, as USB bridges and image processors do when what is before
/// them hangs. Its time stamps rise, so nothing else would notice.
///
/// A repeated picture is no news: it is not worked on, and for all that waits for pictures it has not come. A flat one is
/// always taken: it shows no face, so nothing is held because of it.
public struct FreezeWatch: Sendable {
    /// What a picture is, after those before it.
    public enum Finding: Equatable, Sendable {
        /// It shows what the one before did not.
        case fresh
        /// The same as the one before; or the first one, which proves nothing.
        case repeated
        /// The camera has frozen.
        case frozen
    }

    /// A camera has frozen when it has given the same picture so many times more, and for so many seconds. At five pictures a
    /// second, the slowest that gestures are made for, that takes 0.4 s.
    public static let repeats = 2
    public static let seconds = 0.35

    private var last: PictureDigest?
    private var since = 0.0
    /// How many times the last picture has come again.
    public private(set) var count = 0

    public init() {}

    /// - Parameter time: when it came, in seconds.
    public mutating func add(_ frame: Frame, at time: Double) -> Finding {
        let digest = PictureDigest(frame), former = last
        last = digest
        guard digest == former, !digest.isFlat else {
            since = time
            count = 0
            return former == nil && !digest.isFlat ? .repeated : .fresh
        }
        count += 1
        return count >= Self.repeats && time - since >= Self.seconds ? .frozen : .repeated
    }
}
