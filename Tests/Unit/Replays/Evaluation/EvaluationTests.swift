import Gestures
import Replays
import Testing
import TestSupport
import Traces

@Suite("Evaluation")
struct EvaluationTests {
    private let label = Label(start: 2, end: 3, gesture: .look(.left))

    @Test("a recognised gesture counts once, for a label of its kind within the tolerance", arguments: [
        ([3.1], 1, 0), ([1.8], 1, 0), ([3.59], 1, 0), ([1.6], 0, 1), ([3.7], 0, 1), ([2.5, 2.9], 1, 1), ([], 0, 0),
    ])
    func matching(times: [Double], hits: Int, wrong: Int) {
        let score = ClipScore(labels: [label], firings: times.map { Firing(time: $0, gesture: .look(.left)) })
        let total = score.gestures["left"]
        #expect(total?.hits == hits && total?.falseActivations == wrong && total?.labels == 1)
        #expect(score.missed.count == 1 - hits)
    }

    @Test("another gesture within a label is a false activation under its own name")
    func wrongGesture() {
        let score = ClipScore(labels: [label], firings: [Firing(time: 2.5, gesture: .hold(.left))])
        #expect(score.gestures["left"]?.hits == 0)
        #expect(score.gestures["hold-left"]?.falseActivations == 1)
    }

    @Test("any-left accepts a look or a hold; in a span labelled ignore nothing counts")
    func anyAndIgnore() {
        let labels = [Label(start: 1, end: 2, gesture: .any(.left)), Label(start: 5, end: 6, gesture: .ignore)]
        for gesture in [HeadGesture.look(.left), .hold(.left)] {
            let score = ClipScore(labels: labels, firings: [Firing(time: 1.5, gesture: gesture),
                                                            Firing(time: 5.5, gesture: .hold(.up))])
            #expect(score.gestures["any-left"]?.hits == 1)
            #expect(score.falseActivations.isEmpty)
        }
    }

    @Test("latency is counted from the end of a look and from the beginning of a hold")
    func latency() {
        let labels = [label, Label(start: 5, end: 8, gesture: .hold(.up))]
        let score = ClipScore(labels: labels, firings: [Firing(time: 3.1, gesture: .look(.left)),
                                                        Firing(time: 6.2, gesture: .hold(.up))])
        #expect(abs((score.gestures["left"]?.latency(0.5) ?? 0) - 0.1) < 1e-9)
        #expect(abs((score.gestures["hold-up"]?.latency(0.5) ?? 0) - 1.2) < 1e-9)
    }

    @Test("the 95 % upper bound of a Poisson mean is right for 0, 1 and 10 events", arguments: [(0, 2.996), (1, 4.744), (10, 16.962)])
    func poisson(count: Int, bound: Double) {
        #expect(abs(PoissonBound.upper95(count) - bound) < 0.001)
    }

    @Test("labels are read back as written; a wrong line is named with its number")
    func labels() throws {
        let folder = try TemporaryFolder()
        let labels = [label, Label(start: 4.25, end: 5, gesture: .nod), Label(start: 6, end: 7, gesture: .any(.down))]
        #expect(try Label.read(file: folder.file("a.csv", Label.csv(labels))) == labels)
        for (row, problem) in [("1,2,lft", "is not a gesture"), ("2,1,left", "in seconds"), ("1,2", "in seconds"),
                               ("nan,2,left", "in seconds"), ("1,inf,left", "in seconds"), ("-1,2,left", "in seconds"),
                               ("1,1e300,left", "in seconds")] {
            let file = try folder.file("b.csv", "start,end,gesture\n1,2,left\n\n" + row + "\n")
            let fault = try thrown(LabelError.self) { _ = try Label.read(file: file) }
            #expect(fault.description.contains("b.csv:4: ") && fault.description.contains(problem))
        }
        #expect(try Label.read(file: folder.file("c.csv", "\u{FEFF}start,end,gesture\n2,3,left\n")) == [label])
    }
}
