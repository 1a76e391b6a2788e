// A head that tests move, sampled at a steady rate.
import Gestures
#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Drives a recogniser with a head whose eyes are 100 pixels apart, and records its events.
struct HeadDriver {
    var recognizer: GestureRecognizer
    private(set) var events: [GestureEvent] = []
    private(set) var time = 0.0
    private var offset = HeadOffset(left: 0, up: 0)
    private let step: Double
    /// The mouth's opening as a function of time, in IOD, and how often per second it is measured.
    var mouth: ((Double) -> Double, looks: Double)?

    init(rate: Double = 20, _ configure: (inout GestureConfiguration) -> Void = { _ in }) {
        var configuration = GestureConfiguration()
        // The head jumps between places, so rules can be tested to the sample, without smoothing and without waiting for a
        // second swing, unless a test is about those.
        configuration.smoothing = 0
        configuration.nod = false
        configuration.shake = false
        // The rules alone; what is weighed beside them has tests of its own.
        configuration.rules.ordinaryRate = .infinity
        configuration.rules.yieldRate = -.infinity
        configuration.rules.seriesRate = -.infinity
        configure(&configuration)
        recognizer = GestureRecognizer(configuration: configuration)
        step = 1 / rate
    }

    /// A calibrated driver, without the events of the calibration.
    static func tracking(rate: Double = 20, _ configure: (inout GestureConfiguration) -> Void = { _ in }) -> HeadDriver {
        var driver = HeadDriver(rate: rate, configure)
        driver.stay(1)
        driver.events = []
        return driver
    }

    static func head(left: Double, up: Double) -> HeadPointer {
        HeadPointer(position: HeadPoint(320 + 100 * left, 240 - 100 * up), interocularDistance: 100, leftward: HeadPoint(1, 0))
    }

    /// Puts the head at an offset (IOD) and keeps it there.
    mutating func go(left: Double = 0, up: Double = 0, for seconds: Double) {
        offset = HeadOffset(left: left, up: up)
        stay(seconds)
    }

    mutating func stay(_ seconds: Double) {
        for _ in 0..<Int((seconds / step).rounded()) { sample(Self.head(left: offset.left, up: offset.up)) }
    }

    /// Frames without a face.
    mutating func hide(for seconds: Double) {
        for _ in 0..<Int((seconds / step).rounded()) { sample(nil) }
    }

    /// No frames at all; the clock advances in steps of 50 ms.
    mutating func stopFrames(for seconds: Double) {
        let end = time + seconds
        while time < end {
            time += 0.05
            recognizer.advance(to: time) { events.append($0) }
        }
    }

    /// Neither frames nor steps of the clock, as in a stopped process.
    mutating func skip(_ seconds: Double) { time += seconds }

    mutating func sample(_ head: HeadPointer?, nose: HeadOffset? = nil, angles: HeadAngles? = nil, times: Int = 1) {
        for _ in 0..<times {
            time += step
            recognizer.process(HeadSample(time: time, head: head, nose: nose, angles: angles, mouth: opening)) { events.append($0) }
        }
    }

    private var opening: FaceMeasure? {
        mouth.map { mouth, looks in
            let look = (time * looks + 1e-6).rounded(.down) / looks
            return FaceMeasure(mouth(look), seenAt: look)
        }
    }

    /// A head of which only the angles are known, in degrees.
    mutating func turn(yaw: Double = 0, pitch: Double = 0, roll: Double = 0, for seconds: Double) {
        for _ in 0..<Int((seconds / step).rounded()) {
            time += step
            recognizer.process(HeadSample(time: time, angles: HeadAngles(yaw: yaw, pitch: pitch, roll: roll))) { events.append($0) }
        }
    }

    mutating func act(_ body: (inout GestureRecognizer, Double, (GestureEvent) -> Void) -> Void) {
        var heard: [GestureEvent] = []
        body(&recognizer, time) { heard.append($0) }
        events += heard
    }

    /// What was recognised, in short words: "look left", "start up", "stop up returned".
    var gestures: [String] { events.compactMap(\.shortWords) }
    /// What was refused.
    var rejections: [Rejection] { events.rejections }
}

/// Shapes of head movements.
enum Wave {
    /// 0 at both ends, 1 in the middle, and slow at all three, as heads are.
    static func hump(_ part: Double) -> Double { (1 - cos(2 * .pi * part)) / 2 }
    /// Left and right of rest; one period is `part` from 0 to 1.
    static func swing(_ part: Double) -> Double { sin(2 * .pi * part) }
}

extension [GestureEvent] {
    var rejections: [Rejection] { compactMap { if case .rejected(let rejection) = $0.kind { rejection } else { nil } } }
}

extension GestureEvent {
    var shortWords: String? {
        switch kind {
        case .recognised(.look(let direction), _, _): "look \(direction)"
        case .began(.hold(let direction), _): "start \(direction)"
        case .ended(.hold(let direction), _, let reason): "stop \(direction) \(reason.rawValue)"
        case .recognised(.nod, let swings, _): "nod \(Int(swings))"
        case .recognised(.shake, let swings, _): "shake \(Int(swings))"
        case .recognised(.tilt(let shoulder), _, _): "tilt \(shoulder)"
        case .began(.holdTilt(let shoulder), _): "start tilt \(shoulder)"
        case .ended(.holdTilt(let shoulder), _, let reason): "stop tilt \(shoulder) \(reason.rawValue)"
        case .recognised(.expression(let expression), _, _): expression.rawValue
        case .began(.holdExpression(let expression), _): "start \(expression.rawValue)"
        case .ended(.holdExpression(let expression), _, let reason): "stop \(expression.rawValue) \(reason.rawValue)"
        case .rejected(let rejection): "no: \(rejection.rule.rawValue)"
        default: nil
        }
    }
}
