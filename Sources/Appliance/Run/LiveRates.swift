// What a running appliance achieves, once a second.
import Pipeline

/// Rates of capture and detection, and the CPU that they take.
struct LiveRates {
    private var capture = RateMeter()
    private var detection = RateMeter()
    private var dropped = 0
    /// The camera's count, which begins anew with each start.
    private var lastCount = 0
    private var lastStats = 0.0
    private var lastCPU = CPUClock.process

    /// A frame is being worked on; `count` is how many the camera has dropped since its start.
    mutating func add(_ frame: Frame, dropped count: Int) {
        let more = count < lastCount ? count : count - lastCount
        lastCount = count
        dropped += more
        // Frames that were replaced were captured too: one mark for each, at this frame's time.
        for _ in 0..<min(more, 100) { capture.add(frame.time) }
        capture.add(frame.time)
        detection.add(frame.time)
    }

    /// The figures of the last second, when one has passed.
    mutating func stats(at now: Double, _ tracker: FaceTracker) -> ApplianceEvent.Stats? {
        guard now - lastStats >= 1 else { return nil }
        let cpu = CPUClock.process
        defer {
            lastStats = now
            lastCPU = cpu
        }
        return ApplianceEvent.Stats(
            time: now, captureRate: capture.rate(at: now), detectionRate: detection.rate(at: now), dropped: dropped,
            cpuPercent: (cpu - lastCPU) / (now - lastStats) * 100, operatingPoint: tracker.mesh == nil ? "low" : "high")
    }
}
