/// A value for each expression.
struct PerExpression<Value> {
    var mouth: Value
    var eyesClosed: Value
    var brows: Value
    var smile: Value

    init(all value: Value) {
        mouth = value
        eyesClosed = value
        brows = value
        smile = value
    }

    init(each value: (FacialExpression) -> Value) {
        mouth = value(.mouth)
        eyesClosed = value(.eyesClosed)
        brows = value(.brows)
        smile = value(.smile)
    }

    subscript(expression: FacialExpression) -> Value {
        get {
            switch expression {
            case .mouth: mouth
            case .eyesClosed: eyesClosed
            case .brows: brows
            case .smile: smile
            }
        }
        set {
            switch expression {
            case .mouth: mouth = newValue
            case .eyesClosed: eyesClosed = newValue
            case .brows: brows = newValue
            case .smile: smile = newValue
            }
        }
    }
}

extension PerExpression: Sendable where Value: Sendable {}
extension PerExpression: Equatable where Value: Equatable {}
