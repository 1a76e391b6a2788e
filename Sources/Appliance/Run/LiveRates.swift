// What a running appliance achieves, once a second.
import Pipeline

/// Rates of capture and detection, and the CPU that they take.
struct LiveRates {
    private var capture = RateMeter()
    private var detection = RateMeter()
    private var dropped = 0
    private var lastStats = 0.0
    private var lastCPU = CPUClock.process

    /// A frame is being worked on; `dropped` is the camera's count so far.
    mutating func add(_ frame: Frame, dropped: Int) {
        // Frames that were replaced were captured too: one mark for each, at this frame's time.
        for _ in 0..<max(0, min(dropped - self.dropped, 100)) { capture.add(frame.time) }
        self.dropped = dropped
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
