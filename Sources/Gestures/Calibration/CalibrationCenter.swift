/// The head's resting place: the origin, unit and axes of every gesture distance.
public struct CalibrationCenter: Equatable, Sendable {
    /// The head pointer at rest, in pixels.
    public var position: HeadPoint
    /// The eye-to-eye distance at rest, in pixels: one IOD.
    public var interocularDistance: Double
    /// The head's own horizontal axis at rest, a unit vector towards the user's left, so that left and up are the same for a person who
    /// lies on the side.
    public var leftward: HeadPoint
    /// Distance from the eye line to the mouth at rest, in pixels, if known.
    public var height: Double?
    /// Position of the nose on the face at rest; only if gestures are measured by it.
    public var nose: HeadOffset?
    /// The head's angles at rest; only if gestures are measured by them. Their roll is not among them: ``leftward`` shows it.
    public var angles: HeadAngles?

    public init(position: HeadPoint, interocularDistance: Double, leftward: HeadPoint = HeadPoint(1, 0), height: Double? = nil,
                nose: HeadOffset? = nil, angles: HeadAngles? = nil) {
        self.position = position
        self.interocularDistance = interocularDistance
        self.leftward = leftward
        self.height = height
        self.nose = nose
        self.angles = angles
    }

    /// The same centre with an axis of length one, or `nil` if it cannot serve for measurements.
    var normalized: CalibrationCenter? {
        let length = (leftward * leftward).sum().squareRoot()
        guard interocularDistance > 0, interocularDistance.isFinite, length > 0, length.isFinite, position.x.isFinite,
              position.y.isFinite
        else { return nil }
        var center = self
        center.leftward = leftward / length
        return center
    }

    /// Whether a face that was found again is too far from this rest, or too different in size, to be the same person's.
    func isOfAnother(_ sample: HeadSample, _ rules: GestureRules) -> Bool {
        guard sample.hasPlace, let head = sample.head else { return false }
        let away = (head.position - position) / interocularDistance
        // Turning far reduces the distance between the eyes in the frame, but not the height.
        let wide = head.interocularDistance / interocularDistance
        let growth = if let height, let now = head.height, height > 0 { max(wide, now / height) } else { wide }
        return (away * away).sum().squareRoot() > rules.strangerDistance || growth > rules.strangerScale || growth < 1 / rules.strangerScale
    }

    /// Offset of `point` from the centre in IOD along the head's axes.
    public func offset(of point: HeadPoint) -> HeadOffset {
        let away = (point - position) / interocularDistance
        let downward = HeadPoint(-leftward.y, leftward.x)
        return HeadOffset(left: (away * leftward).sum(), up: -(away * downward).sum())
    }
}

/// An offset from the calibration centre in interocular distances, along the head's own axes.
public struct HeadOffset: Equatable, Sendable {
    /// Positive towards the user's left.
    public var left: Double
    /// Positive upwards.
    public var up: Double

    public init(left: Double, up: Double) {
        self.left = left
        self.up = up
    }

    /// Component of the offset in `direction`; negative if it lies on the other side.
    public func reach(_ direction: HeadDirection) -> Double {
        switch direction {
        case .left: left
        case .right: -left
        case .up: up
        case .down: -up
        }
    }

    static func + (a: HeadOffset, b: HeadOffset) -> HeadOffset { HeadOffset(left: a.left + b.left, up: a.up + b.up) }
    static func - (a: HeadOffset, b: HeadOffset) -> HeadOffset { HeadOffset(left: a.left - b.left, up: a.up - b.up) }
    static func * (a: HeadOffset, factor: Double) -> HeadOffset { HeadOffset(left: a.left * factor, up: a.up * factor) }

    /// Its length, in IOD.
    var length: Double { (left * left + up * up).squareRoot() }

    /// The direction of the larger component.
    public var dominant: HeadDirection {
        if left.magnitude >= up.magnitude { left >= 0 ? .left : .right } else { up >= 0 ? .up : .down }
    }
}
