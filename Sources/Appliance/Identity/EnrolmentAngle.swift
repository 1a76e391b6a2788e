/// The sides from which a person is enrolled, as the person turns the head. Its raw values are the words of docs/socket.md.
package enum EnrolmentAngle: String, CaseIterable, Sendable {
    case ahead, left, right, up, down

    /// Degrees from the person's own rest: within `straight` it is none, beyond `least` it is one, and beyond `most` too little of the face is seen.
    private static let straight = 7.0, least = (yaw: 11.0, pitch: 8.0), most = 32.0

    /// - Returns: `nil` between two angles.
    package init?(yaw: Double, pitch: Double) {
        guard abs(yaw) <= Self.most, abs(pitch) <= Self.most else { return nil }
        if abs(yaw) <= Self.straight, abs(pitch) <= Self.straight {
            self = .ahead
        } else if abs(yaw) / Self.least.yaw > abs(pitch) / Self.least.pitch {
            guard abs(yaw) >= Self.least.yaw else { return nil }
            self = yaw > 0 ? .left : .right
        } else {
            guard abs(pitch) >= Self.least.pitch else { return nil }
            self = pitch > 0 ? .up : .down
        }
    }

    /// How many faces are taken from it in one light.
    var count: Int { self == .ahead ? 3 : 2 }

    /// What the person does, in words.
    package var words: String { self == .ahead ? "look straight ahead" : "turn the head slowly \(self == .up || self == .down ? rawValue : "to the \(rawValue)")" }
}
