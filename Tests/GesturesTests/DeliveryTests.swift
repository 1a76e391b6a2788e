import Gestures
import Testing

@Suite("Delegate and sequence")
struct DeliveryTests {
    private struct Bell: GestureRecognizerDelegate {
        var rings = 0
        mutating func didLook(_ direction: Direction, distance: Double, duration: Double, at time: Double) {
            if direction == .left { rings += 1 }
        }
    }

    @Test("a delegate implements only what it needs")
    func delegate() {
        var bell = Bell()
        var driver = HeadDriver.tracking()
        driver.go(left: 0.3, for: 0.4)
        driver.go(for: 0.2)
        driver.go(up: 0.3, for: 0.4)
        driver.go(for: 0.2)
        for event in driver.events { bell.receive(event) }
        #expect(bell.rings == 1)
    }

    private func event(_ time: Double) -> GestureEvent { GestureEvent(time: time, kind: .paused) }

    @Test("a consumer that keeps up gets every event in order")
    func inOrder() async {
        let sequence = GestureEventSequence()
        for time in 1...5 { sequence.send(event(Double(time))) }
        sequence.finish()
        var times: [Double] = []
        for await event in sequence { times.append(event.time) }
        #expect(times == [1, 2, 3, 4, 5])
    }

    @Test("a consumer that falls behind gets one reset in place of what is stale")
    func reset() async {
        let sequence = GestureEventSequence(capacity: 4)
        for time in 1...6 { sequence.send(event(Double(time))) }
        sequence.finish()
        var events: [GestureEvent] = []
        for await event in sequence { events.append(event) }
        #expect(events == [GestureEvent(time: 5, kind: .reset), event(5), event(6)])
    }

    @Test("a waiting consumer is woken by the next event")
    func waiting() async {
        let sequence = GestureEventSequence()
        async let first = sequence.first { _ in true }
        await Task.yield()
        sequence.send(event(7))
        #expect(await first?.time == 7)
    }

    @Test("a cancelled consumer ends")
    func cancelled() async {
        let sequence = GestureEventSequence()
        let task = Task { () -> Int in
            var count = 0
            for await _ in sequence { count += 1 }
            return count
        }
        await Task.yield()
        task.cancel()
        #expect(await task.value == 0)
    }
}
