/// Chooses the rungs that the CPU budget allows, by their cost.
struct CPUBudget: Sendable {
    /// The use may reach this multiple of the budget without a reaction, because measurements scatter.
    private static let tolerance = 1.05
    /// Multiples of the budget for a quick reaction: the last two half seconds must each exceed `each`, and their mean `mean`.
    private static let sudden = (each: 1.1, mean: 1.25)
    /// A descent within this many seconds of another change means that the scatter was underestimated: it then uses a smaller budget.
    private static let correctionTime = 60.0
    private static let correctionRoom = 0.95

    /// The budget in cores: 0.2 is 20 % of one.
    let budget: Double
    private var overSince: Double?

    init(budget: Double) {
        self.budget = budget
    }

    /// The best rung that is allowed now, starting from `rung`, which has been used for `stay` seconds.
    /// - Parameter isRestless: there have been two changes within the last minute.
    func bestRung(from rung: Int, of ladder: OperatingLadder, _ costs: CostModel, after stay: Double,
                  isRestless: Bool) -> Int {
        guard let isQuick = overrun(costs, isRestless) else { return up(from: rung, costs) }
        guard rung < ladder.last else { return rung }
        let room = stay < Self.correctionTime ? Self.correctionRoom : 1
        let fitting = ((rung + 1)...ladder.last).first { costs.use(on: $0, isQuick: isQuick) ?? 0 <= budget * room }
        return fitting ?? ladder.last
    }

    /// Whether the lowest rung has exceeded the budget for 2.5 s.
    mutating func isUnmet(on rung: Int, of ladder: OperatingLadder, _ costs: CostModel, at time: Double) -> Bool {
        guard rung == ladder.last, let use = costs.steady(), use > budget * Self.tolerance else {
            overSince = nil
            return false
        }
        let since = overSince ?? time
        overSince = since
        return time - since >= 2.5
    }

    /// `nil` within the budget; otherwise whether only the newest figure is to be used.
    private func overrun(_ costs: CostModel, _ isRestless: Bool) -> Bool? {
        if let (first, second) = costs.lastTwo, min(first, second) > budget * Self.sudden.each,
           (first + second) / 2 > budget * Self.sudden.mean { return true }
        // A third change within a minute needs a mean over ten seconds, because it may be scatter.
        guard let steady = isRestless ? costs.steady(from: 10, to: 10) : costs.steady(), steady > budget * Self.tolerance
        else { return nil }
        // A half second in which a load has just begun says little about it: the decision waits for the next one.
        if let latest = costs.latest?.use, latest > budget * Self.sudden.mean { return nil }
        return false
    }

    /// The highest rung that would have kept the budget even at the highest cost within memory.
    private func up(from rung: Int, _ costs: CostModel) -> Int {
        var best = rung
        while best > 0, let peak = costs.peakUse(on: best - 1), peak <= budget,
              let burst = costs.peakUse(on: best - 1, over: 1), burst <= budget * Self.sudden.mean { best -= 1 }
        return best
    }
}
