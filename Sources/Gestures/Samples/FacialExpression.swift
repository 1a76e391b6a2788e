/// A movement of the face that may be a gesture. The raw value is its name.
public enum FacialExpression: String, CaseIterable, Sendable {
    /// The mouth opens.
    case mouth
    /// Both eyes shut.
    case eyesClosed = "eyes-closed"
}

/// A value for each expression.
struct PerExpression<Value> {
    var mouth: Value
    var eyesClosed: Value

    init(mouth: Value, eyesClosed: Value) {
        self.mouth = mouth
        self.eyesClosed = eyesClosed
    }

    init(all value: Value) { self.init(mouth: value, eyesClosed: value) }

    subscript(expression: FacialExpression) -> Value {
        get {
            switch expression {
            case .mouth: mouth
            case .eyesClosed: eyesClosed
            }
        }
        set {
            switch expression {
            case .mouth: mouth = newValue
            case .eyesClosed: eyesClosed = newValue
            }
        }
    }
}

extension PerExpression: Sendable where Value: Sendable {}
extension PerExpression: Equatable where Value: Equatable {}
