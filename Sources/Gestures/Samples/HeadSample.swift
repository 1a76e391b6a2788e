/// The recogniser's input: the head at one moment, or that it could not be seen for certain.
public struct HeadSample: Equatable, Sendable {
    /// Seconds on any increasing clock; the recogniser has none of its own.
    public var time: Double
    /// The head pointer, or `nil` if there was no face or tracking was not certain.
    public var head: HeadPointer?
    /// Position of the nose on the face, if known (``HeadOffset/init(nose:leftEye:rightEye:mouth:)``).
    public var nose: HeadOffset?
    /// The head's angles, if known.
    public var angles: HeadAngles?
    /// Distance of the inner lips as a part of the eyes' distance, if known: 0.00 to 0.03 with the mouth closed. It may have been seen earlier than the head.
    public var mouth: FaceMeasure?
    /// Opening of the eyes, if known. It may have been seen earlier than the head.
    public var lids: LidOpening?
    /// Height of the brows over the bridge of the nose, as a part of the eyes' distance, if known.
    public var brows: FaceMeasure?
    /// Width of the mouth, as a part of its corners' distance from the eyes, if known: a smile makes the one larger and the other smaller.
    public var smile: FaceMeasure?
    /// A measurement of an eye, if one was made.
    public var eyes: EyeLook?
    /// Where the user looks, not corrected (``GazeModel``); `nil` if it was not measured or is unknown.
    public var gaze: GazeLook?
    /// Whether the head's position in the frame is known, not only its angles.
    let hasPlace: Bool

    public init(time: Double, head: HeadPointer?, nose: HeadOffset? = nil, angles: HeadAngles? = nil,
                mouth: FaceMeasure? = nil) {
        self.time = time
        self.head = head
        self.nose = nose
        self.angles = angles
        self.mouth = mouth
        hasPlace = true
    }

    /// A sample from a source that knows only the head's angles: a face framework's pose, or a worn sensor. Gestures are then measured by
    /// the angles, whatever ``GestureConfiguration/pointer`` is, and tilts by ``HeadAngles/roll``; leaning cannot be detected.
    /// The pointer is the place to which the angles turn the head, in eye distances: 10° are 0.21.
    ///
    /// - Parameters:
    ///   - time: seconds on any increasing clock.
    ///   - angles: degrees from the user's own point of view; `nil` or not finite if the head was not seen.
    public init(time: Double, angles: HeadAngles?) {
        self.time = time
        self.angles = angles.flatMap { $0.isFinite ? $0 : nil }
        head = self.angles.map { HeadPointer(position: $0.point, interocularDistance: 1, leftward: $0.leftward) }
        hasPlace = false
    }
}

/// The head's angles, in degrees from the user's own point of view. Yaw and pitch say where the face points, along the axes of the camera
/// or the room, whatever the roll is.
public struct HeadAngles: Equatable, Sendable {
    /// Positive to the user's left.
    public var yaw: Double
    /// Positive up.
    public var pitch: Double
    /// Positive to the user's left shoulder; 0 if it is not known. Samples with eyes do not need it: their line shows it.
    public var roll: Double

    public init(yaw: Double, pitch: Double, roll: Double = 0) {
        self.yaw = yaw
        self.pitch = pitch
        self.roll = roll
    }

    var isFinite: Bool { yaw.isFinite && pitch.isFinite && roll.isFinite }

    /// Where a head that turns by these angles would go in the upright view, in eye distances.
    var point: HeadPoint { HeadPoint(yaw, -pitch) * (GestureRules.turnLever * Double.pi / 180) }

    /// The face's own axis in the upright view, like ``HeadPointer/leftward``.
    var leftward: HeadPoint {
        let sine = Sine.of(degrees: roll.remainder(dividingBy: 360) / 2), cosine = max(0, 1 - sine * sine).squareRoot()
        return HeadPoint(1 - 2 * sine * sine, 2 * sine * cosine)
    }

    /// The turn from `rest` to these angles along the face's own axes, in degrees times `scale`. Angles refer to the frame's axes, which
    /// differ from the axes of a user who lies on the side.
    /// - Parameter leftward: the face's own axis, like ``CalibrationCenter/leftward``.
    func turn(from rest: HeadAngles, along leftward: HeadPoint, scale: Double = 1) -> HeadOffset {
        let x = (yaw - rest.yaw) * scale, y = -(pitch - rest.pitch) * scale
        return HeadOffset(left: x * leftward.x + y * leftward.y, up: -(y * leftward.x - x * leftward.y))
    }

    /// How far the head turned from `rest` to these angles, in degrees.
    func distance(to rest: HeadAngles) -> Double {
        let x = yaw - rest.yaw, y = pitch - rest.pitch
        return (x * x + y * y).squareRoot()
    }

    /// A head that faces the camera.
    static let frontal = HeadAngles(yaw: 0, pitch: 0)
}

extension HeadOffset {
    /// Position of the tip of the nose relative to the middle between eyes and mouth, along the face's own axes. The unit is the eye
    /// distance of a head that faces the camera: turning foreshortens the eye line, nodding the line from the eyes to the mouth, and the
    /// longer of the two is used. `nil` if the points do not form a face.
    public init?(nose: HeadPoint, leftEye: HeadPoint, rightEye: HeadPoint, mouth: HeadPoint) {
        let eyes = leftEye - rightEye
        let middle = (leftEye + rightEye) / 2
        let wide = (eyes * eyes).sum().squareRoot()
        let high = ((mouth - middle) * (mouth - middle)).sum().squareRoot()
        guard wide > 0, wide.isFinite, high.isFinite, nose.x.isFinite, nose.y.isFinite else { return nil }
        let leftward = eyes / wide
        let away = (nose - (middle + mouth) / 2) / max(wide, high)
        self.init(left: (away * leftward).sum(), up: -(away * HeadPoint(-leftward.y, leftward.x)).sum())
    }
}
