import Appliance
import Lab
import Pipeline
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

    private func run(_ name: String, _ accuracy: Accuracy, without hidden: ClosedRange<Double>? = nil) throws -> Run {
        var configuration = Configuration()
        configuration.detection.accuracy = accuracy
        let headSwitch = try HeadSwitch(configuration)
        let run = Recorder()
        var replay = Replay(headSwitch)
        replay.observe = { frame, face, _ in
            if hidden?.contains(frame.time) ?? false { return }
            run.run.framesThatHaveOne += 1
            if face != nil { run.run.framesWithFace += 1 }
        }
        _ = try replay.run(ClipOpener.open("\(Checkout.clips)/\(name).mp4")) { event in
            run.run.events.append(event)
            guard case .gesture(let gesture) = event else { return }
            if case .faceFound = gesture.kind, run.run.firstFace == nil { run.run.firstFace = gesture.time }
            if case .trackingStarted = gesture.kind, run.run.tracking == nil { run.run.tracking = gesture.time }
        }
        return run.run
    }

    private final class Recorder { var run = Run() }

    @Test("the face is found in at least 98 % of the frames that have one, tracked within 2 s, the same every time",
          arguments: [("nods", nil), ("turns", 11.8...13.1), ("desk", nil), ("eyes-only", nil)] as [(String, ClosedRange<Double>?)],
          Accuracy.allCases)
    func found(clip: (String, ClosedRange<Double>?), accuracy: Accuracy) throws {
        let first = try run(clip.0, accuracy, without: clip.1)
        #expect(Double(first.framesWithFace) >= 0.98 * Double(first.framesThatHaveOne),
                "\(first.framesWithFace) of \(first.framesThatHaveOne)")
        #expect(try #require(first.tracking) - #require(first.firstFace) <= 2)
        #expect(try run(clip.0, accuracy, without: clip.1) == first)
    }

    @Test("where nobody shows a face no gesture starts", arguments: Accuracy.allCases)
    func noFace(accuracy: Accuracy) throws {
        let run = try run("no-face", accuracy)
        #expect(run.events.allSatisfy { event in
            if case .gesture(let gesture) = event { gesture.kind == .faceFound || gesture.kind == .faceLost } else { false }
        })
        #expect(run.tracking == nil)
    }

    @Test("at least 95 % of the gestures are found, 95 % of what fires is right, and at most one fires by itself")
    func bar() throws {
        let evaluation = try Evaluation(folder: Checkout.clips, configuration: Configuration()) { _ in }
        let total = evaluation.total
        #expect((total.recall ?? 0) >= 0.95 && (total.precision ?? 0) >= 0.95 && total.falseActivations <= 1)
        for clip in evaluation.clips where clip.name == "eyes-only" || clip.name == "no-face" {
            #expect(clip.firings.isEmpty, "\(clip.name)")
        }
    }

    @Test("eyes that move in a still head are no gesture", arguments: Accuracy.allCases)
    func eyesOnly(accuracy: Accuracy) throws {
        #expect(try run("eyes-only", accuracy).events.contains { event in
            guard case .gesture(let gesture) = event else { return false }
            switch gesture.kind {
            case .look, .lookStarted: return true
            default: return false
            }
        } == false)
    }
}
