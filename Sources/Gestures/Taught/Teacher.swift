/// Leads a person through the repetitions of a movement, and finds them by itself in the stream of samples.
///
/// Present each ``Report`` to the person, and feed every sample until ``outcome`` is set.
public struct Teacher: Sendable {
    /// An instruction, or what was found.
    public enum Report: Equatable, Sendable {
        /// Keep still for this many seconds.
        case rest(seconds: Double)
        /// Make the movement now: the sound or the light.
        case next(number: Int, of: Int)
        /// A repetition was found. `likeness`: 0…1 to the ones before it; `nil` for the first one.
        case found(number: Int, of: Int, likeness: Double?)
        /// A repetition does not count, and the next `next` asks for it again.
        case dropped(Reason)
        /// The repetitions are complete, or there are too few of them: see ``Teacher/outcome``.
        case done
    }

    /// Why a repetition was dropped.
    public enum Reason: String, CaseIterable, Sendable {
        /// The face was not seen all the time.
        case faceLost = "face-lost"
        /// Nothing moved after the cue.
        case nothingMoved = "nothing-moved"
        /// The movement did not end.
        case tookTooLong = "took-too-long"
        /// It is unlike the others.
        case different

        /// In words that advise.
        public var words: String {
            switch self {
            case .faceLost: "the face was lost; stay in the picture until the next sign"
            case .nothingMoved: "nothing moved; make the movement after the sign, larger if you can"
            case .tookTooLong: "the movement did not end within \(Int(Teacher.longest)) seconds; come back to where you began"
            case .different: "this one was unlike the others; it is left out"
            }
        }
    }

    /// Why the teaching led to nothing.
    public enum Fault: String, Error, CaseIterable, Sendable {
        case notStill = "not-still"
        case faceLost = "face-lost"
        case nothingMoved = "nothing-moved"
        case tooFew = "too-few"
        case tooDifferent = "too-different"

        /// In words that advise.
        public var words: String {
            switch self {
            case .notStill: "the head was never still before the first sign; rest your head, or wait until the trembling is less"
            case .faceLost: "the face was lost again and again; look for better light, or move the camera"
            case .nothingMoved: "nothing moved after the signs; make the movement larger, or choose another one"
            case .tooFew: "too few repetitions were found; make the movement once after each sign"
            case .tooDifferent: "the repetitions are too different from each other; make the same movement each time, or choose a simpler one"
            }
        }
    }

    /// Allowed numbers of repetitions.
    public static let counts = 5...10
    /// The longest movement, in seconds.
    public static let longest = 3.5
    /// Seconds after a cue in which the movement must begin, of rest between a repetition and the next cue, and without a face until the
    /// teaching ends.
    private static let timeout = 6.0, rest = 1.2, longestLoss = 20.0
    /// Seconds without a face that spoil a repetition.
    private static let loss = 0.3
    /// Cues beyond the number of repetitions.
    private static let spareCues = 5
    /// How many times the rest may take until it is still.
    private static let restTimeout = 5.0
    /// Largest movement in the rest before the first cue, in IOD.
    private static let restless: Float = 0.15
    /// Least median likeness of a repetition to the others.
    private static let leastLikeness = 0.5
    /// Seconds of samples that a repetition contains before and after the movement.
    private static let margin = (before: 1.3, after: 0.9)

    private enum Phase {
        /// The noise of the head at rest is measured; `nil` before the first face.
        case resting(since: Double?)
        /// Until the next cue.
        case pausing(until: Double)
        /// A cue was given.
        case waiting(since: Double)
        case moving(RepetitionFinder)
        /// The movement is over; samples after it are still needed.
        case following(began: Double, ended: Double)
    }

    /// The repetitions that count, or the fault; `nil` while the teaching goes on.
    public private(set) var outcome: Result<[TaughtRepetition], Fault>?
    /// The repetitions so far.
    private var found: [(repetition: TaughtRepetition, course: TaughtCourse)] = []

    private let count: Int
    private let restTime: Double
    private var phase = Phase.resting(since: nil)
    private var stream = TaughtStream()
    private var recent: [HeadSample] = []
    private var lastSeen: Double?
    private var noise = RestNoise()
    private var cues = 0
    /// Since when rest is asked for, and when it was said last.
    private var restBegan: Double?, restSaid = -Double.infinity
    private var reasons: [Reason] = []

    /// - Parameters:
    ///   - repetitions: how many are asked for: 5 to 10.
    ///   - rest: seconds of rest before them.
    public init(repetitions: Int = 6, rest: Double = 3) {
        count = min(max(repetitions, Self.counts.lowerBound), Self.counts.upperBound)
        restTime = max(1, rest)
    }

    /// Takes the next sample and emits what the person needs to know.
    public mutating func add(_ sample: HeadSample, _ emit: (Report) -> Void) {
        guard outcome == nil, sample.time.isFinite else { return }
        if lastSeen == nil {
            lastSeen = sample.time
            askForRest(at: sample.time, emit)
        }
        guard let head = sample.head, head.isUsable else { return miss(sample.time, emit) }
        lastSeen = sample.time
        recent.append(sample)
        if recent[0].time < sample.time - 2 * (Self.longest + Self.margin.before + Self.margin.after) { recent.removeFirst(recent.count / 2) }
        let before = stream.count, made = stream.add(sample, head)
        if stream.count < before + made {
            recent = [sample]
            spoil(at: sample.time, emit)  // what was found of a movement belongs to the points before the gap
        }
        for index in (stream.count - made)..<stream.count where outcome == nil { take(index, emit) }
    }

    /// No face.
    private mutating func miss(_ time: Double, _ emit: (Report) -> Void) {
        guard let lastSeen, time - lastSeen >= Self.loss else { return }
        switch phase {
        case .resting: (phase, restBegan) = (.resting(since: nil), nil)
        case .pausing: phase = .pausing(until: time + Self.rest)
        case .waiting, .moving, .following: spoil(at: time, emit)
        }
        stream.restart()
        if time - lastSeen >= Self.longestLoss { end(.failure(.faceLost), emit) }
    }

    /// The face was not seen all the time: a repetition that is asked for or under way does not count.
    private mutating func spoil(at time: Double, _ emit: (Report) -> Void) {
        switch phase {
        case .resting, .pausing: break
        case .waiting, .moving, .following: drop(.faceLost, at: time, emit)
        }
    }

    private mutating func take(_ index: Int, _ emit: (Report) -> Void) {
        let time = stream.time(index)
        guard index >= RestNoise.lag else { return }
        switch phase {
        case .resting(let since):
            let began = since ?? time, restBegan = restBegan ?? time
            self.restBegan = restBegan
            if since == nil { noise = RestNoise() }
            noise.add(stream, index)
            phase = .resting(since: began)
            if noise.largest > Self.restless {
                // At once, so that one twitch costs no more than the time since the last one.
                phase = .resting(since: nil)
                if time - restBegan >= Self.restTimeout * restTime { return end(.failure(.notStill), emit) }
                return askForRest(at: time, emit)
            }
            guard time - began >= restTime else { return }
            ask(at: time, emit)
        case .pausing(let until):
            if time >= until { ask(at: time, emit) }
        case .waiting(let since):
            if let finder = RepetitionFinder(stream, index, noise) {
                phase = .moving(finder)
            } else if time - since >= Self.timeout {
                drop(.nothingMoved, at: time, emit)
            }
        case .moving(var finder):
            switch finder.add(stream, index, noise) {
            case .moving: phase = .moving(finder)
            case .twitched: phase = .waiting(since: time - Self.timeout / 2)
            case .lasted: drop(.tookTooLong, at: time, emit)
            case .ended(let end): phase = .following(began: stream.time(finder.began), ended: stream.time(end))
            }
        case .following(let began, let ended):
            if time >= ended + Self.margin.after { keep(began, ended, at: time, emit) }
        }
    }

    private mutating func askForRest(at time: Double, _ emit: (Report) -> Void) {
        guard time - restSaid >= restTime else { return }
        restSaid = time
        emit(.rest(seconds: restTime))
    }

    private mutating func ask(at time: Double, _ emit: (Report) -> Void) {
        guard cues < count + Self.spareCues else { return finish(emit) }
        cues += 1
        phase = .waiting(since: time)
        emit(.next(number: found.count + 1, of: count))
    }

    private mutating func drop(_ reason: Reason, at time: Double, _ emit: (Report) -> Void) {
        reasons.append(reason)
        phase = .pausing(until: time + Self.rest)
        emit(.dropped(reason))
    }

    private mutating func keep(_ began: Double, _ ended: Double, at time: Double, _ emit: (Report) -> Void) {
        let samples = recent.filter { $0.time >= began - Self.margin.before && $0.time <= ended + Self.margin.after + TaughtStream.delay }
        let repetition = TaughtRepetition(samples: samples, began: began, ended: ended)
        guard let course = TaughtCourse(repetition) else { return drop(.tookTooLong, at: time, emit) }
        let likenesses = found.map { TaughtAlignment(course.points, $0.course.points, weights: noise.weights).likeness }.sorted()
        let likeness = likenesses.isEmpty ? nil : likenesses[likenesses.count / 2]
        if let likeness, likeness < Self.leastLikeness, found.count >= 3 { return drop(.different, at: time, emit) }
        found.append((repetition, course))
        emit(.found(number: found.count, of: count, likeness: likeness.map { max(0, $0) }))
        if found.count == count { finish(emit) } else { phase = .pausing(until: time + Self.rest - Self.margin.after / 2) }
    }

    private mutating func finish(_ emit: (Report) -> Void) {
        guard found.count >= Self.counts.lowerBound else {
            let fault: Fault = if found.isEmpty, reasons.contains(.nothingMoved), !reasons.contains(.faceLost) { .nothingMoved } else {
                switch reasons.max(by: { a, b in reasons.count { $0 == a } < reasons.count { $0 == b } }) {
                case .faceLost: .faceLost
                case .nothingMoved where found.count <= 1: .nothingMoved
                case .different: .tooDifferent
                default: .tooFew
                }
            }
            return end(.failure(fault), emit)
        }
        // The first repetitions had nothing to be compared with.
        let alike = found.indices.filter { own in
            let likenesses = found.indices.filter { $0 != own }
                .map { TaughtAlignment(found[own].course.points, found[$0].course.points, weights: noise.weights).likeness }.sorted()
            return likenesses[likenesses.count / 2] >= Self.leastLikeness
        }
        if alike.count < found.count { emit(.dropped(.different)) }
        end(alike.count >= Self.counts.lowerBound ? .success(alike.map { found[$0].repetition }) : .failure(.tooDifferent), emit)
    }

    private mutating func end(_ result: Result<[TaughtRepetition], Fault>, _ emit: (Report) -> Void) {
        outcome = result
        emit(.done)
    }
}
