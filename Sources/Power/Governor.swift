/// Moves along the ladder of operating points to keep CPU, battery and temperature within their budgets.
///
/// A value without a clock and without files: measurements go in with their times, decisions come out. It goes down as soon as a
/// budget is exceeded, at once to the rung that is predicted to fit. It goes up only after a minute on one rung, and only to a rung
/// that would have fitted at the highest cost of that minute, so that in a steady state there are at most two changes a minute. After
/// a step up that had to be undone it waits twice as long the next time. A single descent that went too far is corrected sooner, with
/// the costs that it has taught.
public struct Governor: Sendable {
    /// The limits of the operating point.
    public enum Reason: String, Sendable {
        case none, cpu, battery, temperature
        /// An output is held, so a lost face must be noticed soon.
        case heldOutput = "held-output"
    }

    /// The budgets; `nil` for no budget of that kind.
    public struct Budgets: Equatable, Sendable {
        /// In per cent of one core.
        public var cpuPercent: Double?
        /// Degrees Celsius.
        public var temperature: Double?
        /// Charge in per cent at which the lowest rung is approached.
        public var lowPercent: Double?
        /// Watts of a fully used core.
        public var wattsPerCore = 0.6

        public init() {}
    }

    /// The known values at a moment.
    public struct Measurement: Sendable {
        public var reading: CostModel.Reading
        /// Degrees Celsius, if known.
        public var temperature: Double?
        /// If there is a battery.
        public var battery: BatteryState?
        /// An output is held, or a hold is under way.
        public var isHeld = false

        public init(_ reading: CostModel.Reading) {
            self.reading = reading
        }
    }

    /// A change of the operating point.
    public struct Change: Equatable, Sendable {
        public let from: OperatingPoint
        public let to: OperatingPoint
        public let reason: Reason
    }

    /// A budget that the lowest rung cannot keep: its kind, the measured value and the budget, in per cent of a core or in watts.
    public struct Unmet: Equatable, Sendable {
        public let reason: Reason
        public let measured: Double
        public let budget: Double
    }

    /// The governor's decision.
    public struct Decision: Equatable, Sendable {
        public var change: Change?
        /// Reported once, until the budget has been kept for a minute.
        public var unmet: Unmet?

        public init() {}
    }

    /// Seconds on one rung before it goes up; doubled by each failed step up, up to the second figure.
    private static let backoff = (first: 60.0, longest: 480.0)
    /// Seconds after which a descent that went too far is corrected.
    private static let settling = 8.0
    /// The clocks include the cost of starting; the measurements of this many seconds are ignored.
    private static let startTime = 1.0

    public let ladder: OperatingLadder
    /// The point in use.
    public var point: OperatingPoint { ladder[usedRung] }
    /// The limit that keeps it from being the best.
    public private(set) var limitedBy = Reason.none

    private var costs: CostModel
    private var cpu: CPUBudget?
    private var temperature: TemperatureBudget?
    private var battery: BatteryBudget?
    /// The rung that the budgets allow, and the rung in use, which is a faster one while an output is held.
    private var rung = 0
    private var usedRung = 0
    private var begin: Double?
    /// The times of the last change and the one before.
    private var lastChange = -Double.infinity
    private var changeBefore = -Double.infinity
    private var wasDescent = false
    /// The time of the last step up, and the rung before it.
    private var climb: (time: Double, from: Int)?
    private var backoff = Self.backoff.first
    /// The last time at which a budget was not met, for those that have been reported.
    private var unmet: [Reason: Double] = [:]

    public init(ladder: OperatingLadder, budgets: Budgets) {
        self.ladder = ladder
        costs = CostModel(ladder, memory: Self.backoff.first)
        cpu = budgets.cpuPercent.map { CPUBudget(budget: $0 / 100) }
        temperature = budgets.temperature.map { TemperatureBudget(limit: $0) }
        battery = budgets.lowPercent.map { BatteryBudget(lowPercent: $0, wattsPerCore: budgets.wattsPerCore) }
    }

    /// The use of one core over the last seconds, if known.
    public var use: Double? { costs.steady() ?? costs.latest?.use }

    /// Takes a measurement, several times a second.
    public mutating func add(_ measurement: Measurement) -> Decision {
        let time = measurement.reading.time
        var decision = Decision()
        let start = begin ?? time
        begin = start
        let isNew = time - start >= Self.startTime && costs.add(measurement.reading)
        // The cost of a faster rung during a hold is no reason to go down: the decision waits until the hold has ended.
        if isNew, !(measurement.isHeld && usedRung != rung) {
            choose(measurement, at: time)
            decision.unmet = newlyUnmet(measurement, at: time)
        }
        let wanted = measurement.isHeld ? min(rung, ladder.heldRung) : rung
        if wanted != usedRung {
            let reason = wanted == rung ? limitedBy : .heldOutput
            decision.change = Change(from: ladder[usedRung], to: ladder[wanted], reason: reason)
            wasDescent = wanted > usedRung
            usedRung = wanted
            (changeBefore, lastChange) = (lastChange, time)
            costs.move(to: wanted)
        }
        return decision
    }

    private mutating func choose(_ measurement: Measurement, at time: Double) {
        var best = 0, reason = Reason.none
        func consider(_ rung: Int, _ why: Reason) {
            if rung > best { (best, reason) = (rung, why) }
        }
        // In the order in which they are named if several agree.
        if let rung = temperature?.bestRung(from: rung, of: ladder, temperature: measurement.temperature, at: time) {
            consider(rung, .temperature)
        }
        if let rung = battery?.bestRung(from: rung, of: ladder, measurement.battery, costs, at: time) {
            consider(rung, .battery)
        }
        if let rung = cpu?.bestRung(from: rung, of: ladder, costs, after: time - lastChange,
                                    isRestless: time - changeBefore < 60) { consider(rung, .cpu) }
        if best > rung {
            if let climb, time - climb.time < Self.backoff.first {
                // The step up was a mistake: the rung before it was right.
                backoff = min(backoff * 2, Self.backoff.longest)
                best = max(best, climb.from)
            }
            climb = nil
            rung = best
            limitedBy = reason
        } else if best < rung {
            guard time - lastChange >= (isFirstDescent(at: time) ? Self.settling : backoff) else { return }
            climb = (time, rung)
            rung = best
            limitedBy = reason
        } else {
            if rung > 0 { limitedBy = reason }
            if time - lastChange > 2 * Self.backoff.longest { backoff = Self.backoff.first }
        }
    }

    /// The last change was a descent, and the only change within a minute: its costs may show that it went too far.
    private func isFirstDescent(at time: Double) -> Bool { wasDescent && time - changeBefore >= 60 }

    private mutating func newlyUnmet(_ measurement: Measurement, at time: Double) -> Unmet? {
        var found: Unmet?
        func note(_ reason: Reason, _ measured: Double?, _ budget: Double?) {
            guard let measured, let budget else { return }
            if unmet[reason] == nil { found = Unmet(reason: reason, measured: measured, budget: budget) }
            unmet[reason] = time
        }
        if cpu?.isUnmet(on: usedRung, of: ladder, costs, at: time) ?? false {
            note(.cpu, costs.steady().map { $0 * 100 }, cpu.map { $0.budget * 100 })
        }
        if battery?.isUnmet(on: usedRung, of: ladder, measurement.battery, at: time) ?? false {
            note(.battery, measurement.battery?.watts, measurement.battery?.allowedWatts)
        }
        for (reason, last) in unmet where time - last > 60 { unmet[reason] = nil }
        return found
    }
}
