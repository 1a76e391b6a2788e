import Platform

/// Whether a session in which a person is measured may go on: not after a disturbance, nor without a head or in total for too long.
struct SessionTimeout: Sendable {
    /// Seconds: without a head, and in total.
    private let faceless: Double, longest: Double
    let began: Double
    private var lastSeen: Double
    private var disturbance: String?

    init(faceless: Double, longest: Double, at time: Double) {
        self.faceless = faceless
        self.longest = longest
        began = time
        lastSeen = time
    }

    /// A head is seen.
    mutating func see(at time: Double) { lastSeen = max(lastSeen, time) }

    /// Seconds since a head was seen.
    func unseen(at time: Double) -> Double { time - lastSeen }

    /// Marks what has been measured so far as invalid. The first reason stays.
    mutating func disturb(_ reason: String) { disturbance = disturbance ?? reason }

    /// Whether it has taken too long in total.
    func isOver(at time: Double) -> Bool { time - began > longest }

    /// The reason why it cannot go on, if there is one.
    /// - Parameter endsWithLess: a session that is over ends with what it has, which is no obstacle.
    func obstacle(at time: Double, endsWithLess: Bool = false) -> String? {
        if let disturbance { return disturbance }
        if unseen(at: time) > faceless { return "no face was seen for \(faceless.shortest) s" }
        return isOver(at: time) && !endsWithLess ? "it took longer than \(longest.shortest) s" : nil
    }
}
