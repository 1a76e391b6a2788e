/// The channels of a stream of samples at a fixed rate, smoothed, so that a template is compared with the same numbers at 8 and at 30 frames a second.
///
/// Each point is the mean of a quarter of a second: that removes tremor of 4 and 8 Hz, and most of it in between, and comes 0.1 s late. Nothing
/// is allocated after the beginning.
struct TaughtStream: Sendable {
    /// Number of points that are kept: 12.8 s.
    static let memory = 256
    /// Seconds by which a point comes late.
    static let delay = 0.1
    /// Points at the beginning that have no base yet.
    static let warmUp = 8
    /// A gap between samples after which the stream begins again, in seconds.
    private static let longestGap = 0.4
    /// Number of points of the mean, and of the base before a movement.
    private static let window = 5, baseWindow = 6
    /// The time over which a speed is compared with a distance, in seconds: about half a quick movement.
    static let speedTime: Float = 0.15
    /// Time constant with which the unit of length and the head's axis follow the head, in seconds.
    private static let scaleTime = 2.0
    /// Brows and smile of a usual face at rest (docs/lab/face.md), and the factors that make their movements as large as those of a mouth.
    private static let brows = (usual: 0.62, gain: 3.0), smile = (usual: 0.72, gain: 1.5)

    /// Number of points since the beginning.
    private(set) var count = 0
    /// 1 for a channel that is measured, else 0.
    private(set) var present = TaughtPoint.zero
    private var points = [TaughtPoint](repeating: .zero, count: memory)
    private var bases = [TaughtPoint](repeating: .zero, count: memory)
    private var speeds = [TaughtPoint](repeating: .zero, count: memory)
    private var raw = [TaughtPoint](repeating: .zero, count: window)
    private var rawCount = 0
    private var last: (time: Double, value: TaughtPoint)?
    private var origin = 0.0
    private var seen = SIMD16<Double>(repeating: -.infinity)
    /// The head's place so far: the sum of its steps, each in the unit and along the axes of its time.
    private var place = SIMD2<Double>.zero
    private var position: HeadPoint?
    private var scale = 0.0
    private var leftward = HeadPoint(1, 0)
    private var tilt = 0.0

    /// The smoothed channels at an index, relative to an arbitrary origin.
    subscript(index: Int) -> TaughtPoint { points[index & (Self.memory - 1)] }

    /// Mean of the last points up to an index: where a movement that begins there begins.
    func base(_ index: Int) -> TaughtPoint { bases[index & (Self.memory - 1)] }

    /// The speed at an index, as a distance in ``speedTime``.
    func speed(_ index: Int) -> TaughtPoint { speeds[index & (Self.memory - 1)] }

    /// The time that a point is about, in seconds.
    func time(_ index: Int) -> Double { origin + Double(index) / TaughtGesture.rate - Self.delay }

    /// Forgets everything.
    mutating func restart() {
        count = 0
        rawCount = 0
        last = nil
        position = nil
        scale = 0
        place = .zero
        seen = SIMD16(repeating: -.infinity)
    }

    /// Takes a sample with a head.
    /// - Returns: the number of points that it completes.
    mutating func add(_ sample: HeadSample, _ head: HeadPointer) -> Int {
        let time = sample.time
        if let last, time - last.time > Self.longestGap || time <= last.time { restart() }
        let value = measure(sample, head)
        present = TaughtPoint.zero.replacing(with: 1, where: (seen .>= SIMD16(repeating: time - Self.longestGap)).float)
        guard let previous = last else {
            origin = time
            last = (time, value)
            return push(value)
        }
        last = (time, value)
        var made = 0
        while true {
            let next = origin + Double(rawCount) / TaughtGesture.rate
            guard next <= time else { return made }
            let part = Float((next - previous.time) / (time - previous.time))
            made += push(previous.value + (value - previous.value) * part)
        }
    }

    private mutating func push(_ value: TaughtPoint) -> Int {
        raw[rawCount % Self.window] = value
        rawCount += 1
        let used = min(rawCount, Self.window)
        var sum = TaughtPoint.zero
        for index in 0..<used { sum += raw[index] }
        let place = rawCount - 1, mask = Self.memory - 1
        points[place & mask] = sum / Float(used)
        var base = TaughtPoint.zero
        let before = min(Self.baseWindow, place + 1)
        for back in 0..<before { base += points[(place - back) & mask] }
        bases[place & mask] = base / Float(before)
        speeds[place & mask] = place < 2 ? .zero : (points[place & mask] - points[(place - 2) & mask]) * (Float(TaughtGesture.rate) / 2 * Self.speedTime)
        count = rawCount
        return 1
    }

    private mutating func measure(_ sample: HeadSample, _ head: HeadPointer) -> TaughtPoint {
        let time = sample.time
        var value = last?.value ?? .zero
        func set(_ channel: TaughtChannel, _ number: Double) {
            value[channel.index] = Float(number)
            seen[channel.index] = time
        }
        let seconds = time - (last?.time ?? time), part = scale > 0 ? min(1, seconds / Self.scaleTime) : 1
        scale += (head.interocularDistance - scale) * part
        leftward += (head.leftward - leftward) * part
        if sample.hasPlace {
            if let position {
                let step = (head.position - position) / scale
                place += SIMD2((step * leftward).sum(), -(step * HeadPoint(-leftward.y, leftward.x)).sum())
            }
            position = head.position
            set(.placeLeft, place.x)
            set(.placeUp, place.y)
            let wide = head.interocularDistance, high = head.height ?? wide
            set(.size, Logarithm.natural(max(wide, high)))
        }
        // The sine of the small angle between the axis and the frame's, continued where it turns far.
        let axis = head.leftward
        if last == nil { tilt = 0 } else { tilt += axis.x * -previousAxis.y + axis.y * previousAxis.x }
        previousAxis = axis
        if sample.hasPlace || sample.angles?.roll != 0 { set(.tilt, tilt * -GestureRules.turnLever) }
        if let nose = sample.nose {
            set(.noseLeft, nose.left * GestureRules.noseGain)
            set(.noseUp, nose.up * GestureRules.noseGain)
        }
        if let angles = sample.angles, angles.isFinite {
            let turn = angles.turn(from: .frontal, along: leftward, scale: GestureRules.turnLever * Double.pi / 180)
            set(.turnLeft, turn.left)
            set(.turnUp, turn.up)
        }
        func isFresh(_ measure: FaceMeasure) -> Bool { measure.value.isFinite && time - measure.seenAt <= Self.longestGap }
        if let mouth = sample.mouth, isFresh(mouth) { set(.mouth, mouth.value) }
        // People's brows differ as much as they move, so that only their parts can be compared.
        if let brows = sample.brows, isFresh(brows), brows.value > 0 { set(.brows, Self.brows.gain * Logarithm.natural(brows.value / Self.brows.usual)) }
        if let smile = sample.smile, isFresh(smile), smile.value > 0 { set(.smile, Self.smile.gain * Logarithm.natural(smile.value / Self.smile.usual)) }
        if let lids = sample.lids, lids.right.isFinite, lids.left.isFinite, time - lids.seenAt <= Self.longestGap { set(.lids, (lids.right + lids.left) / 2) }
        return value
    }

    private var previousAxis = HeadPoint(1, 0)
}

extension SIMDMask<SIMD16<Int64>> {
    /// The mask for single precision.
    fileprivate var float: SIMDMask<SIMD16<Int32>> {
        var mask = SIMDMask<SIMD16<Int32>>()
        for index in 0..<scalarCount { mask[index] = self[index] }
        return mask
    }
}
