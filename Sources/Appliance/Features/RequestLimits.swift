import Platform
import Wire

/// How often clients may ask for what costs something, all together. Values without a clock.
struct RequestLimits {
    /// Disk writes, camera restarts, new calibrations.
    private var changes = TokenBucket(rate: 0.5, burst: 6)
    /// What takes milliseconds.
    private var work = TokenBucket(rate: 8, burst: 12)

    mutating func change(at now: Double) throws(ControlError) {
        guard changes.take(at: now) else {
            throw ControlError(.busy, "it was changed too often; wait for \(changes.wait(for: 1).rounded(.up).shortest) s")
        }
    }

    mutating func work(at now: Double) throws(ControlError) {
        guard work.take(at: now) else { throw ControlError(.busy, "it was asked too often; wait for a second") }
    }
}
