/// What tilt and face measure now, in the units of their thresholds: for a bar beside a slider.
public struct LiveMeasures: Equatable, Sendable {
    /// Tilt from rest in degrees, positive towards the user's left shoulder; `nil` if nothing uses tilts.
    public var tilt: Double?
    private var sizes = PerExpression(all: nil as Double?)

    init() {}

    /// How far the face is beyond its rest, in the unit of ``ExpressionLimits``; `nil` if nothing uses it, or it is not seen.
    public internal(set) subscript(expression: FacialExpression) -> Double? {
        get { sizes[expression] }
        set { sizes[expression] = newValue }
    }

    var isEmpty: Bool { self == LiveMeasures() }
}

extension GestureRecognizer {
    /// What tilt and face measure now; `nil` if nothing uses them, while calibrating, while paused, and of a person who may not act.
    public var measures: LiveMeasures? {
        guard !isPaused, !isCalibrating, isAdmitted, isFacePresent, let lastSample = times.last else { return nil }
        var measures = LiveMeasures()
        if configuration.tilt.isOn { measures.tilt = head.machines.tilt.angle }
        for expression in FacialExpression.allCases where configuration.expressions.isUsed(expression) {
            measures[expression] = head.machines.expressions.size(expression, at: lastSample, configuration.rules)
        }
        return measures.isEmpty ? nil : measures
    }
}
