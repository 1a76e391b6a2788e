import Glibc
import Platform
import Synchronization
import Testing
import TestSupport

@Suite("Background readings")
struct BackgroundReadingTests {
    @Test("a gauge that does not answer delays nothing, and is not asked again before it does")
    func silent() {
        let isBlocked = Mutex(true), asked = Mutex(0)
        let reading = BackgroundReading<Int?> {
            asked.withLock { $0 += 1 }
            while isBlocked.withLock({ $0 }) { usleep(1000) }
            return 7
        }
        let clock = Stopwatch()
        for _ in 0..<100 { reading.begin() }
        #expect(reading.take() == nil && !reading.isSilent)
        #expect(clock.own < 1)
        isBlocked.withLock { $0 = false }
        var value: Int?
        waits {
            value = reading.take() ?? nil
            return value != nil
        }
        #expect(value == 7 && reading.take() == nil && asked.withLock { $0 } == 1)
    }
}
