import Appliance
import ApplianceSupport
import Testing

@Suite("The main loop")
struct MainLoopTests {
    @Test("a fault that stands keeps ready off, and the rest works")
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

    @Test("after a standstill of seconds the alarm comes once, though no picture does")
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
}
