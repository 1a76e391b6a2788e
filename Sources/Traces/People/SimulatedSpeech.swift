import Glibc

extension TraceSimulation {
    /// Movement of head and lips of people who talk to a camera, fitted to the people of Tests/traces: amplitudes and their spread between
    /// people, correlation in time, and how often gestures fire. Degrees and seconds.
    private enum Speech {
        /// Standard deviations of yaw and pitch: median, and standard deviation of their logarithm. The two are correlated.
        static let yaw = (median: 2.2, spread: 0.9, most: 15.0), pitch = (median: 2.6, spread: 0.6, most: 10.0)
        static let kinship = 0.65
        /// A head goes from one position to the next, rests there for a moment, and also shifts more slowly.
        static let quick = (time: 0.25...0.6, pause: 0.35, yaw: 0.75, pitch: 0.8)
        static let slow = (time: 0.6...1.5, pause: 3.0, yaw: 0.6, pitch: 0.45)
        /// Occasional beats of emphasis, as a fraction of the pitch.
        static let beat = (rate: 2.0...4.0, depth: 0.75, fits: 0.11)
        /// The lips' opening in IOD: the maximum of a syllable, and the duration of words and of the pauses between them.
        static let lips = (median: 0.11, spread: 0.35, syllable: 0.08...0.2, words: 6.0, pause: 0.35)
    }

    /// Adds speech from the plan's end on.
    package mutating func talk(for seconds: Double, _ plan: inout Plan) {
        let end = plan.end + seconds, liveliness = random.normal()
        let yaw = min(Speech.yaw.most, Speech.yaw.median * exp(Speech.yaw.spread * liveliness))
        let own = (1 - Speech.kinship * Speech.kinship).squareRoot() * random.normal()
        let pitch = min(Speech.pitch.most, Speech.pitch.median * exp(Speech.pitch.spread * (Speech.kinship * liveliness + own)))
        wander(yaw * Speech.quick.yaw, Speech.quick.time, pause: Speech.quick.pause, until: end, &plan) { $1.yaw += $0 }
        wander(yaw * Speech.slow.yaw, Speech.slow.time, pause: Speech.slow.pause, until: end, &plan) { $1.yaw += $0 }
        wander(pitch * Speech.quick.pitch, Speech.quick.time, pause: Speech.quick.pause, until: end, &plan) { $1.pitch += $0 }
        wander(pitch * Speech.slow.pitch, Speech.slow.time, pause: Speech.slow.pause, until: end, &plan) { $1.pitch += $0 }
        let rate = any(Speech.beat.rate.lowerBound, Speech.beat.rate.upperBound), phase = any(0, 2 * .pi)
        plan.moves.append(Move(start: plan.end, length: seconds) { part, state in
            let time = part * seconds
            guard part < 1, sin(2 * .pi * Speech.beat.fits * time + phase) > 0 else { return }
            state.pitch -= Speech.beat.depth * pitch * sin(2 * .pi * rate * time)
        })
        speak(until: end, &plan)
        animate(from: plan.end, until: end, &plan)
        plan.moves.sort { $0.start < $1.start }
        plan.end = end
    }

    /// Moves from position to position, with a rest at each; half of the movements are short, a few are long.
    private mutating func wander(_ deviation: Double, _ time: ClosedRange<Double>, pause: Double, until end: Double, _ plan: inout Plan,
                                 _ add: @escaping @Sendable (Double, inout HeadState) -> Void) {
        var now = plan.end, place = 0.0
        while now < end {
            let length = any(time.lowerBound, time.upperBound), isQuick = time.upperBound < 1, luck = any(0, 1)
            let next = deviation * (isQuick ? luck < 0.5 ? 0.5 : luck < 0.85 ? 1 : 2 : 1) * random.normal(), step = next - place
            plan.moves.append(Move(start: now, length: length) { part, state in add(step * Self.reach(part), &state) })
            place = next
            now += length + exponential(pause)
        }
    }

    /// Opens and closes the lips with each syllable, and shuts them between words.
    private mutating func speak(until end: Double, _ plan: inout Plan) {
        let widest = Speech.lips.median * exp(Speech.lips.spread * random.normal())
        var now = plan.end, opening = 0.0
        func move(to next: Double, _ length: Double) {
            let step = next - opening
            plan.moves.append(Move(start: now, length: length) { part, state in state.lips += step * Self.reach(part) })
            opening = next
            now += length
        }
        while now < end {
            let pause = now + 0.5 + exponential(Speech.lips.words)
            while now < min(pause, end) {
                move(to: any(0.1, 1) * widest, any(Speech.lips.syllable.lowerBound, Speech.lips.syllable.upperBound))
            }
            move(to: 0, 0.15)
            now += exponential(Speech.lips.pause)
        }
    }

    /// A random duration with the given mean (exponential distribution).
    private mutating func exponential(_ mean: Double) -> Double { -mean * log(1 - Double.random(in: 0..<1, using: &random)) }
}
