/// Chooses the rungs that the battery allows: one rung at a time, and all of them on a charger or without a target time.
struct BatteryBudget: Sendable {
    /// Seconds between steps: a gauge takes that long to show the effect of a step.
    private static let stepTime = 30.0
    /// Hysteresis: the power may exceed the allowed power by this fraction; to go up, the next rung must be below it by the same fraction.
    private static let tolerance = 0.03
    /// Percentage points above `lowPercent` at which the charge is no longer low.
    private static let recovered = 5.0

    let lowPercent: Double
    /// Watts of a fully used core.
    let wattsPerCore: Double
    private var lastStep = -Double.infinity
    private var isLow = false

    init(lowPercent: Double, wattsPerCore: Double) {
        self.lowPercent = lowPercent
        self.wattsPerCore = wattsPerCore
    }

    /// The best rung that is allowed now, starting from `rung`.
    mutating func bestRung(from rung: Int, of ladder: OperatingLadder, _ battery: BatteryState?, _ costs: CostModel,
                           at time: Double) -> Int {
        guard let battery, !battery.isCharging else {
            isLow = false
            return 0
        }
        if let percent = battery.percent {
            isLow = lowPercent > 0 && (percent <= lowPercent || isLow && percent < lowPercent + Self.recovered)
        }
        let isOver = battery.allowedWatts.map { battery.watts > $0 * (1 + Self.tolerance) } ?? false
        if isLow || isOver {
            guard rung < ladder.last, time - lastStep >= Self.stepTime else { return rung }
            lastStep = time
            return rung + 1
        }
        guard rung > 0, let allowed = battery.allowedWatts else { return 0 }
        guard let now = costs.use(on: rung, isQuick: false), let then = costs.peakUse(on: rung - 1) else { return rung }
        return battery.watts + max(0, then - now) * wattsPerCore <= allowed * (1 - Self.tolerance) ? rung - 1 : rung
    }

    /// Whether even the lowest rung draws more than the allowed power.
    func isUnmet(on rung: Int, of ladder: OperatingLadder, _ battery: BatteryState?, at time: Double) -> Bool {
        guard rung == ladder.last, time - lastStep >= Self.stepTime, let battery, !battery.isCharging,
              let allowed = battery.allowedWatts else { return false }
        return battery.watts > allowed * (1 + Self.tolerance)
    }
}
