/// Calls somebody when nobody could have called for too long.
struct Alarm {
    /// Seconds for which that may be.
    var after: Double
    private(set) var isRaised = false
    /// When somebody could last have called.
    private var lastWell: Double?

    init(after: Double) { self.after = after }

    /// When it is raised, if nothing becomes better; `nil` before the first call of ``follow(_:at:)``.
    var moment: Double? { lastWell.map { $0 + after } }

    /// - Parameter isAlarming: nobody can call now.
    mutating func follow(_ isAlarming: Bool, at time: Double) {
        if !isAlarming || lastWell == nil { lastWell = time }
        isRaised = isAlarming && time >= moment ?? time
    }
}
