extension RangeMovement {
    /// The key of its threshold in nodline.toml.
    public var thresholdKey: String {
        switch self {
        case .turn(let direction): "threshold_\(direction.rawValue)"
        case .tilt(let shoulder): "threshold_tilt_\(shoulder.rawValue)"
        case .expression(let expression): expression.thresholdKey
        }
    }

    /// The range of its threshold: IOD for a turn, degrees for a tilt, the unit of ``ExpressionLimits`` for the face.
    public var thresholdRange: ClosedRange<Double> {
        switch self {
        case .turn: GestureConfiguration.Ranges.threshold
        case .tilt: GestureConfiguration.Ranges.tilt
        case .expression(let expression): expression.thresholdRange
        }
    }

    /// Smallest reach that can be told from a camera's noise.
    func leastReach(_ rules: GestureRules) -> Double {
        switch self {
        case .turn: rules.range.reach
        case .tilt: rules.range.tilt
        case .expression(let expression): expression.leastReach
        }
    }
}

extension GestureConfiguration {
    /// The threshold of a movement, in the unit of ``RangeMovement/thresholdRange``.
    public subscript(movement: RangeMovement) -> Double {
        get {
            switch movement {
            case .turn(let direction): thresholds[direction]
            case .tilt(let shoulder): tilt[shoulder]
            case .expression(let expression): expressions[expression]
            }
        }
        set {
            switch movement {
            case .turn(let direction): thresholds[direction] = newValue
            case .tilt(let shoulder): tilt[shoulder] = newValue
            case .expression(let expression): expressions[expression] = newValue
            }
        }
    }
}
