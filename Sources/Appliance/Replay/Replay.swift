// A recorded clip through the whole appliance.
import Glibc
import Pipeline

/// Runs a source to its end through a ``HeadSwitch``.
package struct Replay {
    /// What a run did and cost.
    package struct Summary: Equatable, Sendable {
        package var frames = 0
        package var framesWithFace = 0
        package var dropped = 0
        /// Seconds from the first frame to the last, on the clip's clock.
        package var duration = 0.0
        /// CPU seconds of following and recognising, without reading the clip.
        package var cpu = 0.0

        /// CPU milliseconds a frame.
        package var millisecondsPerFrame: Double { frames > 0 ? cpu * 1000 / Double(frames) : 0 }
        package var captureRate: Double { duration > 0 ? Double(frames + dropped - 1) / duration : 0 }
    }

    package var headSwitch: HeadSwitch
    /// Frames are worked on at the pace at which they were taken; those that come too soon are dropped.
    package var isRealtime = false
    /// Called after each frame with what was seen, before its events' effects are forgotten.
    package var observe: ((Frame, Face?, borrowing HeadSwitch) -> Void)?

    package init(_ headSwitch: HeadSwitch) {
        self.headSwitch = headSwitch
    }

    /// Runs to the end of the source. Whatever ends it, a fault of the source too, everything is switched off.
    package mutating func run(_ source: any FrameSource, _ emit: (ApplianceEvent) -> Void) throws -> Summary {
        var summary = Summary()
        var lastTime = 0.0
        defer { headSwitch.finish(at: lastTime, emit) }
        var pace = isRealtime ? Pace() : nil
        var first: Double?
        while let frame = try source.next() {
            first = first ?? frame.time
            lastTime = frame.time
            summary.duration = frame.time - (first ?? 0)
            guard pace?.isDue(frame) ?? true else {
                summary.dropped += 1
                continue
            }
            let start = CPUClock.process
            let face = try headSwitch.process(frame, emit)
            summary.cpu += CPUClock.process - start
            summary.frames += 1
            if face != nil { summary.framesWithFace += 1 }
            observe?(frame, face, headSwitch)
            if let stats = pace?.stats(after: frame, dropped: summary.dropped, headSwitch.tracker) { emit(.stats(stats)) }
        }
        return summary
    }
}

/// The pace of real time: waits for a frame's moment, lets late frames go, and measures rates.
private struct Pace {
    private let begin = CPUClock.monotonic
    private var capture = RateMeter()
    private var detection = RateMeter()
    private var lastStats = 0.0
    private var lastCPU = CPUClock.process

    /// Waits until the frame's moment; `false` when the next one is already due.
    mutating func isDue(_ frame: Frame) -> Bool {
        capture.add(frame.time)
        let late = CPUClock.monotonic - begin - frame.time
        if late > 0.1 { return false }
        if late < 0 { usleep(UInt32(-late * 1_000_000)) }
        detection.add(frame.time)
        return true
    }

    mutating func stats(after frame: Frame, dropped: Int, _ tracker: FaceTracker) -> ApplianceEvent.Stats? {
        guard frame.time - lastStats >= 1 else { return nil }
        let cpu = CPUClock.process
        defer {
            lastStats = frame.time
            lastCPU = cpu
        }
        return ApplianceEvent.Stats(
            time: frame.time, captureRate: capture.rate(at: frame.time), detectionRate: detection.rate(at: frame.time),
            dropped: dropped, cpuPercent: (cpu - lastCPU) / (frame.time - lastStats) * 100,
            operatingPoint: tracker.mesh == nil ? "low" : "high")
    }
}
