/// Who holds enable over the control socket. Each turn must repeat the number that the last reply gave, so that nobody can have sent it ahead,
/// and the first reply alone holds nothing: whoever is late, stopped, gone or sends blindly has let go. A value without a clock.
struct EnableLeases {
    /// Seconds within which each turn must come.
    static let time = 0.5
    /// Leases of one connection at once: nodline-web has one for each browser, with several pages.
    static let mostOfOne = 8

    struct Holder: Hashable {
        let connection: ObjectIdentifier
        /// What the client calls this one, if it holds for several.
        let name: String
    }

    private struct Lease {
        var number: Int
        let end: Double
        /// It has been renewed once: its client hears the replies.
        var isHeld = true
    }

    private var leases: [Holder: Lease] = [:]

    /// How many are held.
    var count: Int { leases.values.lazy.filter(\.isHeld).count }

    /// When ``expire(at:)`` has to be called; `nil` if nothing ends by itself.
    var deadline: Double? { leases.values.lazy.map(\.end).min() }

    /// Begins one, which holds as soon as it is renewed. One of this holder that was there has ended.
    /// - Parameters:
    ///   - number: a new one that nobody can know.
    ///   - now: seconds of a clock that never goes back.
    /// - Returns: whether there is room.
    mutating func begin(_ holder: Holder, as number: Int, at now: Double) -> Bool {
        leases[holder] = nil
        guard leases.keys.lazy.filter({ $0.connection == holder.connection }).count < Self.mostOfOne else { return false }
        leases[holder] = Lease(number: number, end: now + Self.time, isHeld: false)
        return true
    }

    /// - Parameters:
    ///   - number: of the reply before.
    ///   - next: a new one that nobody can know.
    /// - Returns: whether it holds now. If not, it has ended.
    mutating func renew(_ holder: Holder, with number: Int, next: Int, at now: Double) -> Bool {
        let previous = leases.removeValue(forKey: holder)
        guard let previous, previous.number == number, now < previous.end else { return false }
        leases[holder] = Lease(number: next, end: now + Self.time)
        return true
    }

    mutating func end(_ holder: Holder) { leases[holder] = nil }

    mutating func endAll() { leases = [:] }

    /// Ends what was not renewed in time, and what a connection held that is over.
    mutating func expire(at now: Double, unless isThere: (ObjectIdentifier) -> Bool) {
        leases = leases.filter { now < $0.value.end && isThere($0.key.connection) }
    }

    /// Whether this connection has one, held or not.
    func has(_ connection: ObjectIdentifier) -> Bool { leases.keys.contains { $0.connection == connection } }
}
