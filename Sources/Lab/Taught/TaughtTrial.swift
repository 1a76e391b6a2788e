import Gestures
import Traces

/// Simulated people with small, slow, skewed, trembling movements: what the fixed gestures find of them, what range calibration adds, and what a taught
/// gesture finds; with the false activations in the same people's ordinary minutes.
package struct TaughtTrial: Sendable {
    /// Gestures found, and false activations.
    package struct Count: Sendable {
        package var hits = 0, repetitions = 0, falseActivations = 0
        package var hours = 0.0

        package static func + (a: Count, b: Count) -> Count {
            Count(hits: a.hits + b.hits, repetitions: a.repetitions + b.repetitions, falseActivations: a.falseActivations + b.falseActivations, hours: a.hours + b.hours)
        }
    }

    /// What became of one person.
    package struct Person: Sendable {
        /// In IOD.
        package var range: Double
        package var fixed = Count(), calibrated = Count(), taught = Count()
        /// False activations of the taught gesture in the recordings of real people.
        package var real = Count()
        /// A tiring person's day, without and with adaptation.
        package var tired = Count(), adapted = Count()
        /// `nil` if the teaching or the making was refused.
        package var lesson: Lesson?
        /// Why it was refused.
        package var refusal: String?
    }

    /// The repetitions that are asked for, those of the test, those of a tiring person's day, and the part of the movement that is left at its end.
    private static let taught = 10, tested = 25, day = 60, tired = 0.6
    /// Minutes of the person's own rest.
    private static let ownMinutes = 10.0
    /// A gesture counts for a repetition until this long after it, in seconds.
    private static let late = 1.2

    private var simulation: TraceSimulation
    private let hours: Double
    private let library: [[HeadSample]]
    private let recordings: [HeadTrace]
    private let teaches: Bool
    private let isOfFace: Bool
    private static let name = GestureName("taught")

    /// - Parameters:
    ///   - hours: of ordinary movement of each person, in which false activations are counted.
    ///   - library: hours of other people's ordinary movement, with which gestures are made.
    ///   - recordings: ordinary movement of real people, in which the false activations of the taught gestures are counted too.
    ///   - teaches: teaches the people, who are the same without.
    ///   - isOfFace: they move the brows with a bit of a smile, in place of the head; the fixed gestures are then `brows` and `smile`.
    package init(_ family: SimulatedPerson.Family, seed: UInt64, hours: Double, library: Double, recordings: [HeadTrace] = [], teaches: Bool = true,
                 isOfFace: Bool = false) {
        self.isOfFace = isOfFace
        self.recordings = recordings
        self.teaches = teaches
        simulation = TraceSimulation(family, seed: seed)
        self.hours = hours
        self.library = teaches ? Array(OrdinaryMovement(hours: library)) : []
    }

    /// The next person: is taught, and then moves and idles.
    package mutating func next() -> Person {
        let own = isOfFace ? simulation.expressive() : simulation.limited(), ranges = simulation.calibration(of: own)
        let test = simulation.repetitions(Self.tested, of: own), day = simulation.repetitions(Self.day, of: own, strength: { 1 - (1 - Self.tired) * Double($0) / Double(Self.day) })
        let rest = simulation.ordinary(of: own, seconds: Self.ownMinutes * 60), ordinary = simulation.ordinary(of: own, seconds: hours * 3600)
        var person = Person(range: own.range)
        var fixed = GestureConfiguration()
        (fixed.expressions.brows, fixed.expressions.smile) = (isOfFace, isOfFace)
        person.fixed = Self.count(fixed, test, ordinary)
        var calibrated = fixed
        ranges.apply(to: &calibrated)
        if !isOfFace { person.calibrated = Self.count(calibrated, test, ordinary) }  // their ranges are the head's
        let session = simulation.session(of: own)  // also without teaching: it draws a number, and the next person must be the same
        guard teaches else { return person }
        switch Self.teach(session) {
        case .failure(let fault)?: person.refusal = fault.rawValue
        case nil: person.refusal = "unfinished"
        case .success(let repetitions)?:
            guard let name = Self.name else { break }
            switch TaughtGesture.make(name, from: repetitions, rest: [rest.trace.marks.map(\.sample)], library: library, others: []) {
            case .failure(let refusal): person.refusal = refusal.code
            case .success(let lesson):
                person.lesson = lesson
                let only = Self.only(lesson.gesture)
                person.taught = Self.count(only, test, ordinary)
                person.real = Self.falseActivations(only, recordings)
                person.tired = Self.count(only, day, nil)
                person.adapted = Self.count(only, day, nil, adapts: true)
            }
        }
        return person
    }

    /// Leads a person through the teaching.
    private static func teach(_ given: TeachingSession) -> Result<[TaughtRepetition], Teacher.Fault>? {
        var session = given, teacher = Teacher(repetitions: taught)
        for _ in 0..<20_000 where teacher.outcome == nil {
            teacher.add(session.next()) { report in if case .next = report { session.cue() } }
        }
        return teacher.outcome
    }

    /// The configuration in which nothing but this gesture counts.
    package static func only(_ gesture: TaughtGesture) -> GestureConfiguration {
        var configuration = GestureConfiguration()
        configuration.taught = [gesture]
        (configuration.continuous, configuration.discrete, configuration.nod, configuration.shake) = (false, false, false, false)
        return configuration
    }

    private static func count(_ configuration: GestureConfiguration, _ meant: SimulatedTrace, _ ordinary: SimulatedTrace?, adapts: Bool = false) -> Count {
        var count = ordinary.map { falseActivations(configuration, [$0.trace]) } ?? Count()
        count.repetitions = meant.labels.count
        let fired = firings(configuration, meant.trace, meant.labels, adapts: adapts)
        count.hits = meant.labels.filter { label in fired.contains { $0 > label.start && $0 < label.end + late } }.count
        return count
    }

    /// What fires in recordings in which nothing is meant. With a taught gesture only the time counts in which what it is made of was measured.
    package static func falseActivations(_ configuration: GestureConfiguration, _ recordings: [HeadTrace]) -> Count {
        recordings.reduce(into: Count()) { count, trace in
            count.falseActivations += firings(configuration, trace).count
            count.hours += (configuration.taught.first?.measuredSeconds(of: trace.marks.lazy.map(\.sample)) ?? trace.duration) / 3600
        }
    }

    /// The times at which gestures fired.
    /// - Parameters:
    ///   - labels: what was meant.
    ///   - adapts: a gesture that was meant is confirmed, as by a person who does not undo it.
    private static func firings(_ configuration: GestureConfiguration, _ trace: HeadTrace, _ labels: [Label] = [], adapts: Bool = false) -> [Double] {
        var recognizer = GestureRecognizer(configuration: configuration), times: [Double] = []
        for mark in trace.marks {
            var confirmed: GestureName?
            recognizer.process(mark.sample) { event in
                guard let gesture = event.kind.gesture, !configuration.expressions.isOn || gesture.expression != nil else { return }
                times.append(event.time)
                if case .taught(let name) = gesture, labels.contains(where: { event.time > $0.start && event.time < $0.end + late }) { confirmed = name }
            }
            if adapts, let confirmed { _ = recognizer.confirm(confirmed) }
        }
        return times
    }
}
