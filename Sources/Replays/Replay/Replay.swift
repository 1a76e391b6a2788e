import Appliance
import Gestures
import Glibc
import Pipeline
import Platform

/// Runs a recorded clip to its end through a ``HeadSwitch``.
package struct Replay {
    /// Counts and cost of a run.
    package struct Summary: Equatable, Sendable {
        package var frames = 0
        package var framesWithFace = 0
        package var dropped = 0
        /// Seconds from the first frame to the last, on the clip's clock.
        package var duration = 0.0
        /// CPU seconds of following and recognising, without reading the clip.
        package var cpu = 0.0
        /// What its user must know about how the clip was read.
        package var remarks: [ClipRemark] = []

        /// Whether all of the clip was read, as far as anybody can tell.
        package var isWhole: Bool { !remarks.contains(where: \.isDamage) }
        /// CPU milliseconds a frame.
        package var millisecondsPerFrame: Double { frames > 0 ? cpu * 1000 / Double(frames) : 0 }
        package var captureRate: Double { duration > 0 ? Double(frames + dropped - 1) / duration : 0 }
        /// Frames in which a face was seen, in per cent of the processed frames.
        package var facePercent: Double { frames > 0 ? Double(framesWithFace) / Double(frames) * 100 : 0 }
    }

    package var headSwitch: HeadSwitch
    /// Whether frames are processed at the pace at which they were taken; those that come too soon are dropped.
    package var isRealtime = false
    /// Recognises whose face it is, if the configuration asks for it: in a replay each frame waits for the answer.
    package var recognition: ReplayRecognition?
    /// Called after each frame with the face in it.
    package var observe: ((Frame, Face?, borrowing HeadSwitch) -> Void)?

    package init(_ headSwitch: HeadSwitch) {
        self.headSwitch = headSwitch
    }

    /// Runs to the end of the source. At the end, also after an error of the source, everything is switched off.
    /// - Throws: the source's error if it has no frame at all; behind a frame it ends the clip, and is one of the remarks.
    package mutating func run(_ source: any FrameSource, _ emit: (ApplianceEvent) -> Void) throws -> Summary {
        var summary = Summary()
        defer { headSwitch.finish(at: summary.duration, emit) }
        var pace = isRealtime ? Pace() : nil
        var first = source.origin
        while var frame = try Self.next(source, &summary) {
            let start = first ?? frame.time
            first = start
            frame.time -= start  // event times count from the recording's beginning
            summary.duration = frame.time
            if let isDue = pace?.isDue(frame), !isDue {
                summary.dropped += 1
                headSwitch.advance(to: frame.time, emit)
                continue
            }
            let cpu = CPUClock.process
            let face = try headSwitch.process(frame, emit)
            summary.cpu += CPUClock.process - cpu
            summary.frames += 1
            if face != nil { summary.framesWithFace += 1 }
            recognition?.look(at: face, in: frame, &headSwitch, emit)
            observe?(frame, face, headSwitch)
            if let stats = pace?.stats(after: frame, dropped: summary.dropped, headSwitch.tracker) { emit(.stats(stats)) }
            pace?.ask()
        }
        summary.remarks += source.remarks
        return summary
    }

    private static func next(_ source: any FrameSource, _ summary: inout Summary) throws -> Frame? {
        do { return try source.next() } catch let fault as ClipError where summary.frames + summary.dropped > 0 {
            let read = "\(summary.frames + summary.dropped) pictures in \(NumberFormat.text(summary.duration, decimals: 1)) s were read before"
            summary.remarks.append(ClipRemark(file: fault.file, problem: "\(fault.problem); \(read)", isDamage: true))
            return nil
        }
    }
}

/// Real-time pacing: waits until a frame is due, drops frames that our own processing made late, and measures rates.
private struct Pace {
    /// Delay beyond which a frame is dropped, in seconds.
    private static let timeout = 0.1

    private var asked = MonotonicClock.now
    private var begin: Double?
    private var rates = LiveRates()

    /// Records that the next frame is requested now.
    mutating func ask() { asked = MonotonicClock.now }

    /// Waits until the frame is due; `false` if it is too late.
    mutating func isDue(_ frame: Frame) -> Bool {
        let now = MonotonicClock.now
        // The source delayed us, so follow its clock: from the first frame and after every interruption.
        if now - asked > 0.02 || begin == nil { begin = now - frame.time }
        asked = now
        var late = now - (begin ?? now) - frame.time
        if late > Self.timeout { return false }
        while late < 0 {
            usleep(UInt32(min(-late, 1) * 1e6))
            late = MonotonicClock.now - (begin ?? now) - frame.time
        }
        return true
    }

    mutating func stats(after frame: Frame, dropped: Int, _ tracker: FaceTracker) -> ApplianceEvent.Stats? {
        rates.add(frame, dropped: dropped)
        return rates.stats(at: frame.time, operatingPoint: tracker.accuracy.rawValue)
    }
}
