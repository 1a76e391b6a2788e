/// One gesture's filter. Times in seconds.
public struct GestureFilter: Equatable, Sendable {
    /// Holds: acceptance time, overriding the common one.
    public var acceptance: Double?
    /// Holds: time for which the head must be back before the hold ends.
    public var release = 0.0
    /// Refractory period: time after the end of the gesture until the same gesture counts again.
    public var ignoreRepeat = 0.0
    /// Largest speed of the lips, in IOD a second, overriding the common limit; 0 for any.
    public var quietMouth: Double?
    /// Eye condition, overriding the common one.
    public var eyes: EyeCondition?

    public init() {}
}

/// A filter for every gesture.
public struct GestureFilters: Equatable, Sendable {
    private var filters = PerGesture(all: GestureFilter())

    public init() {}

    public subscript(gesture: HeadGesture) -> GestureFilter {
        get { filters[gesture] }
        set { filters[gesture] = newValue }
    }
}
