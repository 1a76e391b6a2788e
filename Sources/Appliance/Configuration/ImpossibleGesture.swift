import Gestures
import Outputs
import Platform
import Wire

extension Configuration {
    /// The gestures that something is bound to and that cannot fire: by thresholds of the file, on trial or measured.
    package var impossible: [ImpossibleGesture] {
        var users: [(name: String, key: String, gestures: [HeadGesture])] = outputs.map { ($0.name, "outputs.\($0.name).gesture", $0.gestures) }
        for axis in axes {
            users += [("attach", axis.attach), ("detach", axis.detach), ("hold", axis.hold.map(HeadGesture.hold))].compactMap { key, gesture in
                gesture.map { (axis.name, "axes.\(axis.name).\(key)", [$0]) }
            }
        }
        if let pause = gestures.pauseGesture { users.append(("pause", "gestures.pause_gesture", [.hold(pause)])) }
        if let wake = gestures.wakeGesture { users.append(("wake", "gestures.wake_gesture", [.hold(wake)])) }
        return users.flatMap { user in
            let vain = user.gestures.compactMap { gesture in gestures.hindrance(of: gesture).map { (gesture: gesture, hindrance: $0) } }
            return vain.map { gesture, hindrance in
                let isOnly = vain.count == user.gestures.count
                let by = isOnly ? "" : " by \"\(gesture)\""
                return ImpossibleGesture(user: user.name, gesture: gesture.description, movement: hindrance.movement.description, reason: hindrance.reason,
                                         isOnly: isOnly, key: user.key, words: "\(user.name) can no longer fire\(by): \(words(hindrance))")
            }
        }
    }

    /// The gestures that no movement is taken for as things are, each with the key that is why.
    /// - Parameter taught: the gestures that were taught in the profile.
    package func off(taught: [GestureName]) -> [String: String] {
        let all = HeadGesture.all + taught.map(HeadGesture.taught)
        let found = all.compactMap { gesture in gestures.keyAgainst(gesture).map { (gesture.description, "gestures.\($0)") } }
        return Dictionary(found) { first, _ in first }
    }

    private func words(_ hindrance: (movement: RangeMovement, reason: ImpossibleGesture.Reason)) -> String {
        let movement = hindrance.movement, threshold = "gestures.\(movement.thresholdKey) is \(gestures[movement].shortest)"
        return switch hindrance.reason {
        case .off: "\(movement.doing) is switched off (\(threshold))"
        case .far: "\(movement.doing) would have to go further than a face can be followed (\(threshold), at most "
            + "\(GestureConfiguration.furthestTurn.shortest) can be reached)"
        }
    }
}

extension GestureConfiguration {
    /// A turn of the head in IOD at which the mesh still follows the face: 60 degrees at 1.2 IOD for each radian. With other pointers a head may go further.
    static let furthestTurn = 1.25

    /// What keeps a gesture from ever being recognised, whatever the head does; `nil` if nothing does.
    fileprivate func hindrance(of gesture: HeadGesture) -> (movement: RangeMovement, reason: ImpossibleGesture.Reason)? {
        switch gesture {
        case .nod: hindrance(of: .turn(.down))  // a nod begins downwards
        case .shake: hindrance(of: .turn(.left)) ?? hindrance(of: .turn(.right))
        case .gaze, .taught: nil
        case .look, .hold, .tilt, .holdTilt, .expression, .holdExpression: RangeMovement(gesture).flatMap(hindrance(of:))
        }
    }

    /// The key that keeps a gesture from being recognised; `nil` if none does.
    fileprivate func keyAgainst(_ gesture: HeadGesture) -> String? {
        if let flag = flagAgainst(gesture) { return flag }
        if gesture.isTilt, !tilt.isOn { return "tilt" }
        if let expression = gesture.expression, !expressions.isUsed(expression) { return expression.key }
        if case .taught(let name) = gesture, !taught.contains(where: { $0.name == name }) { return "taught" }
        return hindrance(of: gesture)?.movement.thresholdKey
    }

    private func hindrance(of movement: RangeMovement) -> (movement: RangeMovement, reason: ImpossibleGesture.Reason)? {
        if self[movement] >= movement.thresholdRange.upperBound { return (movement, .off) }
        return movement.direction != nil && pointer == .pose && self[movement] > Self.furthestTurn ? (movement, .far) : nil
    }
}

extension RangeMovement {
    /// "looking up".
    fileprivate var doing: String {
        switch self {
        case .turn(let direction): "looking \(direction.rawValue)"
        case .tilt(let shoulder): "tilting the head to the \(shoulder.rawValue) shoulder"
        case .expression(let expression): expression.doing
        }
    }
}
