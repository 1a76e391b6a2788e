import Gestures

extension GestureConfiguration {
    /// Why a gesture can never occur, if it is switched off.
    func whyNever(_ gesture: HeadGesture) -> String? {
        flagAgainst(gesture).map { "\"\(gesture)\" is never recognised, because gestures.\($0) is false" }
    }

    /// The key of `[gestures]` that switches a gesture off, whatever uses it; `nil` if none does.
    package func flagAgainst(_ gesture: HeadGesture) -> String? {
        let (key, isOn) = switch gesture {
        case .look, .tilt, .expression: ("discrete", discrete)
        case .hold, .holdTilt, .holdExpression: ("continuous", continuous)
        case .nod: ("nod", nod)
        case .shake: ("shake", shake)
        case .gaze, .taught: ("", true)
        }
        return isOn ? nil : key
    }
}
