import Platform
import Replays

/// The table of a ``TaughtTrial``.
package struct TaughtTable: Sendable {
    private var people: [TaughtTrial.Person] = []

    package init() {}

    package mutating func add(_ person: TaughtTrial.Person) { people.append(person) }

    /// One line for a person.
    package static func line(_ person: TaughtTrial.Person) -> String {
        let words = ["\(person.range.short) IOD", "fixed \(recall(person.fixed))", "calibrated \(recall(person.calibrated))"]
        guard let lesson = person.lesson else { return (words + (person.refusal.map { ["refused: \($0)"] } ?? [])).joined(separator: ", ") }
        let forecast = lesson.gesture.rate
        var taught = "taught \(recall(person.taught)), predicted \(forecast.expected.short) (at most \(forecast.upper95.short)) an hour"
        taught += ", counted \(rate(person.taught))"
        if person.real.hours > 0 { taught += ", of real people \(rate(person.real))" }
        let tiring = "tiring \(recall(person.tired)), adapting \(recall(person.adapted))"
        let channels = lesson.gesture.channels.map(\.rawValue).joined(separator: " ")
        return (words + [taught, tiring, channels]).joined(separator: ", ")
    }

    /// What the fixed gestures found, of people who were not taught.
    package var fixedWords: String {
        let fixed = people.map(\.fixed).reduce(TaughtTrial.Count(), +), calibrated = people.map(\.calibrated).reduce(TaughtTrial.Count(), +)
        return """
            \(people.count) people, \(fixed.hours.short) h
            | | found | false activations an hour |
            |---|---|---|
            | fixed gestures | \(Self.recall(fixed)) | \(Self.rate(fixed)) |
            | fixed gestures after range calibration | \(Self.recall(calibrated)) | \(Self.rate(calibrated)) |
            """
    }

    /// All people. What was refused is left out of the taught gestures, and counts as not found in the line below them.
    package var words: String {
        func sum(_ part: (TaughtTrial.Person) -> TaughtTrial.Count) -> TaughtTrial.Count { people.map(part).reduce(TaughtTrial.Count(), +) }
        let taught = people.compactMap(\.lesson), counted = sum(\.taught)
        let hours = people.filter { $0.lesson != nil }.map(\.taught.hours).reduce(0, +)
        let predicted = taught.map(\.gesture.rate.expected).reduce(0, +) / Double(max(1, taught.count))
        let bound = taught.map(\.gesture.rate.upper95).reduce(0, +) / Double(max(1, taught.count))
        let kept = people.filter { person in person.lesson.map { person.taught.hours <= 0 || Double(person.taught.falseActivations) / person.taught.hours <= $0.gesture.rate.upper95 } ?? false }.count
        let all = TaughtTrial.Count(hits: counted.hits, repetitions: sum(\.fixed).repetitions)
        let usual = people.filter { 2 * $0.fixed.hits < $0.fixed.repetitions }
        let found = usual.map(\.taught).reduce(TaughtTrial.Count(), +)
        return """
            \(people.count) people, \(taught.count) taught, \(people.count - taught.count) refused \(people.compactMap(\.refusal))
            | | found | false activations an hour |
            |---|---|---|
            | fixed gestures | \(Self.recall(sum(\.fixed))) | \(Self.rate(sum(\.fixed))) |
            | fixed gestures after range calibration | \(Self.recall(sum(\.calibrated))) | \(Self.rate(sum(\.calibrated))) |
            | taught gestures | \(Self.recall(counted)) | \(Self.rate(counted)) |
            | taught gestures, with the people who were refused | \(Self.recall(all)) | \(Self.rate(counted)) |
            taught, of the \(usual.count) people of whom the fixed gestures find fewer than half: \(Self.recall(found))
            predicted \(predicted.short) an hour (at most \(bound.short)), counted \(Self.rate(counted)) in \(hours.short) h; \(kept) of \(taught.count) people stay within their own upper bound
            on the recordings of real people, for each template: \(Self.rate(sum(\.real)))
            a day that tires to 0.6 of the size: \(Self.recall(sum(\.tired))) without, \(Self.recall(sum(\.adapted))) with adaptation
            """
    }

    private static func recall(_ count: TaughtTrial.Count) -> String {
        count.repetitions > 0 ? "\(NumberFormat.text((1000 * Double(count.hits) / Double(count.repetitions)).rounded() / 10)) %" : "–"
    }

    private static func rate(_ count: TaughtTrial.Count) -> String {
        count.hours > 0 ? "\((Double(count.falseActivations) / count.hours).short) (at most \((PoissonBound.upper95(count.falseActivations) / count.hours).short))" : "–"
    }
}
