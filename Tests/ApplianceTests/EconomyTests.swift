import Pipeline
import Platform
import Power
import Testing
import TestSupport

@Suite("What a running appliance spends", .serialized)
struct EconomyTests {
    /// Other programs of this machine may take a second away: most seconds must be right.
    private func median(_ values: [Double?]) -> Double {
        let sorted = values.map { $0 ?? 0 }.sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }

    private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(max(1, values.count)) }

    @Test("rates are lowered at the camera, paced where it cannot, and thinned only where it does not listen", arguments: [
        ("keeps", 12.0, 12.0), ("paced", 12, 12), ("deaf", 30, 12),
    ])
    func rates(kind: String, capture: Double, detection: Double) throws {
        let run = try LiveRun("talk 2s", seconds: 8, rate: kind,
                              configuration: LiveRun.configuration("", "[budget]\nmax_rate = \(detection)"))
        let stats = run.stats(3.5...9)
        try #require(stats.count >= 3)
        #expect(abs(median(stats.map(\.capture_fps)) / capture - 1) < 0.05, "\(kind): \(stats.map(\.capture_fps))")
        #expect(abs(median(stats.map(\.detect_fps)) / detection - 1) < 0.05, "\(kind): \(stats.map(\.detect_fps))")
        // What was thrown away is counted: all that came and was not looked at.
        let dropped = Double((stats.last?.dropped ?? 0) - (stats.first?.dropped ?? 0))
        let seconds = (stats.last?.t ?? 0) - (stats.first?.t ?? 0)
        #expect(abs(dropped / seconds - (capture - detection)) < 1.5, "\(kind): \(dropped) in \(seconds) s")
    }

    @Test("a CPU budget far below the need walks down the ladder within 5 s, is kept, and the rate is that of the point")
    func budget() throws {
        let first = try faultsOfHalfTheNeed()
        guard !first.isEmpty else { return }
        // What a frame costs changes with what else this machine does in these seconds: it must fail twice.
        let second = try faultsOfHalfTheNeed()
        #expect(second.isEmpty, "before: \(first)")
    }

    /// What does not hold when a run gets half of the CPU that it would take.
    private func faultsOfHalfTheNeed() throws -> [String] {
        let script = "talk 24s"
        var faults: [String] = []
        func expect(_ holds: Bool, _ fault: @autoclosure () -> String) { if !holds { faults.append(fault()) } }
        let free = try LiveRun(script, seconds: 7, configuration: LiveRun.configuration())
        let need = mean(free.stats(3...7).compactMap(\.cpu_percent))
        expect(free.all("operating-point").isEmpty, "a step without a budget")
        expect(free.stats(1...7).allSatisfy { $0.operating_point == "high@30" && $0.limited_by == "none" }, "limited without a budget")
        let budget = (need * 5).rounded() / 10
        let run = try LiveRun(script, seconds: 18, configuration: LiveRun.configuration("", "[budget]\ncpu_percent = \(budget)"))
        let changes = run.all("operating-point")
        expect((1...2).contains(changes.count) && changes.first?.from == "high@30", "steps: \(changes)")
        expect(changes.allSatisfy { $0.reason == "cpu" && $0.t < 7 }, "late steps, or for another reason: \(changes)")
        let settled = run.stats(9...18)
        let used = mean(settled.compactMap(\.cpu_percent))
        expect(used <= budget * 1.1, "\(used) % of \(budget) % used")
        expect(run.all("fault").isEmpty, "\(run.all("fault"))")
        expect(settled.allSatisfy { $0.limited_by == "cpu" }, "not limited by the CPU: \(settled)")
        let rate = settled.last?.operating_point?.split(separator: "@").last.flatMap { Double($0) } ?? 0
        expect(abs(median(settled.map(\.detect_fps)) / rate - 1) < 0.05, "\(rate): \(settled.map(\.detect_fps))")
        return faults
    }

    @Test("an artificial load is answered within 5 s, by at most 2 changes, and the next rung up would be too much", arguments: [
        5.0, 10, 20,
    ])
    func load(budget: Double) throws {
        // 9 ms a frame, 27 % of a core at 30 a second.
        let run = try LiveRun("talk 2s", seconds: 19, load: (9, 4),
                              configuration: LiveRun.configuration("", "[budget]\ncpu_percent = \(budget)"))
        #expect(run.all("tracking-started").count <= 1)  // a change of accuracy does not measure the rest anew
        let changes = run.all("operating-point").filter { $0.t > 4 }
        #expect((1...2).contains(changes.count), "\(changes)")
        let settled = run.stats(9...19)
        let used = mean(settled.compactMap(\.cpu_percent))
        #expect(used <= budget * 1.1, "\(used)")
        #expect(settled.allSatisfy { $0.operating_point == settled.last?.operating_point && $0.limited_by == "cpu" })
        let ladder = OperatingLadder(accuracy: .high, maxRate: 30, minRate: 5)
        let rung = try #require(ladder.points.firstIndex { $0.name == settled.last?.operating_point })
        try #require(rung > 0)
        // The load goes with the rate; where the accuracy changes too, the step is bigger than this says.
        #expect(used * ladder[rung - 1].rate / ladder[rung].rate > budget * 0.9
                || ladder[rung - 1].accuracy != ladder[rung].accuracy, "\(used) at \(ladder[rung])")
    }

    @Test("a budget that cannot be met is said once, and the lowest rate is kept")
    func unmet() throws {
        let run = try LiveRun("talk 20s", seconds: 12, configuration: LiveRun.configuration("", "[budget]\ncpu_percent = 0.1"))
        #expect(run.all("fault").map(\.what) == ["budget-unmet"])
        #expect(run.all("fault").first?.detail?.contains("low@5") == true)
        #expect(abs(median(run.stats(8...12).map(\.detect_fps)) - 5) < 0.25)
    }

    @Test("a hold raises the rate to 10 a second, and its end lets it fall again")
    func held() throws {
        let run = try LiveRun("still 9s; hold right 6s; still 9s", seconds: 20, configuration: LiveRun.configuration(
            "", "[budget]\ncpu_percent = 0.1\n[outputs.call]\ngesture = \"hold-right\"\naction = \"level\""))
        let on = try #require(run.events.first { $0.name == "call" && $0.value == 1 }?.t)
        let off = try #require(run.events.first { $0.name == "call" && $0.value == 0 }?.t)
        let points = run.all("operating-point").filter { $0.t > on - 0.5 }
        #expect(points.map(\.to) == ["low@10", "low@5"])
        #expect(points.map(\.reason) == ["held-output", "cpu"])
        #expect((points.first?.t ?? 99) - on < 0.3)
        #expect(abs(median(run.stats((on + 2.5)...off).map(\.detect_fps)) - 10) < 0.5)
    }

    @Test("with nobody there the camera is stopped, looks now and then, and is back within its time when somebody comes")
    func idle() throws {
        let run = try LiveRun("still 2s; leave; still 14s; return; still 20s", seconds: 26, configuration: LiveRun.configuration(
            "idle_after = 3\nidle_look = 3", "[outputs.eye]\nstate = \"camera-on\""))
        let points = run.all("operating-point")
        #expect(points.map(\.to) == ["idle", "high@30"], "\(points)")
        #expect(points.first?.reason == "nobody")
        let lost = try #require(run.events.first { $0.event == "face-lost" }?.t)
        let began = try #require(points.first?.t)
        #expect(abs(began - lost - 3) < 0.5)
        let back = try #require(run.events.first { $0.event == "face-found" && $0.t > began }?.t)
        // The lamp follows the camera: looks of about a second, 3 s apart.
        let lamp = run.events.filter { $0.name == "eye" && (began - 0.1...back).contains($0.t) }
        let looks = zip(lamp, lamp.dropFirst()).filter { $0.0.value == 1 }.map { $0.1.t - $0.0.t }
        let rests = zip(lamp, lamp.dropFirst()).filter { $0.0.value == 0 }.map { $0.1.t - $0.0.t }
        #expect(looks.count >= 2 && looks.allSatisfy { $0 > 0.9 && $0 < 2 }, "\(looks)")
        #expect(rests.count >= 2 && rests.allSatisfy { abs($0 - 3) < 0.4 }, "\(rests)")
        // Nobody leaves for 14 s, counted from the first frame; the head turns up within idle_look + 2 s.
        #expect(back - lost < 14 + 5.5, "\(back - lost)")
        #expect(run.all("fault").isEmpty)
        #expect(run.stats(began + 1...back).contains { $0.capture_fps == 0 && $0.operating_point == "idle" })
    }

    @Test("idle: it rests between looks, a look is a second and eight frames long, a face or a button ends it")
    func idleRules() {
        var idle = DeepIdle(after: 10, every: 3)
        func pass(_ seconds: ClosedRange<Double>, frames: Double = 10, isSomebodyThere: Bool = false) -> Double {
            var on = 0.0
            for time in stride(from: seconds.lowerBound, to: seconds.upperBound, by: 0.1) {
                idle.advance(to: time, isSomebodyThere: isSomebodyThere)
                if idle.wantsCamera {
                    on += 0.1
                    if (time * frames).rounded() != ((time - 0.1) * frames).rounded() { idle.add(frameAt: time) }
                }
            }
            return on
        }
        let alone = pass(0...9.9)
        #expect(abs(alone - 9.9) < 0.15 && !idle.isIdle)
        let idling = pass(10...50)
        #expect(idle.isIdle && idling / 40 > 0.2 && idling / 40 < 0.35, "\(idling)")
        let slow = pass(50...90, frames: 2)  // a slow camera looks longer: eight frames
        #expect(slow / 40 > 0.5)
        idle.wake(at: 90)
        #expect(!idle.isIdle && idle.wantsCamera)
        _ = pass(90.1...103)
        #expect(idle.isIdle)
        _ = pass(103...103.5, isSomebodyThere: true)
        #expect(!idle.isIdle)
        var never = DeepIdle(after: 0, every: 3)
        never.advance(to: 0, isSomebodyThere: false)
        never.advance(to: 1e6, isSomebodyThere: false)
        let isNever = never.isIdle
        #expect(!isNever)
    }

    @Test("a throttle holds its rate evenly, whatever comes, and throws nothing away from a camera that keeps it", arguments: [
        (30.0, 20.0, 20.4), (30, 12, 12.24), (25, 10, 10.2), (20, 20, 20), (20.3, 20, 20.3), (10, 20, 10), (60, 7.5, 7.65),
    ])
    func throttle(camera: Double, rate: Double, expected: Double) {
        var throttle = Throttle(rate: rate)
        var taken: [Double] = []
        for index in 0..<Int(camera * 60) {
            let jitter = [0, 0.1, -0.1, 0.05][index % 4] / camera
            let time = Double(index) / camera + jitter
            if throttle.takes(frameAt: time) { taken.append(time) }
        }
        #expect(abs(Double(taken.count) / 60 / expected - 1) < 0.02, "\(taken.count)")
        let longest = zip(taken, taken.dropFirst()).map { $1 - $0 }.max() ?? 0
        #expect(longest < 1 / min(rate, camera) + 1.3 / camera)
    }

    @Test("a program that fails, or is not there, is reported; one that works is not")
    func command() throws {
        // Through the whole appliance it is run in the virtual machine, which has a battery: Tests/hardware.
        let child = try ChildProcess("/bin/sh", ["-c", "kill -TERM $$; exit 3"], input: .null, output: .null)
        var status: Int32?
        while status == nil { status = child.statusIfEnded() }
        #expect(status.map { $0 & 0x7F } == 15)  // signals reach it although this process has blocked some
    }
}
