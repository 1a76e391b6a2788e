import Appliance
import ApplianceSupport
import FoundationEssentials
import Glibc
import Pipeline
import Platform
import Testing

@Suite("Cameras that fail")
struct CameraSupervisorTests {
    private typealias Faults = ScriptedCameras.Faults

    private static let call = "[outputs.call]\nline = \"GPIO-call\"\ngesture = \"hold-right\"\naction = \"level\"\n"

    @Test("when frames stop, a held line is released within 0.5 s and the camera is restarted", arguments: [
        (Faults(stall: 3.5), "camera-stalled"), (Faults(cancel: 3.5), "camera-stalled"), (Faults(gone: 3.5, back: 4.2), "camera-gone"),
        (Faults(gone: 3.5, back: 3.6, slow: 3), "camera-gone"), (Faults(freeze: 3.5, thaw: 4.5), "camera-frozen"),
    ])
    func framesStop(faults: ScriptedCameras.Faults, expected: String) throws {
        let run = try ApplianceHarness("fps 30; still 1.2s; hold right 20s", configuration: Self.call, faults: faults, recording: ["call"])
        run.run(faults.slow < .infinity ? 9 : 6.5)
        let lastLook = try #require(run.events.last { $0.isHeld && $0.time < 4 }).time
        let off = try #require(run.events.first { $0.isLine("call", false) })
        #expect(off.time - lastLook <= 0.5, "\(off.time - lastLook)")
        let call = run.steps("call")
        let on = try #require(call.firstIndex { $0.value == 1 })
        #expect(call[on + 1].value == 0 && call[on + 1].time - lastLook <= 0.5, "\(call)")
        let fault = try #require(run.events.first { $0.fault != nil })
        #expect(fault.fault?.what == expected)
        #expect(run.events.stats(fault.time + 1...99).contains { $0.captureRate > 5 })
    }

    @Test("when frames stop, ready, heartbeat and outputs with on_stale = safe turn off within 0.5 s; other latched ones stay on")
    func latchedWithoutFrames() throws {
        let run = try ApplianceHarness("fps 30; still 1.2s; look left; still 1.5s; hold right 30s", configuration: """
            [outputs.ready]
            state = "ready"
            [outputs.beat]
            state = "heartbeat"
            [outputs.lamp]
            gesture = "left"
            action = "toggle"
            on_stale = "safe"
            [outputs.fan]
            gesture = "left"
            action = "toggle"
            """, faults: Faults(stall: 6))
        run.run(10)
        run.end()
        let events = run.events
        let stall = try #require(events.first { $0.fault?.what == "camera-stalled" }).time
        let lastLook = try #require(events.last { $0.isHeld && $0.time < stall }).time
        for name in ["ready", "lamp", "beat"] {
            let off = try #require(events.first { $0.isLine(name, false) })
            #expect((0...0.5).contains(off.time - lastLook), "\(name): \(off.time - lastLook)")
        }
        #expect(events.values("lamp") == [true, false])
        #expect(events.values("ready").prefix(3) == [true, false, true])
        let beats = events.filter { $0.line?.name == "beat" && $0.line?.isReported == true }.compactMap(\.line?.value)
        #expect(beats == [true, false, true, false])
        #expect(events.values("fan") == [true, false])
        #expect(try #require(events.last { $0.isLine("fan", false) }).time > stall + 2)  // the end of the run
    }

    @Test("a frozen camera is noticed within 0.5 s: held lines, ready and heartbeat turn off, and it is restarted at growing intervals",
          arguments: [30.0, 10.0])
    func freezes(rate: Double) throws {
        let run = try ApplianceHarness("fps \(Int(rate)); still 2.2s; hold right 20s", configuration: """
            [camera]
            rate = \(rate)
            [outputs.ready]
            state = "ready"
            [outputs.beat]
            state = "heartbeat"
            \(Self.call)
            """, faults: Faults(freeze: 6), recording: ["call"])
        run.run(10.5)
        run.end()
        let events = run.events
        let lastLook = try #require(events.last { $0.isHeld }).time
        for name in ["call", "ready", "beat"] {
            let changes = events.compactMap(\.line).filter { $0.name == name && $0.isReported }
            #expect(changes.map(\.value) == [true, false], "\(name) goes on once more")
            let off = try #require(changes.last)
            #expect((0...0.5).contains(off.time - lastLook), "\(name): \(off.time - lastLook)")
        }
        let faults = events.filter { $0.fault != nil }
        #expect(faults.allSatisfy { $0.fault?.what == "camera-frozen" } && faults.count >= 3)
        #expect(try #require(faults.first).time - lastLook <= 0.5)
        let pauses = zip(faults, faults.dropFirst()).map { $1.time - $0.time }
        #expect(zip(pauses, pauses.dropFirst()).allSatisfy { $0 < $1 }, "\(pauses)")
    }

    @Test("nothing is calibrated on a frozen picture, and ready stays off")
    func frozenFromTheStart() throws {
        let run = try ApplianceHarness("fps 30; still 20s", configuration: "[outputs.ready]\nstate = \"ready\"", faults: Faults(freeze: 0.3))
        run.run(4)
        #expect(run.events.faults.contains("camera-frozen"))
        #expect(!run.events.contains { event in
            if case .trackingStarted = event.gesture { return true }
            return event.isLine("ready", true)
        })
    }

    @Test("ready and holds work with time stamps that are up to 0.9 s old", arguments: [0.1, 0.2, 0.5, 0.9])
    func oldStamps(age: Double) throws {
        let run = try ApplianceHarness("fps 30; still 1.2s; hold right 8s", configuration: Self.call + "[outputs.ready]\nstate = \"ready\"",
                                       faults: Faults(age: age), recording: ["call"])
        run.run(4)
        run.end()
        #expect(run.events.values("ready") == [true, false])
        #expect(run.events.values("call") == [true, false])
    }

    @Test("meaningless time stamps change nothing; the monotonic clock is used instead")
    func garbage() throws {
        let run = try ApplianceHarness("fps 30; still 1.2s; hold right 8s", configuration: Self.call, faults: Faults(garbage: 0), recording: ["call"])
        run.run(4)
        #expect(run.events.values("call") == [true])
        #expect(zip(run.events, run.events.dropFirst()).allSatisfy { $0.time <= $1.time + 0.05 })
    }
}
