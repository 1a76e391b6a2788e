/// What is known about whose face is followed: events, and the state of outputs.
package enum PersonReport: Equatable, Sendable {
    case recognising
    /// The distance to the nearest enrolled face, and the limit below which it is the same person's.
    case recognised(name: String, distance: Double, limit: Double)
    /// A face that is nobody's who may act; its name if it is enrolled.
    case stranger(name: String?, distance: Double, limit: Double)
    /// The face can be recognised neither as a person nor as a stranger, and whether it may act.
    case unavailable(reason: RecognitionObstacle, counts: Bool)
}
