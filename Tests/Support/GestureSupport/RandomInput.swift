import Gestures
import TestSupport

/// Something that happens to a recogniser.
package enum RandomInput: Sendable {
    case sample(HeadSample)
    case advance(Double)
    case pause(Double), resume(Double)
    case dismiss(Double), admit
    case recalibrate(Double)
    /// Sets the centre that is in use.
    case center(Double)
    case ask(Double, timeout: Double), withdraw(Double)
    case interrupt(Double), stop(Double)
    case configure(GestureConfiguration)

    package func apply(to recognizer: inout GestureRecognizer, _ emit: (GestureEvent) -> Void) {
        switch self {
        case .sample(let sample): recognizer.process(sample, emit)
        case .advance(let time): recognizer.advance(to: time, emit)
        case .pause(let time): recognizer.pause(at: time, emit)
        case .resume(let time): recognizer.resume(at: time, emit)
        case .dismiss(let time): recognizer.dismiss(at: time, emit)
        case .admit: recognizer.admit()
        case .recalibrate(let time): recognizer.recalibrate(at: time, emit)
        case .center(let time):
            if let center = recognizer.calibrationCenter { recognizer.setCalibrationCenter(center, at: time, emit) }
        case .ask(let time, let timeout): recognizer.ask(at: time, timeout: timeout, emit)
        case .withdraw(let time): recognizer.withdraw(at: time, emit)
        case .interrupt(let time): recognizer.interrupt(at: time, emit)
        case .stop(let time): recognizer.stop(at: time, emit)
        case .configure(let configuration): recognizer.configuration = configuration
        }
    }

    /// Whether it ends at once whatever is held.
    package var endsHolds: Bool {
        switch self {
        case .pause, .dismiss, .recalibrate, .ask, .interrupt, .stop: true
        case .sample, .advance, .resume, .admit, .center, .withdraw, .configure: false
        }
    }
}

/// A random person before a camera that loses the face, stops and has a wrong clock, with a caller who does all that a caller may do.
package struct RandomInputs: Sendable {
    package var person: RandomPerson
    package private(set) var configuration: GestureConfiguration
    /// True time, and that of the samples, in seconds.
    package private(set) var time = 0.0
    package var stamp: Double { time + ahead }
    /// When a sample last had a head that can be used, and any sample at all, on the samples' clock.
    package private(set) var lastHead = -Double.infinity
    package private(set) var lastSample = -Double.infinity
    /// Samples since something happened to the clock.
    package private(set) var sinceClock = 0
    private var ahead = 0.0
    private var isVisible = true
    private var visibleUntil = 0.0
    private var random: SplitMix64
    private var operations: Int
    private var pending: [RandomInput] = []

    /// - Parameter clock: whether the clock is sometimes wrong.
    package init(_ seed: Int, clock: Bool = true) {
        person = RandomPerson(seed)
        random = SplitMix64(seed &+ 1_000_003)
        operations = clock ? 17 : 12
        configuration = Self.configuration(&random)
    }

    /// The next input: mostly a sample.
    package mutating func next() -> RandomInput {
        if let input = pending.popLast() { return input }
        if !person.isCalm, random.chance(0.004) { return operation() }
        return sample(after: random.chance(0.02) ? random.number(0.05...0.35) : 1 / 30)
    }

    /// A sample of the person at rest, or turned to the left.
    package mutating func calm(turned: Double = 0) -> RandomInput {
        person.isCalm = true
        defer { person.isCalm = false }
        (isVisible, visibleUntil) = (true, time + 1)
        return sample(after: 1 / 30, turned: turned)
    }

    private mutating func sample(after seconds: Double, turned: Double = 0) -> RandomInput {
        time += seconds
        sinceClock += 1
        person.move(to: time)
        if time >= visibleUntil {
            isVisible = random.chance(0.8)
            visibleUntil = time + random.number(isVisible ? 1...30 : 0.03...3)
        }
        var sample = person.sample(stamp: stamp, turned: turned)
        if !isVisible {
            sample.head = nil
        } else if !person.isCalm, random.chance(0.002) {
            spoil(&sample)
        } else {
            lastHead = stamp
        }
        lastSample = stamp
        return .sample(sample)
    }

    private mutating func spoil(_ sample: inout HeadSample) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: sample.head?.position.x = .nan
        case 1: sample.head?.interocularDistance = .infinity
        case 2: sample.head?.leftward.y = .nan
        case 3: sample.angles = HeadAngles(yaw: .nan, pitch: 0)
        case 4: (sample.mouth, sample.lids) = (FaceMeasure(.nan, seenAt: stamp), LidOpening(right: .infinity, left: 0, seenAt: .nan))
        default: sample.gaze = GazeLook(eyes: .zero, direction: SIMD2(.nan, 0), time: stamp)
        }
    }

    private mutating func operation() -> RandomInput {
        let now = stamp + random.number(0...0.02)
        if random.chance(0.1) { return [.pause(.nan), .recalibrate(.infinity), .stop(.nan), .interrupt(.nan), .advance(.nan)].randomElement(using: &random)! }
        // What hinders is taken back soon, or most of the hours would pass in a pause.
        let relief: [RandomInput] = [.admit, .resume(now), .withdraw(now)]
        switch Int.random(in: 0..<operations, using: &random) {
        case 0: return .pause(now)
        case 1: return .recalibrate(now)
        case 2: return .dismiss(now)
        case 3: return .ask(now, timeout: random.number(0.5...6))
        case 4: return .withdraw(now)
        case 5: return .interrupt(now)
        case 6: return .stop(now)
        case 7:
            configuration = Self.configuration(&random)
            return .configure(configuration)
        case 8: return .center(now)
        case 9:
            time += random.number(0.3...3)
            return .advance(stamp)
        case 10:
            time += random.number(0.4...70)
            pending = relief
            return sample(after: 0)
        case 11:
            pending = relief
            return .advance(stamp + random.number(0...0.3))
        case 12: return stray(by: [1e9, 4000, 100, 1].randomElement(using: &random)!)
        case 13: return stray(by: -[1e9, 4000, 100, 1, 0.1].randomElement(using: &random)!)
        case 14: ahead += [1e6, 4000, 50].randomElement(using: &random)!
        case 15: ahead -= [1e6, 4000, 50, 0.5, 0.2].randomElement(using: &random)!
        default:
            pending = [.sample(HeadSample(time: .nan, head: nil))]
            return .sample(HeadSample(time: .infinity, head: nil))
        }
        sinceClock = 0
        return sample(after: 1 / 30)
    }

    /// One sample with a wrong time.
    private mutating func stray(by seconds: Double) -> RandomInput {
        sinceClock = 0
        return .sample(person.sample(stamp: stamp + seconds))
    }

    private static func configuration(_ random: inout SplitMix64) -> GestureConfiguration {
        var configuration = GestureConfiguration()
        configuration.maxHold = random.number(2.2...5)
        configuration.acceptance = random.number(0.3...1)
        configuration.explains = random.chance(0.5)
        configuration.tilt.isOn = random.chance(0.8)
        (configuration.expressions.mouth, configuration.expressions.brows) = (random.chance(0.7), random.chance(0.7))
        (configuration.expressions.smile, configuration.expressions.eyesClosed) = (random.chance(0.7), random.chance(0.7))
        configuration.quietMouth = random.chance(0.5) ? 0 : 0.09
        configuration.pauseGesture = random.chance(0.2) ? .up : nil
        (configuration.pauseTime, configuration.wakeGesture, configuration.wakeTime) = (2, .up, 1)
        configuration.settleTime = random.number(0.3...2)
        configuration.burstCount = 40
        for hold in [HeadGesture.holdTilt(.left), .holdExpression(.mouth), .hold(.right)] where random.chance(0.5) {
            configuration.filters[hold].acceptance = random.number(0.3...2)
            configuration.filters[hold].release = random.number(0...0.3)
        }
        if random.chance(0.7), let name = GestureName("window") {
            configuration.gaze.zones = [GazeZone(name: name, area: GazeZone.directions(left: -30, right: -5, bottom: -20, top: 20))]
            (configuration.gaze.correction, configuration.gaze.middle) = (GazeCorrection(), GazePoint(right: 0, up: 0))
        }
        return configuration
    }
}
