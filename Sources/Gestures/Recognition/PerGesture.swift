/// A value for every gesture.
struct PerGesture<Value: Equatable & Sendable>: Equatable, Sendable {
    private var looks: PerDirection<Value>
    private var holds: PerDirection<Value>
    private var nod: Value
    private var shake: Value
    private var tilts: PerDirection<Value>
    private var holdTilts: PerDirection<Value>
    private var expressions: PerExpression<Value>
    private var holdExpressions: PerExpression<Value>
    /// The gestures with a name that have a value of their own.
    private var named: [Named] = []
    private let others: Value

    private struct Named: Equatable, Sendable {
        let gesture: HeadGesture
        var value: Value
    }

    init(all value: Value) {
        looks = PerDirection(all: value)
        holds = PerDirection(all: value)
        nod = value
        shake = value
        tilts = PerDirection(all: value)
        holdTilts = PerDirection(all: value)
        expressions = PerExpression(all: value)
        holdExpressions = PerExpression(all: value)
        others = value
    }

    subscript(gesture: HeadGesture) -> Value {
        get {
            switch gesture {
            case .look(let direction): looks[direction]
            case .hold(let direction): holds[direction]
            case .nod: nod
            case .shake: shake
            case .tilt(let shoulder): tilts[shoulder.direction]
            case .holdTilt(let shoulder): holdTilts[shoulder.direction]
            case .expression(let expression): expressions[expression]
            case .holdExpression(let expression): holdExpressions[expression]
            case .gaze, .taught: named.first { $0.gesture == gesture }?.value ?? others
            }
        }
        set {
            switch gesture {
            case .look(let direction): looks[direction] = newValue
            case .hold(let direction): holds[direction] = newValue
            case .nod: nod = newValue
            case .shake: shake = newValue
            case .tilt(let shoulder): tilts[shoulder.direction] = newValue
            case .holdTilt(let shoulder): holdTilts[shoulder.direction] = newValue
            case .expression(let expression): expressions[expression] = newValue
            case .holdExpression(let expression): holdExpressions[expression] = newValue
            case .gaze, .taught:
                if let place = named.firstIndex(where: { $0.gesture == gesture }) {
                    named[place].value = newValue
                } else {
                    named.append(Named(gesture: gesture, value: newValue))
                }
            }
        }
    }
}
