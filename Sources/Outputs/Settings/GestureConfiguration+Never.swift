import Gestures

extension GestureConfiguration {
    /// Why a gesture can never occur, if it is switched off.
    func whyNever(_ gesture: HeadGesture) -> String? {
        let (key, isOn) = switch gesture {
        case .look, .tilt, .expression: ("discrete", discrete)
        case .hold, .holdTilt, .holdExpression: ("continuous", continuous)
        case .nod: ("nod", nod)
        case .shake: ("shake", shake)
        case .gaze, .taught: ("", true)
        }
        return isOn ? nil : "\"\(gesture)\" is never recognised, because gestures.\(key) is false"
    }
}
