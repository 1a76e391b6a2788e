import Pipeline
import Power
import Testing
import TestSupport

/// A machine that processes frames: their cost, other load, and the scatter of measurements.
private struct Machine {
    /// CPU seconds of a frame with accuracy `high`, and the part of that for `low`.
    var frame = 0.010
    var lowPart = 0.3
    /// Part of a core that is used whatever the rate.
    var rest = 0.005
    /// CPU seconds that a frame costs before it is processed, as in a software ISP.
    var capture = 0.0
    /// Deviation of a frame's cost, as a part of it.
    var noise = 0.0
    /// The cost's factor over time.
    var load: (Double) -> Double = { _ in 1 }
    /// Watts that are drawn, for simulations of a battery.
    var battery: ((Double, Double) -> BatteryState?)?
    var temperature: ((Double, Double) -> Double)?
    var isHeld: (Double) -> Bool = { _ in false }

    /// The true use of a core at a point.
    func use(_ point: OperatingPoint, at time: Double) -> Double {
        rest + point.rate * capture * load(time) + point.rate * frame * (point.accuracy == .high ? 1 : lowPart) * load(time)
    }
}

/// What happened in a simulation.
private struct Course {
    struct Step: CustomStringConvertible {
        let time: Double, from: String, to: String, reason: Governor.Reason
        var description: String { "\(Int(time)) \(to) \(reason)" }
    }
    var steps: [Step] = []
    var unmet: [(time: Double, unmet: Governor.Unmet)] = []
    /// Use of a core in each second, from the first.
    var use: [Double] = []
    /// The point at the end of each second.
    var points: [OperatingPoint] = []
    var limitedBy = Governor.Reason.none

    /// The mean use over two seconds before `second`.
    func measured(before second: Int) -> Double { (use[second - 2] + use[second - 1]) / 2 }

    /// The most changes within any minute that begins at `start` or later.
    func changesAMinute(after start: Double = 0) -> Int {
        steps.filter { $0.time >= start }.map { step in steps.filter { (step.time...(step.time + 60)).contains($0.time) }.count }
            .max() ?? 0
    }
}

private func simulate(_ machine: Machine, ladder: OperatingLadder, budgets: Governor.Budgets, seconds: Int, seed: UInt64 = 1) -> Course {
    var governor = Governor(ladder: ladder, budgets: budgets)
    var course = Course()
    var random = SplitMix64(seed)
    var reading = CostModel.Reading(time: 0, cpu: 3, frameCPU: 2, frames: 0)  // what the start has cost
    var pending = 0.0
    let step = 0.05
    var nextTick = 0.0, usedBefore = reading.cpu
    for index in 1...Int(Double(seconds) / step) {
        let time = Double(index) * step
        reading.time = time
        reading.cpu += machine.rest * step
        pending += governor.point.rate * step
        while pending >= 1 {
            pending -= 1
            // The sum of two random numbers has about the wanted deviation.
            let dice = (Double.random(in: -1...1, using: &random) + Double.random(in: -1...1, using: &random)) * 1.22
            let part = governor.point.accuracy == .high ? 1 : machine.lowPart
            let cost = machine.frame * part * machine.load(time) * max(0.1, 1 + machine.noise * dice)
            reading.cpu += cost + machine.capture * machine.load(time)
            reading.frameCPU += cost
            reading.frames += 1
        }
        if time >= nextTick {
            nextTick = time + 0.25
            var measurement = Governor.Measurement(reading)
            measurement.isHeld = machine.isHeld(time)
            measurement.battery = machine.battery?(time, machine.use(governor.point, at: time))
            measurement.temperature = machine.temperature?(time, machine.use(governor.point, at: time))
            let decision = governor.add(measurement)
            if let change = decision.change {
                course.steps.append(.init(time: time, from: change.from.name, to: change.to.name, reason: change.reason))
            }
            if let unmet = decision.unmet { course.unmet.append((time, unmet)) }
        }
        if index % Int(1 / step) == 0 {
            course.use.append(reading.cpu - usedBefore)
            usedBefore = reading.cpu
            course.points.append(governor.point)
        }
    }
    course.limitedBy = governor.limitedBy
    return course
}

private func cpu(_ percent: Double) -> Governor.Budgets {
    var budgets = Governor.Budgets()
    budgets.cpuPercent = percent
    return budgets
}

@Suite("The governor")
struct GovernorTests {
    private static let full = OperatingLadder(accuracy: .high, maxRate: 30, minRate: 5)

    @Test("each rung lowers either rate or accuracy and raises neither, from the best point to the slowest allowed", arguments: [
        (Accuracy.high, 30.0, 5.0, ["high@30", "high@24", "high@20", "high@15", "low@15", "low@12", "low@10",
                                               "low@7.5", "low@5"]),
        (.low, 15, 5, ["low@15", "low@12", "low@10", "low@7.5", "low@5"]),
        (.high, 10, 5, ["high@10", "low@10", "low@7.5", "low@5"]),
        (.high, 25, 25, ["high@25", "low@25"]), (.low, 12.5, 12.5, ["low@12.5"]),
    ] as [(Accuracy, Double, Double, [String])])
    func ladder(accuracy: Accuracy, max: Double, min: Double, expected: [String]) {
        let ladder = OperatingLadder(accuracy: accuracy, maxRate: max, minRate: min)
        #expect(ladder.points.map(\.name) == expected)
        for (above, below) in zip(ladder.points, ladder.points.dropFirst()) {
            #expect(below.rate <= above.rate && (below.accuracy == .low || above.accuracy == .high))
            #expect((below.rate < above.rate) != (below.accuracy != above.accuracy))
        }
        #expect(ladder[ladder.heldRung].rate >= Swift.min(10, max))
    }

    @Test("a load is brought within the budget in 5 s for good, by at most 2 changes a minute, and the next rung would exceed it",
          arguments: [5.0, 10, 20], [0.0, 0.1, 0.3])
    func load(percent: Double, noise: Double) {
        let machines: [(frame: Double, lowPart: Double, rest: Double, capture: Double)] = [
            (0.004, 0.3, 0.002, 0), (0.01, 0.3, 0.005, 0), (0.01, 0.45, 0.015, 0), (0.02, 0.2, 0.002, 0),
            (0.002, 0.3, 0.005, 0.005), (0.01, 0.3, 0, 0.002), (0, 1, 0.005, 0.01),
        ]
        for (seed, (frame, lowPart, rest, capture)) in (machines + machines + machines).enumerated() {
            var machine = Machine(frame: frame, lowPart: lowPart, rest: rest, capture: capture, noise: noise)
            // Ten times the cost from the 20th second on; before that everything fits.
            machine.load = { $0 < 20 ? 0.1 : 1 }
            let course = simulate(machine, ladder: Self.full, budgets: cpu(percent), seconds: 620, seed: UInt64(seed))
            let last = Self.full[Self.full.last]
            // If even the lowest rung exceeds the budget, only that rung is expected.
            guard machine.use(last, at: 100) < percent / 100 else {
                #expect(course.points.last == last)
                continue
            }
            let note = "\(percent) % noise \(noise) frame \(frame) capture \(capture): \(course.steps)"
            let scatter = 1 + noise * 0.25
            for second in 25...620 {
                #expect(course.measured(before: second) <= percent / 100 * 1.1 * scatter, "at \(second): \(note)")
            }
            #expect(course.changesAMinute(after: 20) <= 2, "\(note)")
            guard let settled = course.points.last, let rung = Self.full.points.firstIndex(of: settled) else { continue }
            #expect(machine.use(settled, at: 600) <= percent / 100 * 1.05)
            if rung > 0 {
                // Within the scatter either rung is right; half a second may hold one frame more or less.
                let band = noise * 0.5 + (capture > 0 ? 0.07 : 0)
                #expect(machine.use(Self.full[rung - 1], at: 600) > percent / 100 * (1 - band), "\(note)")
                #expect(course.limitedBy == .cpu)
            }
            #expect(course.unmet.isEmpty)
        }
    }

    @Test("the best rung that fits is used again about a minute after the load is gone")
    func relief() {
        var machine = Machine()
        machine.load = { (20..<50).contains($0) ? 1 : 0.2 }
        let course = simulate(machine, ladder: Self.full, budgets: cpu(10), seconds: 200)
        #expect(course.points[49] != Self.full[0])
        #expect(course.points[199] == Self.full[0])
        let up = course.steps.first { $0.time > 50 }
        #expect(up.map { $0.time > 100 && $0.time < 125 } == true, "\(course.steps)")
    }

    @Test("a load that comes and goes causes at most 2 changes a minute, whatever its period", arguments: [
        4.0, 10, 30, 45, 61, 70, 90, 130,
    ])
    func periodic(period: Double) {
        var machine = Machine(noise: 0.1)
        machine.load = { $0.truncatingRemainder(dividingBy: period) < period * 0.2 ? 1 : 0.1 }
        for seed in 0..<10 {
            let course = simulate(machine, ladder: Self.full, budgets: cpu(10), seconds: 1500, seed: UInt64(seed))
            #expect(course.changesAMinute(after: 1) <= 2, "\(course.steps)")
        }
    }

    @Test("a budget that cannot be met is reported once, with figures, and the lowest rate is kept")
    func unmet() {
        let machine = Machine(frame: 0.1, rest: 0.02, noise: 0.1)
        let course = simulate(machine, ladder: Self.full, budgets: cpu(5), seconds: 300)
        #expect(course.points.last?.rate == 5)
        #expect(course.unmet.count == 1)
        let said = course.unmet.first
        #expect(said?.unmet.reason == .cpu && said?.unmet.budget == 5)
        #expect(said.map { abs($0.unmet.measured - 17) < 3 } == true, "\(course.unmet)")
        #expect(said.map { $0.time < 8 } == true)
    }

    @Test("while an output is held the rate is at least 10 frames per second, and it falls again after the release")
    func held() {
        var machine = Machine(frame: 0.05, noise: 0.05)
        machine.isHeld = { (60..<70).contains($0) }
        let course = simulate(machine, ladder: Self.full, budgets: cpu(10.5), seconds: 120)
        #expect(course.points[58].rate < 10)
        for second in 60..<69 { #expect(course.points[second].rate >= 10) }
        #expect(course.points[75] == course.points[58])
        let around = course.steps.filter { $0.time > 59 && $0.time < 75 }
        #expect(around.map(\.reason) == [.heldOutput, .cpu], "\(course.steps)")
        #expect(around.first?.to == "low@10")
    }

    @Test("too much heat lowers one rung every 30 s, much more heat several at once; after cooling the best rung returns")
    func temperature() {
        var budgets = Governor.Budgets()
        budgets.temperature = 70
        var machine = Machine()
        machine.temperature = { time, _ in time < 100 ? 72 : time < 300 ? 67 : 50 }
        let course = simulate(machine, ladder: Self.full, budgets: budgets, seconds: 1200)
        #expect(course.steps.prefix(4).map(\.to) == ["high@24", "high@20", "high@15", "low@15"])
        #expect(course.steps.allSatisfy { $0.reason == .temperature || $0.to == "high@30" })
        #expect(course.points[290].name == "low@15")  // nothing changes between the limit and the cooled temperature
        #expect(course.points[1199].name == "high@30")
        #expect(course.changesAMinute() <= 3)  // changes at 0, 30 and 60 s are within one minute
        machine.temperature = { _, _ in 76 }
        #expect(simulate(machine, ladder: Self.full, budgets: budgets, seconds: 10).points.last?.name == "low@5")
    }

    @Test("a battery that must last moves down and up the ladder in order; if even the lowest rung takes too much, it is reported")
    func battery() {
        var budgets = Governor.Budgets()
        budgets.lowPercent = 15
        budgets.wattsPerCore = 1
        var machine = Machine(frame: 0.02)
        func state(_ percent: Double, _ use: Double, allowed: Double?) -> BatteryState {
            BatteryState(percent: percent, watts: 0.5 + use, allowedWatts: allowed)
        }
        // The machine draws 0.5 W plus its CPU use. The allowed power falls to 0.66 W and rises again.
        machine.battery = { time, use in state(60, use, allowed: time < 20 ? 2 : time < 600 ? 0.66 : 2) }
        var course = simulate(machine, ladder: Self.full, budgets: budgets, seconds: 2000)
        #expect(course.steps.filter { $0.time < 600 }.map(\.to) == ["high@24", "high@20", "high@15", "low@15"])
        #expect(course.steps.filter { $0.time >= 600 }.map(\.to) == ["high@15", "high@20", "high@24", "high@30"])
        #expect(course.steps.filter { $0.time < 600 }.allSatisfy { $0.reason == .battery })
        #expect(course.changesAMinute() <= 3)
        // A low battery leads to the lowest rung, in order.
        machine.battery = { time, use in state(time < 20 ? 50 : 14, use, allowed: nil) }
        course = simulate(machine, ladder: Self.full, budgets: budgets, seconds: 400)
        #expect(course.steps.map(\.to) == Self.full.points.dropFirst().map(\.name))
        #expect(course.unmet.isEmpty)
        machine.battery = { _, use in state(50, use, allowed: 0.3) }
        course = simulate(machine, ladder: Self.full, budgets: budgets, seconds: 400)
        #expect(course.unmet.map(\.unmet.reason) == [.battery])
        #expect(course.points.last?.name == "low@5")
    }

    @Test("the eyes are left out only at the lowest point, where no rate and no accuracy is left to give up, and come back first")
    func eyes() throws {
        let ladder = OperatingLadder(accuracy: .high, maxRate: 30, minRate: 5, hasEyes: true)
        #expect(ladder.points.map(\.name).suffix(2) == ["low@5", "low@5 without eyes"] && ladder.points.dropLast() == Self.full.points[...])
        #expect(ladder[ladder.heldRung].measuresEyes)
        var budgets = Governor.Budgets()
        budgets.cpuPercent = 1
        let short = simulate(Machine(), ladder: ladder, budgets: budgets, seconds: 60)
        #expect(short.points.last?.name == "low@5 without eyes" && short.steps.last?.to == "low@5 without eyes", "\(short.steps)")
        budgets.cpuPercent = 20
        let fair = simulate(Machine(), ladder: ladder, budgets: budgets, seconds: 60)
        #expect(fair.points.allSatisfy { $0.measuresEyes })
    }
}
