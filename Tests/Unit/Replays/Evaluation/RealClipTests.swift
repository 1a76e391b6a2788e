import Appliance
import Pipeline
import Replays
import Testing
import TestSupport

@Suite("Real clips", .enabled(if: Checkout.hasClips, "../shared/clips is not here"))
struct RealClipTests {
    private struct Run: Equatable {
        var events: [ApplianceEvent] = []
        var framesWithFace = 0
        var framesThatHaveOne = 0
        var firstFace: Double?
        var tracking: Double?
    }

    /// A head switch that processes a clip's frames.
    private final class Player {
        private(set) var run = Run()
        private var headSwitch: HeadSwitch
        private var last = 0.0

        init(_ accuracy: Accuracy) throws {
            var configuration = Configuration()
            configuration.detection.accuracy = accuracy
            headSwitch = try HeadSwitch(configuration)
        }

        /// - Parameter shows: whether the frame shows a face.
        func see(_ frame: borrowing Frame, shows: Bool) throws {
            last = frame.time
            let face = try headSwitch.process(frame) { hear($0) }
            if shows { run.framesThatHaveOne += 1 }
            if shows, face != nil { run.framesWithFace += 1 }
        }

        func finish() { headSwitch.finish(at: last) { hear($0) } }

        private func hear(_ event: ApplianceEvent) {
            run.events.append(event)
            guard case .gesture(let gesture) = event else { return }
            if case .faceFound = gesture.kind, run.firstFace == nil { run.firstFace = gesture.time }
            if case .trackingStarted = gesture.kind, run.tracking == nil { run.tracking = gesture.time }
        }
    }

    /// Runs of one clip, `times` with each accuracy. It is decoded once.
    private static func runs(_ name: String, times: Int, without hidden: ClosedRange<Double>? = nil) throws -> [[Run]] {
        let players = try Accuracy.allCases.map { accuracy in try (0..<times).map { _ in try Player(accuracy) } }
        let source = try ClipOpener.open("\(Checkout.clips)/\(name).mp4")
        var first: Double?
        while var frame = try source.next() {
            let start = first ?? frame.time
            first = start
            frame.time -= start
            let shows = !(hidden?.contains(frame.time) ?? false)
            for player in players.joined() { try player.see(frame, shows: shows) }
        }
        players.joined().forEach { $0.finish() }
        return players.map { $0.map(\.run) }
    }

    /// Used by two tests.
    private static let eyesOnly = Result { try runs("eyes-only", times: 2) }

    @Test("the face is found in at least 98 % of the frames that have one, tracked within 2 s, the same every time, with either accuracy",
          arguments: [("nods", nil), ("turns", 11.8...13.1), ("desk", nil), ("eyes-only", nil)] as [(String, ClosedRange<Double>?)])
    func found(clip: String, hidden: ClosedRange<Double>?) throws {
        for runs in try clip == "eyes-only" ? Self.eyesOnly.get() : Self.runs(clip, times: 2, without: hidden) {
            let first = runs[0]
            #expect(Double(first.framesWithFace) >= 0.98 * Double(first.framesThatHaveOne),
                    "\(first.framesWithFace) of \(first.framesThatHaveOne)")
            #expect(try #require(first.tracking) - #require(first.firstFace) <= 2)
            #expect(runs[1] == first)
        }
    }

    @Test("without a face no gesture starts")
    func noFace() throws {
        for run in try Self.runs("no-face", times: 1).joined() {
            #expect(run.framesThatHaveOne > 1000)
            #expect(run.events.allSatisfy { event in
                if case .gesture(let gesture) = event { gesture.kind == .faceFound || gesture.kind == .faceLost } else { false }
            })
            #expect(run.tracking == nil)
        }
    }

    @Test("at least 95 % of gestures are found, 95 % of activations are right, and at most one is false")
    func bar() throws {
        let evaluation = try Evaluation(folder: Checkout.clips, configuration: Configuration()) { _ in }
        let total = evaluation.total
        #expect((total.recall ?? 0) >= 0.95 && (total.precision ?? 0) >= 0.95 && total.falseActivations <= 1)
        for clip in evaluation.clips where clip.name == "eyes-only" || clip.name == "no-face" {
            #expect(clip.firings.isEmpty, "\(clip.name)")
        }
    }

    @Test("eye movements in a still head are neither looks nor holds")
    func eyesOnly() throws {
        for run in try Self.eyesOnly.get().joined() {
            #expect(!run.events.contains { event in
                guard case .gesture(let gesture) = event else { return false }
                switch gesture.kind {
                case .recognised(.look, _, _), .began(.hold, _): return true
                default: return false
                }
            })
        }
    }
}
