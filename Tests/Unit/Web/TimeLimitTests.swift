import Platform
import Synchronization
import Testing
import Web

@Suite("Time limits")
struct TimeLimitTests {
    @Test("ten thousand limits that are cancelled leave nothing, and are not called")
    func cancelled() {
        let limits = TimeLimits(), called = Mutex(0)
        for _ in 0..<10_000 { limits.cancel(limits.after(600) { called.withLock { $0 += 1 } }) }
        #expect(limits.count == 0 && called.withLock(\.self) == 0)
    }

    @Test("limits come in the order of their times, also one that is set last and ends first")
    func order() async throws {
        let limits = TimeLimits(), called = Mutex<[Int]>([])
        for (number, seconds) in [(2, 0.2), (3, 0.3), (1, 0.05)] { _ = limits.after(seconds) { called.withLock { $0.append(number) } } }
        try await limits.sleep(0.35)
        #expect(called.withLock(\.self) == [1, 2, 3] && limits.count == 0)
    }

    @Test("a sleep ends when its task is cancelled, whenever that is")
    func sleeps() async {
        let limits = TimeLimits()
        for pause in [0, 0, 0, 1, 2, 10, 50] {
            let task = Task { () -> Bool in do { try await limits.sleep(600); return true } catch { return false } }
            if pause > 0 { try? await limits.sleep(Double(pause) / 1000) }
            task.cancel()
            #expect(await !task.value)
        }
        #expect(limits.count == 0)
    }
}
