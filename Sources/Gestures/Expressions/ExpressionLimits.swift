/// How far an expression must go, and which ones are reported.
public struct ExpressionLimits: Equatable, Sendable {
    private var used = PerExpression(all: false)
    private var thresholds = PerExpression(all: 0.0)

    public init() {
        thresholds.mouth = 0.25
        thresholds.eyesClosed = 0.4
        thresholds.brows = 0.07
        thresholds.smile = 0.17
    }

    /// Whether something uses an expression, or the configuration asks for it.
    public var mouth: Bool { get { used.mouth } set { used.mouth = newValue } }
    public var eyesClosed: Bool { get { used.eyesClosed } set { used.eyesClosed = newValue } }
    public var brows: Bool { get { used.brows } set { used.brows = newValue } }
    public var smile: Bool { get { used.smile } set { used.smile = newValue } }

    public func isUsed(_ expression: FacialExpression) -> Bool { used[expression] }

    package subscript(isUsed expression: FacialExpression) -> Bool { get { used[expression] } set { used[expression] = newValue } }

    /// Reports an expression from now on.
    public mutating func use(_ expression: FacialExpression) { used[expression] = true }

    /// Whether any expression is reported.
    public var isOn: Bool { used.mouth || used.eyesClosed || used.brows || used.smile }

    /// Required size of an expression. For the mouth it is the lips' distance beyond the one at rest, in IOD; for the eyes the part by which
    /// they are less open than at rest; for brows and smile the part by which their measure is larger than at rest. docs/lab/face.md says why.
    public subscript(expression: FacialExpression) -> Double {
        get { thresholds[expression] }
        set { thresholds[expression] = newValue }
    }
}

extension FacialExpression {
    /// The key of the threshold in nodline.toml.
    public var thresholdKey: String { "threshold_" + key }

    /// The range of the threshold, in the unit of ``ExpressionLimits``.
    public var thresholdRange: ClosedRange<Double> {
        switch self {
        case .mouth: 0.05...1
        case .eyesClosed: 0.1...0.9
        case .brows: 0.02...0.5
        case .smile: 0.04...1
        }
    }
}
