import Appliance
import ApplianceSupport
import Platform
import Testing

@Suite("Clients of the control socket")
struct ClientTableTests {
    @Test("invalid messages get an error reply; one that is too long ends the connection, and the appliance works on")
    func nonsense() throws {
        let run = try ApplianceHarness()
        try run.wait { $0.state == "ready" }
        let client = try run.client()
        for text in ["{", "pause", #"{"request":"pause","id":{}}"#, #"{"request":"bogus"}"#, ""] {
            let reply = try client.ask(text)
            #expect(reply.ok == false && reply.error != nil && reply.detail?.isEmpty == false)
        }
        #expect(try client.ask(#"{"request":"status"}"#).ok == true)
        try client.send(String(repeating: "a", count: 6000))
        #expect(try client.next { $0.reply != nil }.error == "too-long")
        #expect(client.isDropped())
        let unending = try run.client()
        for _ in 0..<50 { guard (try? unending.send(String(repeating: " ", count: 100))) != nil else { break } }
        let listener = try run.client(ControlPlace.events)
        try listener.send(#"{"request":"pause"}"#)
        #expect(listener.isDropped())
        #expect(try !run.status().paused)
    }

    @Test("a client that does not read is dropped, and others still receive events")
    func slowReader() throws {
        let run = try ApplianceHarness()
        let other = try run.client()
        #expect(try other.ask(#"{"request":"subscribe"}"#).ok == true)
        // Some thousand unread replies, more than are queued for any client.
        let asked = 3000
        let path = run.place + "/" + ControlPlace.control
        let heard = try run.during {
            let deaf = try ControlConnection([path])
            for _ in 0..<asked { guard (try? deaf.send(#"{"request":"status"}"#)) != nil else { break } }
            var heard = 0
            while (try? deaf.line(within: ControlledRun.timeout)) != nil { heard += 1 }
            return heard
        }
        for _ in 0..<12 { _ = try other.next { $0.event == "stats" } }
        #expect(heard > 0 && heard < asked, "\(heard)")
        #expect(try run.status().faults.isEmpty)
    }

    @Test("with a hundred connections, the oldest silent ones are dropped and new clients are served")
    func crowd() throws {
        let run = try ApplianceHarness()
        let crowd = try (0..<100).map { _ in try run.client() }
        #expect(try run.status().uptime > 0)
        #expect(crowd[0].isDropped() && crowd[50].isDropped())
        #expect(try crowd[99].ask(#"{"request":"status"}"#).ok == true)
    }

    @Test("listeners that do not read do not keep new clients out")
    func deafListeners() throws {
        let run = try ApplianceHarness()
        let deaf = try (0..<Admission.mostOfUser).map { _ in try run.client(ControlPlace.events) }
        let other = try run.client()
        #expect(try other.ask(#"{"request":"subscribe"}"#).ok == true)
        for _ in 0..<3 { _ = try other.next { $0.event == "stats" } }
        #expect(try run.client(ControlPlace.events).next().event == "stats")
        withExtendedLifetime(deaf) {}
    }
}
