/// The measure of the head's movement on which gestures are based.
public enum PointerKind: String, CaseIterable, Sendable {
    /// The head's position: NodKit's circle through eyes and mouth. It follows every movement of the head, leaning included.
    case position
    /// The position of the nose on the face: it follows turns of the head, not its position, and needs only eyes, mouth and nose.
    case nose
    /// The angles of the head, as measured by the mesh.
    case pose

    /// The best kind up to this one that a sample contains.
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

    /// The sample relative to this centre, or `nil` if it lacks the pointer for which the centre was measured.
    func pose(of sample: HeadSample) -> Pose? {
        guard let head = sample.head else { return nil }
        // The place of a head that only has angles follows from them: it says nothing about the body.
        let place = sample.hasPlace ? offset(of: head.position) : HeadOffset(left: 0, up: 0)
        let pointed: HeadOffset
        switch kind {
        case .position: pointed = place
        case .nose:
            guard let nose, let now = sample.nose else { return nil }
            pointed = (now - nose) * GestureRules.noseGain
        case .pose:
            guard let angles, let now = sample.angles, now.isFinite else { return nil }
            pointed = now.turn(from: angles, along: leftward, scale: GestureRules.turnLever * Double.pi / 180)
        }
        // For unit vectors this is the sine of the angle between them; tilts are small enough to use it as the angle.
        let sine = leftward.x * head.leftward.y - leftward.y * head.leftward.x
        let wide = head.interocularDistance / interocularDistance
        let high = if let height, let now = head.height, height > 0 { now / height } else { wide }
        return Pose(offset: pointed, place: place, size: max(wide, high), tilt: sine, isTurn: kind != .position)
    }
}

extension CalibrationCenter {
    /// Offset of the head from this centre, by the pointer for which the centre was measured; `nil` if the sample does not contain that.
    public func offset(of sample: HeadSample) -> HeadOffset? { pose(of: sample)?.offset }
}
