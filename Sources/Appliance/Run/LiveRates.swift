// What a running appliance achieves, once a second.
import Pipeline

/// Rates of capture and detection, and the CPU that they take.
struct LiveRates {
    private var capture = RateMeter()
    private var detection = RateMeter()
    /// Frames that were replaced before they were taken: since the camera's start, and of its starts before.
    private var dropped = (now: 0, before: 0)
    /// Frames that were taken and not looked at.
    private var skipped = 0
    private var lastStats = 0.0
    private var lastCPU = CPUClock.process

    /// A frame has been taken; `dropped` is the camera's count since its start.
    mutating func add(_ frame: Frame, dropped count: Int, isLookedAt: Bool = true) {
        if count < dropped.now { dropped = (0, dropped.before + dropped.now) }
        // Frames that were replaced were captured too: one mark for each, at this frame's time.
        for _ in 0..<min(count - dropped.now, 100) { capture.add(frame.time) }
        dropped.now = count
        capture.add(frame.time)
        if isLookedAt { detection.add(frame.time) } else { skipped += 1 }
    }

    /// The figures of the last second, when one has passed.
    mutating func stats(at now: Double, operatingPoint: String) -> ApplianceEvent.Stats? {
        guard now - lastStats >= 1 else { return nil }
        let cpu = CPUClock.process
        defer {
            lastStats = now
            lastCPU = cpu
        }
        return ApplianceEvent.Stats(
            time: now, captureRate: capture.rate(at: now), detectionRate: detection.rate(at: now),
            dropped: dropped.before + dropped.now + skipped, cpuPercent: (cpu - lastCPU) / (now - lastStats) * 100,
            operatingPoint: operatingPoint)
    }
}
