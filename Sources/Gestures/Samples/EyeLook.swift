/// A measurement of an eye: where it points in the head, and the head's angles at that moment.
public struct EyeLook: Equatable, Sendable {
    /// The user's own eye. Two measurements are compared only if they are of the same eye.
    public enum Eye: Sendable { case left, right }

    public var eye: Eye
    /// Position of the iris relative to the middle between the eye's corners, in half widths of the eye, along the face's own axes:
    /// positive to the user's left, and up.
    public var left: Double
    public var up: Double
    /// Opening of the eye: the lids' mean distance over the eye's width. 0.26 to 0.35 in an open eye.
    public var openness: Double
    /// How far the measurement can be trusted, 0…1; low if the eye has few pixels.
    public var certainty: Double
    /// The head's angles, along the frame's axes.
    public var head: HeadAngles
    /// Seconds, on the clock of the samples.
    public var seenAt: Double

    public init(_ eye: Eye, left: Double, up: Double, openness: Double, certainty: Double, head: HeadAngles, seenAt: Double) {
        self.eye = eye
        self.left = left
        self.up = up
        self.openness = openness
        self.certainty = certainty
        self.head = head
        self.seenAt = seenAt
    }

    var isFinite: Bool { left.isFinite && up.isFinite && openness.isFinite && certainty.isFinite && head.isFinite && seenAt.isFinite }
}

/// The measurements of the eyes that the recogniser needs to judge the movement under way.
public struct EyeRequest: Equatable, Sendable {
    public var eye: EyeLook.Eye
    /// Requests the last measurement at or before this time, in seconds, if one of the eye at rest is missing.
    public var before: Double?
    /// One that is older than this, in seconds, would not be used.
    public var notBefore: Double
    /// Requests a measurement now.
    public var now: Bool
}

/// Behaviour of the eyes while the head moves.
public enum EyeBehavior: String, CaseIterable, Sendable {
    /// They stay on their target in the world and turn back against the head, as when the user gestures at a screen.
    case ahead
    /// They go with the head, as when the user looks there.
    case along
    /// They were seen, but do neither clearly.
    case unclear
    /// They were not seen: closed, hidden, too small, or turned too far; or one of them was; or the head turned too little. Or they did not
    /// turn in the head, like an artificial eye.
    case unknown
}
