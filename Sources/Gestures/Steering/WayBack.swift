/// A previous rest that the head may be on its way back to, see ``GestureRecognizer/wayBack``. Offsets from the present rest, in IOD.
///
/// The head's rest may have been measured while the head was turned: a hold lasted too long, or the face was found again that way. The way back
/// to the true rest is then a turn to the other side, and must not steer there.
public struct WayBack: Equatable, Sendable {
    /// Where the head is.
    public var head: HeadOffset
    /// Where the head rested before.
    public var previousRest: HeadOffset

    public init(head: HeadOffset, previousRest: HeadOffset) {
        self.head = head
        self.previousRest = previousRest
    }
}

extension GestureRecognizer {
    /// The head's tilt from rest as the offset of a head that turned as far, in IOD: 10 degrees are 0.21, positive towards the left shoulder.
    /// `nil` if nothing uses tilts, or nothing may move.
    public var tiltOffset: HeadOffset? { offset == nil || armedUntil != nil || !configuration.tilt.isOn ? nil : head.machines.tilt.offset }

    /// Where the head is, and where it rested before, as long as that is remembered: a head that goes back there does not steer
    /// (``ProportionalAxis/add(_:wayBack:at:)``). `nil` without an offset.
    public var wayBack: WayBack? {
        guard let offset, let previousRest = head.sight?.previousRest else { return nil }
        return WayBack(head: offset, previousRest: previousRest)
    }
}
