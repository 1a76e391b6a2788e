extension TaughtGesture {
    /// Makes a gesture of its repetitions.
    ///
    /// The limit of likeness lies where the repetitions are found again, each by a template of the others, and higher if that is what keeps ordinary
    /// movement out.
    /// - Parameters:
    ///   - name: the gesture is bound as `my-` and this name.
    ///   - repetitions: at least ``Teacher/counts``' least number.
    ///   - rest: recordings of the person's own ordinary minutes.
    ///   - library: recordings of ordinary movement of other people.
    ///   - others: the gestures that were taught before; it must differ from them.
    ///   - quietMouth: speed of the lips above which nothing fires, in IOD a second; 0 for any.
    public static func make(_ name: GestureName, from repetitions: [TaughtRepetition], rest: some Sequence<[HeadSample]>, library: some Sequence<[HeadSample]>,
                            others: [TaughtGesture], quietMouth: Double = GestureConfiguration().quietMouth) -> Result<Lesson, TeachingRefusal> {
        make(name, from: repetitions, rest: rest, library: library, others: others, quietMouth: quietMouth, fewest: Teacher.counts.lowerBound)
    }

    /// The same from fewer repetitions, for recordings that have no more.
    /// - Parameter fewest: at least 3, because each is looked for by a template of the others.
    package static func make(_ name: GestureName, from repetitions: [TaughtRepetition], rest: some Sequence<[HeadSample]>, library: some Sequence<[HeadSample]>,
                             others: [TaughtGesture], quietMouth: Double, fewest: Int) -> Result<Lesson, TeachingRefusal> {
        var usable = repetitions.compactMap { repetition in TaughtCourse(repetition).map { (repetition, $0) } }
        guard usable.count >= fewest else { return .failure(.tooFew(usable.count)) }
        leaveOutOdd(&usable, name)
        let courses = usable.map(\.1)
        let durations = courses.map { Double($0.points.count - 1) / Self.rate }.sorted()
        let limits = Limits(likeness: TaughtScan.least, duration: 0.6 * durations[0]...1.6 * durations[durations.count - 1], size: 0.4...2.5)
        guard var gesture = TaughtTemplate.make(name, courses, limits: limits) else { return .failure(.tooDifferent) }
        // Each repetition by a template of the others.
        var marks: [(likeness: Double, size: Double)] = []
        for place in usable.indices {
            var rest = courses
            rest.remove(at: place)
            guard let without = TaughtTemplate.make(name, rest, limits: limits) else { return .failure(.tooDifferent) }
            marks.append(without.best(in: usable[place].0) ?? (0, 0))
        }
        let found = marks.filter { $0.likeness > 0 }
        guard found.count >= fewest - 1 else { return .failure(.tooDifferent) }
        let sizes = found.map(\.size).sorted()
        gesture.limits.size = 0.6 * sizes[0]...1.6 * sizes[sizes.count - 1]
        let made = gesture.limited(by: marks.map(\.likeness), rest: TaughtScan(gesture, in: rest, quietMouth: quietMouth),
                                   library: TaughtScan(gesture, in: library, quietMouth: quietMouth))
        if case .success(let lesson) = made, let other = others.first(where: { $0.name != name && lesson.gesture.isLike($0) }) { return .failure(.like(other.name)) }
        return made
    }

    /// Leaves out repetitions that are much less like the average than the others are, because one of them would widen every tolerance.
    private static func leaveOutOdd(_ usable: inout [(TaughtRepetition, TaughtCourse)], _ name: GestureName) {
        while usable.count > Teacher.counts.lowerBound {
            guard let template = TaughtTemplate.make(name, usable.map(\.1), limits: Limits(likeness: 0, duration: 0...60, size: 0...100)) else { return }
            let angles = usable.map { angle(TaughtAlignment($0.1.points, template.points, weights: template.weights).likeness) }
            guard let worst = angles.indices.max(by: { angles[$0] < angles[$1] }), angles[worst] > oddness * angles.sorted()[angles.count / 2] else { return }
            usable.remove(at: worst)
        }
    }

    /// The part of a repetition that is most like this gesture.
    func best(in repetition: TaughtRepetition) -> (likeness: Double, size: Double)? {
        var matcher = TaughtMatcher(self), stream = TaughtStream(), best: TaughtMatcher.Candidate?
        for sample in repetition.samples {
            guard let head = sample.head, head.isUsable else { continue }
            let made = stream.add(sample, head)
            for index in (stream.count - made)..<stream.count {
                guard let part = matcher.add(index, of: stream), stream.time(part.start) < repetition.ended, stream.time(part.end) > repetition.began else { continue }
                if matcher.objection(to: part, in: stream) == nil, part.likeness > best?.likeness ?? 0 { best = part }
            }
        }
        return best.map { ($0.likeness, $0.size) }
    }

    /// Sets the limit of likeness.
    /// - Parameter marks: likeness of each repetition to a template of the others; 0 if it was not found at all.
    private func limited(by marks: [Double], rest: TaughtScan, library: TaughtScan) -> Result<Lesson, TeachingRefusal> {
        let known = marks.filter { $0 > 0 }.map(Self.angle)
        let mean = known.reduce(0, +) / Double(known.count)
        let deviation = (known.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, known.count - 1))).squareRoot()
        let wide = mean + Self.wideness * deviation
        // The strictest limit that is of use.
        let strict = known.sorted()[min(known.count - 1, Int(Self.leastFound * Double(marks.count)))]
        let ordinary = rest.choosing + library.choosing
        let intruder = ordinary.likenesses.dropFirst(Int(Self.permittedRate * ordinary.hours)).first.map(Self.angle) ?? .infinity
        let nearest = Self.safety * intruder
        let angle = nearest <= wide ? max(strict, nearest) : min((wide + nearest) / 2, 2 * wide)
        var gesture = self
        gesture.limits.likeness = max(TaughtScan.least, Self.likeness(angle))
        gesture.rate = TaughtRate(gesture.limits.likeness, own: rest.predicting, library: library.predicting)
        if gesture.rate.expected > Self.highestRate { return .failure(.likeRest(rate: gesture.rate.expected)) }
        let found = marks.filter { $0 >= gesture.limits.likeness }.count
        guard Double(found) >= Self.leastFound * Double(marks.count) else { return .failure(.tooDifferent) }
        return .success(Lesson(gesture: gesture, found: found, of: marks.count, advice: gesture.advice(isTight: nearest <= wide)))
    }

    /// Times the others' distance from the average at which a repetition is left out.
    private static let oddness = 2.0
    /// Expected false activations an hour that the limit may cost, and beyond which the gesture is refused; and the part of the repetitions that it must find.
    private static let permittedRate = 0.5, highestRate = 1.0, leastFound = 0.8
    /// Number of deviations of the repetitions' likeness up to the limit, and the part of the way to the nearest ordinary movement.
    private static let wideness = 3.0, safety = 0.95
    /// A movement that is shorter can be held for a moment, in seconds.
    private static let short = 1.2

    private func advice(isTight: Bool) -> [Lesson.Advice] {
        guard rate.upper95 > 1 else { return [] }
        guard isTight else { return [.moreRest] }
        return [.larger] + (duration < Self.short ? [.hold] : []) + (channels.contains(.lids) ? [] : [.closeEyes])
    }

    /// The angle whose cosine is the likeness, by the first term of the cosine's series: its scale is even where likeness is near 1.
    package static func angle(_ likeness: Double) -> Double { (2 * max(0, 1 - likeness)).squareRoot() }

    /// The likeness of an angle; of the angle of a likeness never more than that likeness, whatever the root was rounded to, because the limit lies at a
    /// repetition that is to be found.
    package static func likeness(_ angle: Double) -> Double { 1 - angle * angle / 2 - rounding }

    /// More than root and square lose.
    private static let rounding = 1e-12

    /// Whether two gestures can be taken for each other.
    private func isLike(_ other: TaughtGesture) -> Bool {
        func takes(_ one: TaughtGesture, _ another: TaughtGesture) -> Bool {
            let alignment = TaughtAlignment(another.points, one.points, weights: one.weights)
            return alignment.likeness >= one.limits.likeness && one.limits.size.contains(alignment.size) && one.limits.duration.contains(another.duration)
        }
        return takes(self, other) || takes(other, self)
    }
}
