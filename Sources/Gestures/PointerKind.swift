/// What gestures are measured by.
public enum PointerKind: String, CaseIterable, Sendable {
    /// The head's place: NodKit's circle through eyes and mouth. It follows whatever moves the head, a lean too.
    case position
    /// The nose on the face: it follows turns of the head and not its place, and needs eyes, mouth and nose only.
    case nose
    /// The angles to which the head is turned; as the mesh gives them.
    case pose

    /// A turn by one radian, in IOD: so far moves a point that lies 1.2 eye distances before the neck's axis, and about
    /// so far moves the circle through eyes and mouth when a head turns. It makes one threshold fit every kind.
    static let lever = 1.2
    /// The nose stands out by about half an eye distance; this makes up for the shorter lever.
    static let noseGain = 2.0

    /// The best kind up to this one that a sample can serve.
    func served(by sample: HeadSample) -> PointerKind {
        guard sample.hasPlace else { return .pose }
        return switch self {
        case .pose where sample.angles?.isFinite ?? false: .pose
        case .pose, .nose: sample.nose == nil ? .position : .nose
        case .position: .position
        }
    }
}

/// One moment as gestures see it: how far the head points away from rest, and how the body moved beside that.
struct Pose: Sendable {
    /// How far the head points away, in IOD.
    var offset: HeadOffset
    /// How far the head's place is away, in IOD.
    var place: HeadOffset
    /// How much larger the head appears than at rest.
    var size: Double
    /// How far the head is tilted to a shoulder, in radians from rest.
    var tilt: Double
    /// The offset is a turn of the head, which the place can be held against.
    var isTurn: Bool

    /// The same body, looking where it rests.
    var atRest: Pose {
        var pose = self
        pose.offset = HeadOffset(left: 0, up: 0)
        return pose
    }

    static let rest = Pose(offset: HeadOffset(left: 0, up: 0), place: HeadOffset(left: 0, up: 0), size: 1, tilt: 0,
                           isTurn: false)
}

extension CalibrationCenter {
    /// The best kind of pointer that this centre was measured for.
    var kind: PointerKind { angles != nil ? .pose : nose != nil ? .nose : .position }

    /// The sample from this centre, or `nil` where it lacks what the centre was measured by.
    func pose(of sample: HeadSample) -> Pose? {
        guard let head = sample.head else { return nil }
        let place = offset(of: head.position)
        let pointed: HeadOffset
        switch kind {
        case .position: pointed = place
        case .nose:
            guard let nose, let now = sample.nose else { return nil }
            pointed = (now - nose) * PointerKind.noseGain
        case .pose:
            guard let angles, let now = sample.angles, now.isFinite else { return nil }
            let radians = PointerKind.lever * Double.pi / 180
            // Angles count along the picture's axes; a user who lies on the side has others.
            let x = (now.yaw - angles.yaw) * radians, y = -(now.pitch - angles.pitch) * radians
            pointed = HeadOffset(left: x * leftward.x + y * leftward.y, up: -(y * leftward.x - x * leftward.y))
        }
        // For unit vectors the sine of the angle between them; tilts stay small enough for it.
        let sine = leftward.x * head.leftward.y - leftward.y * head.leftward.x
        let wide = head.interocularDistance / interocularDistance
        let high = if let height, let now = head.height, height > 0 { now / height } else { wide }
        return Pose(offset: pointed, place: place, size: max(wide, high), tilt: sine, isTurn: kind != .position)
    }
}

extension CalibrationCenter {
    /// How far the head points away from this centre, by the pointer that it was measured for; `nil` where the sample
    /// does not have that.
    public func offset(of sample: HeadSample) -> HeadOffset? { pose(of: sample)?.offset }
}
