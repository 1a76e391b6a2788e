/// How far an expression must go, and which ones are reported.
public struct ExpressionLimits: Equatable, Sendable {
    private var used = PerExpression(all: false)
    private var thresholds = PerExpression(all: 0.0)

    public init() {
        thresholds.mouth = 0.25
        thresholds.eyesClosed = 0.4
    }

    /// Whether something uses an expression, or the configuration asks for it.
    public var mouth: Bool { get { used.mouth } set { used.mouth = newValue } }
    public var eyesClosed: Bool { get { used.eyesClosed } set { used.eyesClosed = newValue } }

    public func isUsed(_ expression: FacialExpression) -> Bool { used[expression] }

    /// Reports an expression from now on.
    public mutating func use(_ expression: FacialExpression) { used[expression] = true }

    /// Whether any expression is reported.
    public var isOn: Bool { used.mouth || used.eyesClosed }

    /// Required size of an expression: for the mouth the lips' distance beyond the one at rest, in IOD; for the eyes the part by which they
    /// are less open than at rest. docs/lab/face.md says why.
    public subscript(expression: FacialExpression) -> Double {
        get { thresholds[expression] }
        set { thresholds[expression] = newValue }
    }
}
