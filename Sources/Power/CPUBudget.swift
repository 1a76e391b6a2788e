// The part of a core that may be used.

/// Says which rungs the CPU budget allows, from what they cost.
struct CPUBudget: Sendable {
    /// The use may be above the budget by so much without anything being done: measurements scatter.
    private static let tolerance = 1.05
    /// Half a second above these (each of the last two, and their mean) is no scatter.
    private static let sudden = (each: 1.1, mean: 1.25)
    /// A descent that follows another change within so many seconds means that the scatter was underrated: it leaves room.
    private static let correctionTime = 60.0
    private static let correctionRoom = 0.95

    /// The budget, in cores: 0.2 is 20 % of one.
    let budget: Double
    private var overSince: Double?

    init(budget: Double) {
        self.budget = budget
    }

    /// The best rung that is allowed now, seen from `rung`, on which it has been for `stay` seconds.
    /// - Parameter isRestless: it has changed twice within the last minute.
    func bestRung(from rung: Int, of ladder: OperatingLadder, _ costs: CostModel, after stay: Double,
                  isRestless: Bool) -> Int {
        guard let isQuick = overrun(costs, isRestless) else { return up(from: rung, costs) }
        guard rung < ladder.last else { return rung }
        let room = stay < Self.correctionTime ? Self.correctionRoom : 1
        let fitting = ((rung + 1)...ladder.last).first { costs.use(on: $0, isQuick: isQuick) ?? 0 <= budget * room }
        return fitting ?? ladder.last
    }

    /// Whether the budget has been exceeded for so long that the lowest rung cannot keep it.
    mutating func isUnmet(on rung: Int, of ladder: OperatingLadder, _ costs: CostModel, at time: Double) -> Bool {
        guard rung == ladder.last, let use = costs.steady(), use > budget * Self.tolerance else {
            overSince = nil
            return false
        }
        let since = overSince ?? time
        overSince = since
        return time - since >= 2.5
    }

    /// `nil` within the budget; else whether the newest figure alone is to be believed.
    private func overrun(_ costs: CostModel, _ isRestless: Bool) -> Bool? {
        if let (first, second) = costs.lastTwo, min(first, second) > budget * Self.sudden.each,
           (first + second) / 2 > budget * Self.sudden.mean { return true }
        // Where a third change in a minute would be due, ten seconds must agree, for it may be scatter.
        guard let steady = isRestless ? costs.steady(from: 10, to: 10) : costs.steady(), steady > budget * Self.tolerance
        else { return nil }
        // A half second in which a load has just begun says little about it: the next one tells.
        if let latest = costs.latest?.use, latest > budget * Self.sudden.mean { return nil }
        return false
    }

    /// The highest rung whose dearest moment would still have been within the budget.
    private func up(from rung: Int, _ costs: CostModel) -> Int {
        var best = rung
        while best > 0, let peak = costs.peakUse(on: best - 1), peak <= budget,
              let burst = costs.peakUse(on: best - 1, over: 1), burst <= budget * Self.sudden.mean { best -= 1 }
        return best
    }
}
