/// Taught gestures.
extension GestureRecognizer {
    /// The last movement that was recognised as this gesture was meant: moves its template a little towards it, never further than the
    /// repetitions were apart.
    /// - Returns: the changed gesture, to be stored; `nil` if it is not in the configuration, or nothing was recognised since the last call.
    public mutating func confirm(_ name: GestureName) -> TaughtGesture? { nil }
}
