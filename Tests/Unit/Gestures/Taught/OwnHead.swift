// A head that makes a small movement of its own, for tests of taught gestures.
import Gestures
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Makes samples of a head whose eyes are 100 pixels apart, with a little noise that is the same in each run.
struct OwnHead {
    /// A movement: a shift to the left and up in IOD and a tilt in degrees, out in a third of its time and back in the rest.
    struct Movement {
        var left = 0.12, up = 0.05, tilt = 4.0, seconds = 1.0
        /// Parts of the rest by which the brows rise and the mouth smiles.
        var brows = 0.0, smile = 0.0
        /// Degrees to the left, of a head that has angles.
        var turn = 0.0
        static let own = Movement()
        /// Raised brows with a bit of a smile; the head keeps still.
        static let raised = Movement(left: 0, up: 0, tilt: 0, brows: 0.12, smile: 0.15)
        static let other = Movement(left: -0.05, up: -0.12, tilt: -3, seconds: 1.0)
    }

    private(set) var time = 0.0
    private let step: Double
    private var frame = 0
    /// Added to every place, in IOD.
    var drift = 0.0
    /// Speed of the lips: they open by 0.1 IOD six times a second.
    var talks = false
    /// Whether brows and smile are measured, and the angles.
    var hasFace = true, hasAngles = false
    /// Brows and smile at rest.
    var face = (brows: 0.62, smile: 0.72)

    init(rate: Double = 15) { step = 1 / rate }

    private mutating func next(_ movement: Movement, _ part: Double) -> HeadSample {
        time += step
        frame += 1
        func noise(_ k: Double) -> Double { 0.002 * sin(Double(frame * frame % 977) * k) }
        let x = movement.left * part + drift + noise(0.7), y = movement.up * part + noise(1.3)
        let axis = movement.tilt * part * .pi / 180 + noise(2.1)
        var sample = HeadSample(time: time, head: HeadPointer(position: HeadPoint(320 + 100 * x, 240 - 100 * y), interocularDistance: 100, leftward: HeadPoint(cos(axis), sin(axis))))
        sample.mouth = FaceMeasure(talks ? 0.1 + 0.1 * sin(2 * .pi * 3 * time) : 0.01, seenAt: time)
        let turn = movement.turn * part
        if hasAngles { sample.angles = HeadAngles(yaw: turn + 50 * noise(1.9), pitch: 50 * noise(2.9)) }
        guard hasFace else { return sample }
        // The mesh shows some of a turn in both (docs/lab/face.md).
        sample.brows = FaceMeasure(face.brows * (1 + movement.brows * part) + 0.002 * turn + noise(1.1), seenAt: time)
        sample.smile = FaceMeasure(face.smile * (1 + movement.smile * part) - 0.01 * turn + 4 * noise(1.7), seenAt: time)
        return sample
    }

    mutating func rest(_ seconds: Double) -> [HeadSample] { (0..<Int((seconds / step).rounded())).map { _ in next(.own, 0) } }

    mutating func hide(_ seconds: Double) -> [HeadSample] {
        (0..<Int((seconds / step).rounded())).map { _ in
            time += step
            return HeadSample(time: time, head: nil)
        }
    }

    mutating func move(_ movement: Movement = .own, size: Double = 1, pace: Double = 1) -> [HeadSample] {
        let whole = movement.seconds * pace
        return (0..<Int((whole / step).rounded())).map { index in
            let part = Double(index + 1) * step / whole
            return next(movement, size * (Self.reach(3 * part) - Self.reach((3 * part - 1) / 2)))
        }
    }

    /// A movement that goes out and stays there.
    mutating func leave(_ movement: Movement = .own, for seconds: Double) -> [HeadSample] {
        (0..<Int((seconds / step).rounded())).map { index in next(movement, 4 * Self.reach(Double(index + 1) * step / 0.5)) }
    }

    private static func reach(_ part: Double) -> Double {
        let t = min(max(part, 0), 1)
        return t * t * t * (10 - 15 * t + 6 * t * t)
    }

    /// A movement with a second of rest before and after it.
    mutating func repetition(_ movement: Movement = .own, size: Double = 1, pace: Double = 1) -> TaughtRepetition {
        let before = rest(1.5), began = time, during = move(movement, size: size, pace: pace), ended = time
        return TaughtRepetition(samples: before + during + rest(1.2), began: began, ended: ended)
    }

    /// Repetitions that differ a little.
    mutating func repetitions(_ movement: Movement = .own, count: Int = 6) -> [TaughtRepetition] {
        (0..<count).map { repetition(movement, size: 0.9 + 0.04 * Double($0), pace: 1.1 - 0.03 * Double($0)) }
    }

    /// Ordinary minutes: the head sways, and now and then it turns away far and comes back.
    mutating func ordinary(minutes: Double) -> [HeadSample] {
        var samples: [HeadSample] = []
        while time < minutes * 60 { samples += rest(3) + move(Movement(left: 0.5, up: -0.2, tilt: 0, seconds: 2)) + rest(5) + move(Movement(left: 0, up: -0.1, tilt: 0, seconds: 0.7)) }
        return samples
    }
}

extension TaughtGesture {
    /// A gesture that was taught with ``OwnHead/Movement/own``.
    static func own(_ name: String = "jerk", _ movement: OwnHead.Movement = .own, others: [TaughtGesture] = [], head: OwnHead = OwnHead()) throws -> TaughtGesture {
        var head = head
        guard let name = TaughtGesture.name(name) else { throw TestFault() }
        return try TaughtGesture.make(name, from: head.repetitions(movement), rest: [head.ordinary(minutes: 5)], library: [[HeadSample]](), others: others).get().gesture
    }
}

struct TestFault: Error {}
