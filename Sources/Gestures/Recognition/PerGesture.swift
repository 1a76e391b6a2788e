/// A value for every gesture.
struct PerGesture<Value: Equatable & Sendable>: Equatable, Sendable {
    private var strokes: PerDirection<Value>
    private var holds: PerDirection<Value>
    private var nod: Value
    private var shake: Value

    init(all value: Value) {
        strokes = PerDirection(all: value)
        holds = PerDirection(all: value)
        nod = value
        shake = value
    }

    subscript(gesture: HeadGesture) -> Value {
        get {
            switch gesture {
            case .stroke(let direction): strokes[direction]
            case .hold(let direction): holds[direction]
            case .nod: nod
            case .shake: shake
            }
        }
        set {
            switch gesture {
            case .stroke(let direction): strokes[direction] = newValue
            case .hold(let direction): holds[direction] = newValue
            case .nod: nod = newValue
            case .shake: shake = newValue
            }
        }
    }
}
