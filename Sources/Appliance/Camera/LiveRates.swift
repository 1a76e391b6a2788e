import Pipeline
import Platform

/// Rates of capture and detection of a running appliance, and the CPU time that they take, once a second.
package struct LiveRates {
    private var capture = RateMeter()
    private var detection = RateMeter()
    private var dropped = 0
    /// The camera's count of dropped frames, which restarts at 0 with each start.
    private var lastCount = 0
    /// Frames that were taken but not processed.
    private var skipped = 0
    private var lastStats = 0.0
    /// CPU seconds of this process.
    private let cpuClock: () -> Double
    private var lastCPU: Double

    package init(cpu: @escaping () -> Double = { CPUClock.process }) {
        cpuClock = cpu
        lastCPU = cpu()
    }

    /// Counts a frame; `count` is the number that the camera has dropped since its start.
    package mutating func add(_ frame: Frame, dropped count: Int, isLookedAt: Bool = true) {
        let more = count < lastCount ? count : count - lastCount
        lastCount = count
        dropped += more
        // Dropped frames were captured too: one mark for each, at this frame's time.
        for _ in 0..<min(more, 100) { capture.add(frame.time) }
        capture.add(frame.time)
        if isLookedAt { detection.add(frame.time) } else { skipped += 1 }
    }

    /// The figures of the last second, once one has passed.
    package mutating func stats(at now: Double, operatingPoint: String) -> ApplianceEvent.Stats? {
        guard now - lastStats >= 1 else { return nil }
        let cpu = cpuClock()
        defer {
            lastStats = now
            lastCPU = cpu
        }
        return ApplianceEvent.Stats(
            time: now, captureRate: capture.rate(at: now), detectionRate: detection.rate(at: now),
            dropped: dropped + skipped, cpuPercent: (cpu - lastCPU) / (now - lastStats) * 100,
            operatingPoint: operatingPoint)
    }
}
