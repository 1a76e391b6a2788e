/// Where an eye points in the head, and where the head was turned at that moment.
public struct EyeLook: Equatable, Sendable {
    /// The user's own. Two looks are compared only if they are at the same eye.
    public enum Eye: Sendable { case left, right }

    public var eye: Eye
    /// Where the iris lies from the middle of the eye's corners, in half widths of the eye, along the face's own axes: positive to the user's
    /// left, and up.
    public var left: Double
    public var up: Double
    /// How far the eye is open: the lids' mean distance over the eye's width. 0.26 to 0.35 in an open eye.
    public var openness: Double
    /// How far the look can be trusted, 0…1: little in a small picture of the eye.
    public var certainty: Double
    /// Where the head was turned, along the picture's axes.
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

/// What the recogniser wants to know of the eyes, to judge the movement under way.
public struct EyeRequest: Equatable, Sendable {
    public var eye: EyeLook.Eye
    /// The last look at or before this time, in seconds, if one that shows the eye at rest is missing.
    public var before: Double?
    /// A look now.
    public var now: Bool
}

/// What the eyes do while the head moves.
public enum EyeBehavior: String, CaseIterable, Sendable {
    /// They stay on their target in the world and turn back against the head: somebody who gestures at a screen.
    case ahead
    /// They go with the head: somebody who looks there.
    case along
    /// They were seen, and do neither of both clearly.
    case unclear
    /// They were not seen: closed, hidden, too small, or turned too far; or the head turned too little.
    case unknown
}

/// The eyes that a gesture asks for.
public enum EyeCondition: String, CaseIterable, Sendable {
    case any, ahead, along
}
