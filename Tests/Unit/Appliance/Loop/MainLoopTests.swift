import Appliance
import ApplianceSupport
import Testing
import TestSupport

@Suite("The main loop")
struct MainLoopTests {
    @Test("a persistent fault keeps ready and heartbeat off, and the rest works")
    func neverReady() throws {
        let run = try ApplianceHarness("fps 30; still 4s", configuration: """
            [outputs.ready]
            state = "ready"
            [outputs.beat]
            state = "heartbeat"
            [outputs.seen]
            state = "tracking"
            [outputs.bell]
            line = "GPIO-that-is-not-there"
            gesture = "left"
            """)
        run.run(4)
        run.end()
        #expect(run.events.values("seen") == [true, false])
        #expect(!run.events.contains { $0.isLine("ready", true) || $0.line?.name == "beat" })
    }

    @Test("after a standstill the alarm turns on once, even without frames")
    func alarmAfterStandstill() throws {
        let run = try ApplianceHarness(configuration: "[status]\nalarm_after = 1\n[outputs.alarm]\nstate = \"alarm\"\n" + "[outputs.eye]\nstate = \"camera-on\"\n",
                                       faults: ScriptedCameras.Faults(isBlind: true))
        try run.wait { $0.isLine("eye", true) }
        run.standStill(4.6)
        try run.wait(seconds: 0.5) { $0.fault?.what == "loop-stalled" }
        try run.wait(seconds: 2) { $0.isLine("alarm", true) }
        run.end()
        #expect(run.events.values("alarm") == [true, false])
    }

    @Test("a profile whose models cannot be loaded releases held outputs and changes nothing else")
    func modelsLast() throws {
        let folder = try TemporaryFolder()
        let other = try folder.file("other.toml", "models.directory = \"\(folder.path)/nowhere\"\n")
        let run = try ApplianceHarness("fps 30; still 1.2s; look left; still 1.5s; hold right 30s", configuration: """
            [profiles.other]
            file = "\(other)"
            [outputs.call]
            line = "GPIO-call"
            gesture = "hold-right"
            action = "level"
            [outputs.lamp]
            gesture = "left"
            action = "toggle"
            """, recording: ["call"])
        try run.wait { $0.isLine("call", true) }
        #expect(try run.program("profile", "other").status == 1)
        #expect(run.steps("call").map(\.value) == [1, 0])
        #expect(try run.status().outputs == ["call": 0, "lamp": 1])
        #expect(try run.status().profile.isEmpty)
    }

    @Test("a state's output that is on across a change of profile is on at the new devices too, also if the rest is measured anew")
    func stateAcrossProfiles() throws {
        let folder = try TemporaryFolder()
        let lamp = "[outputs.lamp]\nline = \"GPIO-lamp\"\nstate = \"paused\"\n"
        let other = try folder.file("other.toml", "[gestures]\npointer = \"nose\"\n" + lamp + "min_on = 0.2\n")
        let run = try ApplianceHarness(configuration: "[profiles.other]\nfile = \"\(other)\"\n" + lamp, recording: ["lamp"])
        run.run(2)
        let client = try run.client()
        #expect(try client.ask(#"{"request":"pause"}"#).ok == true)
        #expect(try client.ask(#"{"request":"profile","name":"other"}"#).ok == true)
        run.run(2)
        #expect(try run.status().outputs == ["lamp": 1])
        let last = try #require(run.steps("lamp").last)
        #expect(run.opened == 2 && last.device == 2 && last.value == 1, "\(run.steps("lamp"))")
    }

    /// What would have come when the process was stopped does not come when it continues: at the frame that completes a gesture, while the loop looks
    /// at it, and at one shortly before that, when a nod waits for another swing.
    @Test("a gesture that is complete when the process is stopped switches nothing afterwards", arguments: [("nod", 0.0), ("hold-left", 0.0), ("nod", 0.1)])
    func stopped(gesture: String, before: Double) throws {
        let script = "fps 30; still 3s; " + (gesture == "nod" ? "nod 2" : "hold left 3s") + "; still 9s"
        func run(_ prepare: (ApplianceHarness) -> Void) throws -> ApplianceHarness {
            let run = try ApplianceHarness(script, configuration: "[outputs.bell]\ngesture = \"\(gesture)\"\naction = \"\(gesture == "nod" ? "pulse" : "level")\"\n")
            prepare(run)
            run.run(9)
            return run
        }
        let usual = try run { _ in }, done = try #require(usual.events.first { $0.isLine("bell", true) }).time
        usual.end()
        var stops = 0
        let stopped = try run { run in
            run.cpu.atFrame = { [unowned run] in
                guard stops == 0, run.time >= done - before - 0.001 else { return }
                stops += 1
                run.standStill(2)
            }
        }
        let late = stopped.events.filter { $0.isLine("bell", true) }
        #expect(stops == 1 && late.isEmpty, "\(late)")
        stopped.end()
    }

    @Test("an output that waits for its dead time when the process is stopped does not come on afterwards")
    func waitingWhileStopped() throws {
        let motor = "action = \"toggle\"\ninterlock = \"motor\"\ndead_time = 0.5\n"
        let run = try ApplianceHarness("fps 30; still 2s; hold right 2s; still 2s; hold left 2s; still 20s", configuration:
            "[outputs.there]\ngesture = \"hold-right\"\n\(motor)[outputs.back]\ngesture = \"hold-left\"\n\(motor)")
        try run.wait { $0.isLine("there", false) }
        run.standStill(2)
        run.run(0.5)
        #expect(!run.events.contains { $0.isLine("back", true) })
    }
}
