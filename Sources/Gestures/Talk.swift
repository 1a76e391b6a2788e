/// How much the lips move: somebody who talks is not operating a switch.
///
/// Mean speed of the lips over the last few looks at them, so that it can be told from three looks a second as well as from thirty.
/// What was measured is in docs/lab/gestures.md.
struct Talk: Sendable {
    /// Looks at the lips that are nearer to each other in time are passed over, in seconds.
    private static let spacing = 0.15
    /// A lip in speech goes one way for about so long, in seconds: looks that are further apart see no more of it.
    private static let syllable = 0.13
    /// Part of the mean that each look makes: of the speed, and of the opening.
    private static let part = (speed: 0.3, opening: 0.1)
    /// The mesh's own noise, in IOD, and as a part of the opening of a mouth that stands open: less is no movement.
    private static let noise = (least: 0.015, part: 0.2)
    /// A mouth that stands open further than this, in IOD, seems to move by as much more where the head moves or the picture is bad.
    private static let wide = 0.07
    /// Where nothing was looked at, the mean halves in so many seconds.
    private static let forgetting = 5.0
    /// Beyond this turn from the camera, in degrees, the mesh sees the lips move that do not.
    private static let widest = 40.0

    private var mean = 0.0
    /// Mean opening of the mouth, in IOD.
    private var opening: Double?
    private var anchor: MouthOpening?
    private var lastLook = -Double.infinity

    /// Takes a look at the lips; one that was taken before changes nothing.
    /// - Parameter yaw: from the camera, in degrees, where it is known.
    mutating func add(_ mouth: MouthOpening, yaw: Double?) {
        guard mouth.distance.isFinite, mouth.seenAt.isFinite, mouth.seenAt - lastLook >= Self.spacing - 1e-3 else { return }
        guard (yaw ?? 0).magnitude <= Self.widest else {
            anchor = nil
            return
        }
        let change = anchor.map { (mouth.distance - $0.distance).magnitude }
        mean = speed(at: mouth.seenAt)
        lastLook = mouth.seenAt
        let middle = (opening ?? mouth.distance) * (1 - Self.part.opening) + mouth.distance * Self.part.opening
        opening = middle
        guard let change else {
            anchor = mouth
            return
        }
        let hasMoved = change > max(Self.noise.least, Self.noise.part * mouth.distance)
        if hasMoved { anchor = mouth }
        mean += ((hasMoved ? change / Self.syllable / max(1, middle / Self.wide) : 0) - mean) * Self.part.speed
    }

    /// IOD a second at a moment.
    func speed(at time: Double) -> Double {
        let unseen = time - lastLook - Self.syllable
        return unseen > 0 ? mean * Self.forgetting / (Self.forgetting + unseen) : mean
    }
}
