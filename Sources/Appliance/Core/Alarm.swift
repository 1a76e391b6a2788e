/// Calls somebody when nobody could have called for too long.
///
/// A gesture begins with a rest, so whoever is seen for moments only cannot call: such moments do not put the alarm off.
struct Alarm {
    /// Seconds within which no gesture can be made.
    private static let shortestCall = 1.0

    /// Seconds for which that may be.
    var after: Double
    private(set) var isRaised = false
    /// When somebody could last have called.
    private var lastWell: Double?
    /// Since when somebody can, without a break.
    private var wellSince: Double?
    /// When nobody could any more.
    private var illSince = -Double.infinity

    init(after: Double) { self.after = after }

    /// When it is raised, if nothing becomes better; `nil` before the first call of ``follow(_:at:)``, and while somebody can call.
    var moment: Double? { wellSince == nil ? lastWell.map { max($0 + after, illSince) } : nil }

    /// - Parameter isAlarming: nobody can call now.
    mutating func follow(_ isAlarming: Bool, at time: Double) {
        if isAlarming, wellSince != nil { illSince = time }
        wellSince = isAlarming ? nil : wellSince ?? time
        if lastWell == nil || wellSince.map({ time - $0 >= Self.shortestCall }) ?? false { lastWell = time }
        isRaised = isAlarming && time >= moment ?? time
    }
}
