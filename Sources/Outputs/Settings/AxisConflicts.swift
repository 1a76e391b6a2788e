import Gestures
import Platform
import Settings

extension AxisConfiguration {
    /// The conflicts beyond the ranges of single keys.
    package func conflicts(_ gestures: GestureConfiguration) -> [Conflict] { driveConflicts(gestures) + curveConflicts + targetConflicts }

    private func driveConflicts(_ gestures: GestureConfiguration) -> [Conflict] {
        var conflicts: [Conflict] = []
        for (key, gesture) in [("while", hold.map(HeadGesture.hold)), ("attach", attach), ("detach", detach)] {
            if let never = gesture.flatMap(gestures.whyNever) { conflicts.append((key, never)) }
        }
        if let attach, detach == nil {
            conflicts.append(("attach", "\"\(attach)\" starts the axis, but nothing stops it; expected detach, which may be the same gesture"))
        }
        if attach == nil, let detach {
            conflicts.append(("detach", "\"\(detach)\" stops the axis, but nothing starts it again; expected attach, which may be the same gesture"))
        }
        return conflicts
    }
}
