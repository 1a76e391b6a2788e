import Appliance
import ApplianceSupport
import Outputs
import Platform
import Power
import Synchronization
import Testing
import TestSupport

@Suite("A call at the control socket")
struct CallRequestTests {
    private static let bell = """
        [outputs.bell]
        line = "GPIO17"
        call = true
        gesture = "nod"
        pulse = 0.5
        [outputs.lamp]
        line = "GPIO22"
        gesture = "nod"
        [outputs.held]
        line = "GPIO23"
        gesture = "hold-left"
        action = "level"

        """
    private static let call = #"{"request":"call"}"#

    private static func run(_ script: String = "still 30s", _ more: String = "", faults: ScriptedCameras.Faults = .init(),
                            gauge: @escaping @Sendable (String) -> PowerSupply.Reading? = { _ in nil }) throws -> ApplianceHarness {
        try ApplianceHarness(script, configuration: bell + more, faults: faults, recording: ["bell", "lamp", "held"], gauge: gauge)
    }

    /// Expects that it is refused, and that the bell stays off for as long as anything could still come of it.
    private static func expectRefusal(_ run: ApplianceHarness, _ code: String, _ words: String, _ line: String = call) throws {
        let reply = try run.client().ask(line)
        #expect(reply.ok == false && reply.error == code && reply.detail?.contains(words) == true, "\(reply)")
        run.run(3)
        #expect(run.steps("bell").allSatisfy { $0.value == 0 }, "\(words)")
    }

    @Test("a call switches the outputs that are bound to it, and no other, for their pulse; further calls do not make it longer")
    func switches() throws {
        let run = try Self.run()
        try run.wait { $0.state == "ready" }
        let client = try run.client(), began = run.time
        #expect(try client.reply(Self.call).contains(#""ok":true,"outputs":["bell"],"refused":[]"#))
        while run.time < began + 0.4 {
            #expect(try client.ask(Self.call).ok == true)
            run.run(0.1)
        }
        run.run(1)
        let steps = run.steps("bell").drop { $0.value == 0 }
        try #require(steps.map(\.value) == [1, 0])
        #expect(abs(steps[steps.startIndex + 1].time - steps[steps.startIndex].time - 0.5) < 0.1)
        #expect(run.steps("lamp").allSatisfy { $0.value == 0 } && run.steps("held").allSatisfy { $0.value == 0 })
        #expect(run.output.contains(#""name":"bell","value":1"#))
    }

    @Test("without an output that is bound to it, a call switches nothing and says so")
    func unbound() throws {
        let run = try ApplianceHarness(configuration: "[outputs.bell]\nline = \"GPIO17\"\ngesture = \"nod\"\n", recording: ["bell"])
        try run.wait { $0.state == "ready" }
        #expect(try run.client().reply(Self.call).contains(#""ok":true,"outputs":[],"refused":[]"#))
        run.run(1)
        #expect(run.steps("bell").allSatisfy { $0.value == 0 })
    }

    @Test("it is refused while paused")
    func paused() throws {
        let run = try Self.run()
        try run.wait { $0.state == "ready" }
        #expect(try run.client().ask(#"{"request":"pause"}"#).ok == true)
        try Self.expectRefusal(run, "paused", "resume")
    }

    @Test("it is refused with an empty battery")
    func critical() throws {
        let percent = Mutex(60.0)
        let run = try Self.run("still 5s", "[budget.battery]\nsupply = \"pack\"\n", gauge: { _ in percent.withLock { PowerSupply.Reading(percent: $0) } })
        try run.wait { $0.state == "ready" }
        percent.withLock { $0 = 2 }
        _ = try run.wait { $0.fault?.what == "battery-critical" }
        try Self.expectRefusal(run, "unavailable", "battery is empty")
    }

    @Test("it is refused while the rest position is measured, also again")
    func calibrating() throws {
        let run = try Self.run()
        try run.wait { $0.state == "calibrating" }
        let first = try run.client().ask(Self.call)
        #expect(first.error == "unavailable" && first.detail?.contains("rest position") == true, "\(first)")
        try run.wait { $0.state == "ready" }
        let client = try run.client()
        #expect(try client.ask(#"{"request":"calibrate"}"#).ok == true)
        try Self.expectRefusal(run, "unavailable", "rest position")
    }

    @Test("it is refused while a person is measured", arguments: [#"{"request":"calibrate-range"}"#, #"{"request":"teach","name":"jerk"}"#, #"{"request":"enrol","name":"anna"}"#])
    func measuring(request: String) throws {
        let run = try Self.run()
        try run.wait { $0.state == "ready" }
        let client = try run.client()
        #expect(try client.ask(request).ok == true)
        try Self.expectRefusal(run, "unavailable", "being measured")
        withExtendedLifetime(client) {}
    }

    @Test("it is refused without a face")
    func faceless() throws {
        let run = try Self.run("still 4s; leave; still 60s")
        try run.wait { $0.state == "ready" }
        try run.wait { $0.face == false }
        try Self.expectRefusal(run, "unavailable", "no face")
    }

    @Test("it is refused without frames")
    func frameless() throws {
        let run = try Self.run(faults: .init(stall: 5))
        run.run(4)
        try run.wait { $0.state == "ready" }
        run.run(1.7)
        let reply = try run.client().ask(Self.call)
        #expect(reply.error == "unavailable" && reply.detail?.contains("no frames") == true, "\(reply)")
        #expect(run.steps("bell").allSatisfy { $0.value == 0 })
    }

    @Test("it is refused when it was read too late, and nothing comes of it")
    func late() throws {
        let run = try Self.run()
        try run.wait { $0.state == "ready" }
        try Self.expectRefusal(run, "late", "", #"{"request":"call","before":\#(MonotonicClock.withSuspension - 0.1)}"#)
    }

    @Test("it says when the output's device does not work")
    func broken() throws {
        let run = try ApplianceHarness("still 30s", configuration: "[outputs.bell]\ncall = true\nled = \"no-such-light\"\n")
        run.run(3)
        let reply = try run.client().ask(Self.call)
        #expect(reply.error == "unavailable" && reply.detail?.contains("bell: its device does not work") == true, "\(reply)")
    }

    @Test("a pause during its pulse ends nothing early and leaves nothing on")
    func pausedLater() throws {
        let run = try Self.run()
        try run.wait { $0.state == "ready" }
        let client = try run.client()
        #expect(try client.ask(Self.call).ok == true)
        #expect(try client.ask(#"{"request":"pause"}"#).ok == true)
        run.run(1)
        #expect(try run.status().outputs["bell"] == 0)
        #expect(run.steps("bell").drop { $0.value == 0 }.map(\.value) == [1, 0])
    }
}
