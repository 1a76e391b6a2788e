// What the recogniser eats: one moment, with or without a head.

/// One look at the user: where the head was at a moment, or that it could not be seen for certain.
public struct HeadSample: Equatable, Sendable {
    /// Seconds on any clock that rises; the recogniser has none of its own.
    public var time: Double
    /// The head pointer, or `nil` when there was no face or tracking was not certain.
    public var head: HeadPointer?

    public init(time: Double, head: HeadPointer?) {
        self.time = time
        self.head = head
    }
}
