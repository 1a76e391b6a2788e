/// One look at the user, the recogniser's input: where the head was at a moment, or that it could not be seen for certain.
public struct HeadSample: Equatable, Sendable {
    /// Seconds on any clock that rises; the recogniser has none of its own.
    public var time: Double
    /// The head pointer, or `nil` when there was no face or tracking was not certain.
    public var head: HeadPointer?
    /// Where the nose lies on the face, where that is known (``HeadOffset/init(nose:leftEye:rightEye:mouth:)``).
    public var nose: HeadOffset?
    /// Where the head is turned, where that is known.
    public var angles: HeadAngles?
    /// How far the mouth is open, where that is known. It may have been seen earlier than the head.
    public var mouth: MouthOpening?
    /// Where an eye points in the head, if somebody looked.
    public var eyes: EyeLook?
    /// The head's place in the picture is known, and not only where it is turned.
    let hasPlace: Bool

    public init(time: Double, head: HeadPointer?, nose: HeadOffset? = nil, angles: HeadAngles? = nil,
                mouth: MouthOpening? = nil) {
        self.time = time
        self.head = head
        self.nose = nose
        self.angles = angles
        self.mouth = mouth
        hasPlace = true
    }

    /// A sample of something that knows only where the head is turned: a face framework's pose, or a sensor that is worn. Gestures are
    /// measured by the angles then, whatever ``GestureConfiguration/pointer`` says; leaning and tilting cannot be detected.
    ///
    /// - Parameters:
    ///   - time: seconds on any clock that rises.
    ///   - angles: degrees from the user's own point of view; `nil` or not finite if the head was not seen.
    public init(time: Double, angles: HeadAngles?) {
        self.time = time
        let isSeen = angles?.isFinite ?? false
        head = isSeen ? HeadPointer(position: HeadPoint(0, 0), interocularDistance: 1, leftward: HeadPoint(1, 0)) : nil
        self.angles = isSeen ? angles : nil
        hasPlace = false
    }
}

/// Where the head is turned, in degrees from the user's own point of view.
public struct HeadAngles: Equatable, Sendable {
    /// Positive to the user's left.
    public var yaw: Double
    /// Positive up.
    public var pitch: Double

    public init(yaw: Double, pitch: Double) {
        self.yaw = yaw
        self.pitch = pitch
    }

    var isFinite: Bool { yaw.isFinite && pitch.isFinite }
}

extension HeadOffset {
    /// Where the tip of the nose lies, from the middle between eyes and mouth, along the face's own axes. The unit is the
    /// eye distance of a head that faces the camera: turning foreshortens the eye line, nodding the line from the eyes to
    /// the mouth, and the longer of the two is used. `nil` if the points are not a face.
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
