// The calibration phase: head pointers in a row until the head has rested long enough.

/// Gathers head pointers until enough of them lie close together, then gives the calibration centre.
///
/// NodKit's rule: a sample that jumps further than the tolerance from the one before discards all and starts again;
/// when `samples` have gathered, the mean of the last five is the centre.
public struct Calibration: Sendable {
    /// How many head pointers in a row are needed.
    public let samples: Int
    /// The furthest a pointer may lie from the one before, in IOD.
    public let tolerance: Double
    /// How many pointers have gathered since the last jump.
    public private(set) var gathered = 0

    private static let averaged = 5
    private var recent: [HeadPointer] = []

    public init(samples: Int, tolerance: Double) {
        self.samples = samples
        self.tolerance = tolerance
        recent.reserveCapacity(Self.averaged)
    }

    /// Takes the next head pointer; gives the centre when the phase is over, else `nil`.
    public mutating func add(_ head: HeadPointer) -> CalibrationCenter? {
        if let last = recent.last {
            let jump = head.position - last.position
            let distance = (jump * jump).sum().squareRoot() / head.interocularDistance
            if !(distance <= tolerance) { discard() }  // so written that a NaN discards too
        }
        if recent.count == Self.averaged { recent.removeFirst() }
        recent.append(head)
        gathered += 1
        return gathered >= samples ? mean() : nil
    }

    /// Forgets what has gathered: the face was lost or another one came.
    public mutating func discard() {
        recent.removeAll(keepingCapacity: true)
        gathered = 0
    }

    private func mean() -> CalibrationCenter {
        var position = Point.zero
        var axis = Point.zero
        var distance = 0.0
        for head in recent {
            position += head.position
            axis += head.leftward
            distance += head.interocularDistance
        }
        let count = Double(recent.count)
        let length = (axis * axis).sum().squareRoot()
        return CalibrationCenter(
            position: position / count,
            interocularDistance: distance / count,
            // Axes that cancel out would mean a head turning upside down between two samples.
            leftward: length > 0 ? axis / length : Point(1, 0))
    }
}
