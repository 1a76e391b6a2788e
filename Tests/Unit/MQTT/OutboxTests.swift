import MQTT
import Testing

@Suite("What waits for the broker")
struct OutboxTests {
    private func event(_ payload: String, at time: Double = 0) -> Outbox.Message { .init(topic: "gesture", payload: payload, time: time) }

    /// Sends what is possible, and returns the payloads.
    private func sent(_ outbox: inout Outbox, at time: Double = 0, ids: inout Int32) -> [String] {
        var payloads: [String] = []
        while let message = outbox.next(at: time) {
            payloads.append(message.payload)
            outbox.sent(message, as: ids, at: time)
            ids += 1
        }
        return payloads
    }

    @Test("states go before events, events keep their order, and an unchanged state is not sent again")
    func order() {
        var outbox = Outbox(retention: 30), ids: Int32 = 1
        outbox.add(event("1"))
        outbox.add(event("2"))
        outbox.set("state", "a")
        outbox.set("state", "b")
        #expect(sent(&outbox, ids: &ids) == ["b", "1", "2"])
        outbox.set("state", "b")
        #expect(sent(&outbox, ids: &ids).isEmpty)
    }

    @Test("without acknowledgements only twenty messages are sent, and each acknowledgement makes room for one")
    func inFlight() {
        var outbox = Outbox(retention: 30), ids: Int32 = 1
        for number in 0..<30 { outbox.add(event("\(number)")) }
        #expect(sent(&outbox, ids: &ids).count == Outbox.mostInFlight)
        outbox.acknowledged(1)
        outbox.acknowledged(1)  // twice is nonsense and makes no room
        #expect(sent(&outbox, ids: &ids) == ["20"])
    }

    @Test("after a connection everything retained is sent again, and the events that were not acknowledged, in their order")
    func reconnect() {
        var outbox = Outbox(retention: 30), ids: Int32 = 1
        outbox.set("state", "a")
        for word in ["1", "2", "3"] { outbox.add(event(word)) }
        _ = sent(&outbox, ids: &ids)
        outbox.acknowledged(2)  // "1"
        outbox.connectionEnded()
        outbox.add(event("4"))
        outbox.set("state", "b")
        #expect(sent(&outbox, ids: &ids) == ["b", "2", "3", "4"])
        #expect(outbox.dropped == 0)
    }

    @Test("an event that waits too long is dropped and counted, not delivered late")
    func expiry() {
        var outbox = Outbox(retention: 30), ids: Int32 = 1
        outbox.add(event("old", at: 0))
        outbox.add(event("new", at: 20))
        #expect(sent(&outbox, at: 31, ids: &ids) == ["new"])
        #expect(outbox.dropped == 1)
    }

    @Test("the queue is bounded: the oldest events are dropped and counted, also after a reconnect")
    func bound() {
        var outbox = Outbox(retention: 1000), ids: Int32 = 1
        for number in 0..<(Outbox.mostEvents + 7) { outbox.add(event("\(number)")) }
        #expect(outbox.dropped == 7)
        #expect(outbox.next(at: 0)?.payload == "7")
        _ = sent(&outbox, ids: &ids)
        for number in 0..<Outbox.mostEvents { outbox.add(event("\(number)")) }
        let before = outbox.dropped
        outbox.connectionEnded()
        #expect(outbox.dropped == before + Outbox.mostInFlight)
    }

    @Test("of a fleeting topic only the newest waits; it goes last, one at a time, leaves room, and is neither kept nor sent again")
    func fleeting() {
        var outbox = Outbox(retention: 30), ids: Int32 = 1
        outbox.replace("x", "1", at: 0)
        outbox.replace("y", "a", at: 0)
        outbox.replace("x", "2", at: 0)
        outbox.add(event("nod"))
        #expect(sent(&outbox, ids: &ids) == ["nod", "2", "a"])
        for number in 3..<1000 { outbox.replace("x", "\(number)", at: 1) }  // the broker is slow
        #expect(sent(&outbox, at: 1, ids: &ids).isEmpty)
        outbox.acknowledged(2)
        #expect(sent(&outbox, at: 1, ids: &ids) == ["999"])
        for number in 0..<30 { outbox.replace("\(number)", "z", at: 1) }
        #expect(sent(&outbox, at: 1, ids: &ids).count == Outbox.mostInFlight / 2 - 3)
        outbox.add(event("shake", at: 1))
        #expect(sent(&outbox, at: 1, ids: &ids) == ["shake"], "axes keep no event waiting")
        outbox.connectionEnded()
        #expect(sent(&outbox, at: 2, ids: &ids) == ["nod", "shake"] && outbox.dropped == 0)
    }

    @Test("a moving axis is told so often and no more, its rest at once, its last place too, and nothing without a rate")
    func pace() {
        var pace = AxisPace(rate: 2), told: [Double] = [], lastTime = 0.0
        for step in 0...40 {  // ten values a second
            let time = Double(step) / 10, value = step < 34 ? Double(step) / 40 : 0
            for due in pace.due(["x": value, "y": 0], at: time) where due.name == "x" { (told, lastTime) = (told + [due.value], time) }
        }
        #expect(told == [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0] && lastTime == 3.4, "\(told), the last at \(lastTime)")
        #expect(pace.due(["x": 0.5], at: 4).map(\.value) == [0.5], "the rest was told 0.6 s ago")
        #expect(pace.due(["x": 0.6], at: 4.1).isEmpty && abs(pace.wait(["x": 0.6], at: 4.1) - 0.4) < 1e-9 && pace.wait(["x": 0.5], at: 4.1) == .infinity)
        #expect(pace.due(["x": 0.6], at: 4.5).map(\.value) == [0.6])
        var none = AxisPace(rate: 0)
        #expect(none.due(["x": 1], at: 0).isEmpty && none.wait(["x": 1], at: 0) == .infinity)
    }

    @Test("pauses between attempts grow to a minute, are random, and begin anew only after a good connection")
    func backoff() {
        var backoff = Backoff()
        let pauses = (0..<8).map { _ in backoff.pause(after: 0, wasRefused: false, random: 1) }
        #expect(pauses == [2, 4, 8, 16, 32, 60, 60, 60])
        #expect(backoff.pause(after: 1, wasRefused: false, random: 1) == 60)
        #expect(backoff.pause(after: 1, wasRefused: false, random: 0) == 0.2)
        #expect(backoff.pause(after: 40, wasRefused: false, random: 1) == 2)
        #expect(Backoff.longest / 2...Backoff.longest ~= backoff.pause(after: 0, wasRefused: true))
    }
}
