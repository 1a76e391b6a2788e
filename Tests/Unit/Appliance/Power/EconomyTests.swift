import Appliance
import ApplianceSupport
import Pipeline
import Platform
import Power
import Synchronization
import Testing
import TestSupport

@Suite("Power saving of a running appliance")
struct EconomyTests {
    private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }

    private typealias Pace = ScriptedCameras.Pace

    @Test("the rate is lowered at the camera, by pacing requests, or, if the camera ignores both, by dropping frames", arguments: [
        (Pace.keeps, 12.0, 12.0), (.paced, 12, 12), (.deaf, 30, 12),
    ])
    func rates(pace: ScriptedCameras.Pace, capture: Double, detection: Double) throws {
        let run = try ApplianceHarness("talk 2s", configuration: "[budget]\nmax_rate = \(detection)", pace: pace)
        run.run(8)
        let stats = run.events.stats(3.5...9)
        try #require(stats.count >= 3)
        #expect(stats.allSatisfy { abs($0.captureRate / capture - 1) < 0.05 }, "\(pace): \(stats.map(\.captureRate))")
        #expect(stats.allSatisfy { abs($0.detectionRate / detection - 1) < 0.05 }, "\(pace): \(stats.map(\.detectionRate))")
        // Dropped frames are counted: all that arrived and were not processed.
        let first = try #require(stats.first), last = try #require(stats.last)
        let dropped = Double(last.dropped - first.dropped), seconds = last.time - first.time
        #expect(abs(dropped / seconds - (capture - detection)) < 1.5, "\(pace): \(dropped) in \(seconds) s")
    }

    @Test("a CPU budget far below the need is met within 7 s of the start and kept, at the rate of the operating point")
    func budget() throws {
        let free = try ApplianceHarness("talk 2s")
        free.run(7)
        #expect(!free.events.contains { $0.point != nil })
        let measured = free.events.stats(1...7)
        #expect(measured.allSatisfy { $0.operatingPoint == "high@30" && $0.limitedBy == "none" })
        let need = mean(free.events.stats(3...7).map(\.cpuPercent)), budget = (need * 5).rounded() / 10
        #expect((25...29).contains(need), "30 frames a second of 9 ms: \(need) %")
        let run = try ApplianceHarness("talk 2s", configuration: "[budget]\ncpu_percent = \(budget)")
        run.run(18)
        let changes = run.events.filter { $0.point != nil }
        #expect((1...2).contains(changes.count) && changes.first?.point?.from == "high@30", "\(changes)")
        #expect(changes.allSatisfy { $0.point?.reason == "cpu" && $0.time < 7 }, "\(changes)")
        let settled = run.events.stats(9...18)
        #expect(mean(settled.map(\.cpuPercent)) <= budget * 1.1, "\(settled)")
        #expect(run.events.faults.isEmpty)
        #expect(settled.allSatisfy { $0.limitedBy == "cpu" }, "\(settled)")
        let rate = settled.last?.operatingPoint.split(separator: "@").last.flatMap { Double($0) } ?? 0
        #expect(settled.allSatisfy { abs($0.detectionRate / rate - 1) < 0.05 }, "\(rate): \(settled.map(\.detectionRate))")
    }

    @Test("an artificial load is answered within 5 s by at most 2 changes, and the next higher rung would exceed the budget", arguments: [
        5.0, 10, 20,
    ])
    func load(budget: Double) throws {
        // 9 ms per frame is 27 % of a core at 30 frames per second, in addition to 3 % for processing.
        let run = try ApplianceHarness("talk 2s", configuration: "[budget]\ncpu_percent = \(budget)", faults: ScriptedCameras.Faults(load: 4), load: 0.009) {
            $0.costs = [.high: 0.001, .low: 0.0005]
        }
        run.run(19)
        let starts = run.events.filter { event in
            if case .trackingStarted = event.gesture { return true }
            return false
        }
        #expect(starts.count <= 1)  // a change of accuracy does not calibrate again
        let changes = run.events.filter { $0.point != nil && $0.time > 4 }
        #expect((1...2).contains(changes.count) && changes.allSatisfy { $0.time < 9 }, "\(changes)")
        let settled = run.events.stats(9...19)
        let used = mean(settled.map(\.cpuPercent))
        #expect(used <= budget * 1.1, "\(used)")
        #expect(settled.allSatisfy { $0.operatingPoint == settled.last?.operatingPoint && $0.limitedBy == "cpu" })
        let ladder = OperatingLadder(accuracy: .high, maxRate: 30, minRate: 5)
        let rung = try #require(ladder.points.firstIndex { $0.name == settled.last?.operatingPoint })
        try #require(rung > 0)
        // The load is proportional to the rate; a change of accuracy adds more.
        #expect(used * ladder[rung - 1].rate / ladder[rung].rate > budget * 0.9
                || ladder[rung - 1].accuracy != ladder[rung].accuracy, "\(used) at \(ladder[rung])")
    }

    @Test("a budget that cannot be met is reported once, and the lowest rate is kept")
    func unmet() throws {
        let run = try ApplianceHarness("talk 2s", configuration: "[budget]\ncpu_percent = 0.1")
        run.run(12)
        #expect(run.events.faults == ["budget-unmet"])
        #expect(run.events.compactMap(\.fault).first?.detail.contains("low@5") == true)
        #expect(run.events.stats(8...12).allSatisfy { abs($0.detectionRate - 5) < 0.25 })
    }

    @Test("an empty battery leaves only the warnings on, and settings on trial or a reload bring nothing back until a charger comes")
    func emptyBattery() throws {
        let percent = Mutex(60.0), folder = try TemporaryFolder()
        let run = try ApplianceHarness("still 2s", configuration: """
            [status]
            alarm_after = 3
            [budget.battery]
            supply = "pack"
            on_critical = ["/bin/sh", "-c", "echo ran >> \(folder.path)/ran"]
            [outputs.buzzer]
            state = "alarm"
            [outputs.low]
            state = "low-battery"
            [outputs.ready]
            state = "ready"
            [outputs.eye]
            state = "camera-on"
            """, gauge: { name in name == "pack" ? percent.withLock { PowerSupply.Reading(percent: $0) } : nil })
        let client = try run.client()
        try run.wait { $0.state == "ready" }
        percent.withLock { $0 = 2 }
        _ = try run.wait { $0.fault?.what == "battery-critical" }
        let empty = run.time
        run.run(4)
        #expect(try run.status().outputs == ["buzzer": 1, "low": 1, "ready": 0, "eye": 0], "nobody can call, and somebody is told")
        for cpu in [50, 60, 70] {
            #expect(try client.ask("{\"request\":\"try\",\"settings\":{\"budget.cpu_percent\":\(cpu),\"budget.battery.low_percent\":\(cpu)}}").ok == true)
            run.run(6)
            #expect(try run.status().state == "critical")
        }
        #expect(try client.ask(#"{"request":"profile","name":""}"#).ok == true)
        run.run(6)
        #expect(try run.status().outputs == ["buzzer": 1, "low": 1, "ready": 0, "eye": 0])
        let back = run.events.filter { $0.time > empty && ($0.isLine("eye", true) || $0.isLine("ready", true)) }
        #expect(back.isEmpty, "\(back)")
        #expect(run.events.faults.filter { $0 == "battery-critical" }.count == 1)
        #expect(try folder.text("ran") == "ran\n")
        percent.withLock { $0 = 80 }
        try run.wait { $0.state == "ready" }
        #expect(try run.status().outputs == ["buzzer": 0, "low": 0, "ready": 1, "eye": 1])
    }

    @Test("a hold raises the rate to 10 frames per second until it ends")
    func held() throws {
        let run = try ApplianceHarness("still 9s; hold right 6s; still 9s",
                                       configuration: "[budget]\ncpu_percent = 0.1\n[outputs.call]\ngesture = \"hold-right\"\naction = \"level\"")
        run.run(20)
        let on = try #require(run.events.first { $0.isLine("call", true) }).time
        let off = try #require(run.events.first { $0.isLine("call", false) }).time
        let points = run.events.filter { $0.point != nil && $0.time > on - 0.5 }
        #expect(points.map(\.point?.to) == ["low@10", "low@5"])
        #expect(points.map(\.point?.reason) == ["held-output", "cpu"])
        #expect((points.first?.time ?? 99) - on < 0.3)
        #expect(run.events.stats((on + 2.5)...off).allSatisfy { abs($0.detectionRate - 10) < 0.5 })
    }

    @Test("without a face the camera stops and looks at intervals, and it resumes in time when somebody comes")
    func idle() throws {
        let run = try ApplianceHarness("still 2s; leave; still 14s; return; still 6s",
                                       configuration: "[camera]\nidle_after = 3\nidle_look = 3\n[outputs.eye]\nstate = \"camera-on\"")
        run.run(26)
        let points = run.events.filter { $0.point != nil }
        #expect(points.map(\.point?.to) == ["idle", "high@30"], "\(points)")
        #expect(points.first?.point?.reason == "nobody")
        let lost = try #require(run.events.first { $0.gesture == .faceLost }).time
        let began = try #require(points.first).time
        #expect(abs(began - lost - 3) < 0.5)
        let back = try #require(run.events.first { $0.gesture == .faceFound && $0.time > began }).time
        // The output follows the camera: looks of about a second, 3 s apart.
        let lamp = run.events.compactMap(\.line).filter { $0.name == "eye" && (began - 0.1...back).contains($0.time) }
        let looks = zip(lamp, lamp.dropFirst()).filter(\.0.value).map { $1.time - $0.time }
        let rests = zip(lamp, lamp.dropFirst()).filter { !$0.0.value }.map { $1.time - $0.time }
        #expect(looks.count >= 2 && looks.allSatisfy { $0 > 0.9 && $0 < 2 }, "\(looks)")
        #expect(rests.count >= 2 && rests.allSatisfy { abs($0 - 3) < 0.4 }, "\(rests)")
        // The head is away for 14 s, and must be found within idle_look + 2 s of its return.
        #expect(back - lost < 14 + 5.5, "\(back - lost)")
        #expect(run.events.faults.isEmpty)
        #expect(run.events.stats(began + 1...back).contains { $0.captureRate == 0 && $0.operatingPoint == "idle" })
    }
}
