// Which operating point is used, within the budgets.

/// Walks the ladder of operating points so that CPU, battery and temperature stay within their budgets.
///
/// A value without a clock and without files: measurements go in with their times, decisions come out. Down it goes as
/// soon as a budget is exceeded, at once to the rung that is predicted to fit. Up it goes only after a minute on one
/// rung, and only to where the dearest moment of that minute would have fitted, so that in a steady state there are at
/// most two changes a minute; after a step up that had to be taken back it waits twice as long the next time. A single
/// descent that turns out to have gone too far is mended sooner, with what it has taught about costs.
public struct Governor: Sendable {
    /// What bounds the operating point.
    public enum Reason: String, Sendable {
        case none, cpu, battery, temperature
        /// An output is held, so that a lost face must be noticed soon.
        case heldOutput = "held-output"
    }

    /// The budgets; `nil` means that there is none of that kind.
    public struct Budgets: Equatable, Sendable {
        /// Part of one core, in per cent.
        public var cpuPercent: Double?
        /// Degrees Celsius.
        public var temperature: Double?
        /// Charge in per cent at which the lowest rung is walked to.
        public var lowPercent: Double?
        /// Watts that a fully used core takes.
        public var wattsPerCore = 0.6

        public init() {}
    }

    /// What is known at a moment.
    public struct Measurement: Sendable {
        public var reading: CostModel.Reading
        /// Degrees Celsius, where known.
        public var temperature: Double?
        /// Where there is a battery.
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

    /// A budget that the lowest rung cannot keep: of what kind, the measured figure and the budget, in per cent of a core
    /// or in watts.
    public struct Unmet: Equatable, Sendable {
        public let reason: Reason
        public let measured: Double
        public let budget: Double
    }

    /// What is to be done.
    public struct Decision: Equatable, Sendable {
        public var change: Change?
        /// Said once, until the budget has been kept again for a minute.
        public var unmet: Unmet?

        public init() {}
    }

    /// Seconds on one rung before it goes up; doubled by each step up that fails, up to the second figure.
    private static let patience = (first: 60.0, longest: 480.0)
    /// Seconds after which a descent that went too far is mended.
    private static let settling = 8.0
    /// The clocks count what the start has cost, for so many seconds after the first measurement.
    private static let startTime = 1.0

    public let ladder: OperatingLadder
    /// The point that is used.
    public var point: OperatingPoint { ladder[usedRung] }
    /// What keeps it from being the best.
    public private(set) var limitedBy = Reason.none

    private var costs: CostModel
    private var cpu: CPUBudget?
    private var temperature: TemperatureBudget?
    private var battery: BatteryBudget?
    /// The rung that the budgets allow, and the one that is used, which is higher while an output is held.
    private var rung = 0
    private var usedRung = 0
    private var begin: Double?
    /// The moments of the last change and the one before.
    private var lastChange = -Double.infinity
    private var changeBefore = -Double.infinity
    private var wasDescent = false
    /// When it went up last, and from where.
    private var climb: (time: Double, from: Int)?
    private var patience = Self.patience.first
    /// The last moment at which a budget was not met, of those that have been said.
    private var unmet: [Reason: Double] = [:]

    public init(ladder: OperatingLadder, budgets: Budgets) {
        self.ladder = ladder
        costs = CostModel(ladder, memory: Self.patience.first)
        cpu = budgets.cpuPercent.map { CPUBudget(budget: $0 / 100) }
        temperature = budgets.temperature.map { TemperatureBudget(limit: $0) }
        battery = budgets.lowPercent.map { BatteryBudget(lowPercent: $0, wattsPerCore: budgets.wattsPerCore) }
    }

    /// The use of one core over the last seconds, where it is known.
    public var use: Double? { costs.steady() ?? costs.latest?.use }

    /// Takes a measurement; several a second are welcome.
    public mutating func add(_ measurement: Measurement) -> Decision {
        let time = measurement.reading.time
        var decision = Decision()
        let start = begin ?? time
        begin = start
        let isNew = time - start >= Self.startTime && costs.add(measurement.reading)
        // What is used for a hold's sake is no reason to go down: the rung waits until the hold has ended.
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
        // In the order of who is named where several agree.
        if let rung = temperature?.bestRung(from: rung, of: ladder, temperature: measurement.temperature, at: time) {
            consider(rung, .temperature)
        }
        if let rung = battery?.bestRung(from: rung, of: ladder, measurement.battery, costs, at: time) {
            consider(rung, .battery)
        }
        if let rung = cpu?.bestRung(from: rung, of: ladder, costs, after: time - lastChange,
                                    isRestless: time - changeBefore < 60) { consider(rung, .cpu) }
        if best > rung {
            if let climb, time - climb.time < Self.patience.first {
                // The way up was a mistake: where it began it was right.
                patience = min(patience * 2, Self.patience.longest)
                best = max(best, climb.from)
            }
            climb = nil
            rung = best
            limitedBy = reason
        } else if best < rung {
            guard time - lastChange >= (isFirstDescent(at: time) ? Self.settling : patience) else { return }
            climb = (time, rung)
            rung = best
            limitedBy = reason
        } else {
            if rung > 0 { limitedBy = reason }
            if time - lastChange > 2 * Self.patience.longest { patience = Self.patience.first }
        }
    }

    /// The last change was a descent, and the only one within a minute: what it has taught may show that it went too far.
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
