/// What gestures are measured by.
public enum PointerKind: String, CaseIterable, Sendable {
    /// The head's place: NodKit's circle through eyes and mouth. It follows every movement of the head, also a lean.
    case position
    /// The nose on the face: it follows turns of the head and not its place, and needs eyes, mouth and nose only.
    case nose
    /// The angles of the head, as the mesh gives them.
    case pose

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
            pointed = (now - nose) * GestureRules.noseGain
        case .pose:
            guard let angles, let now = sample.angles, now.isFinite else { return nil }
            let radians = GestureRules.turnLever * Double.pi / 180
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
