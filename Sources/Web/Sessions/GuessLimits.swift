import Platform

/// Who may enter a pairing code now: each address has a few tries of its own, and all addresses together have so many that guessing six
/// digits stays hopeless. Of these, some are kept for those who have guessed less, so that nobody who guesses keeps others out.
///
/// While a code is valid (300 s), one address has 15 guesses at it, 1 in 66,000. All together have 330 (``burst`` and what comes back
/// meanwhile), 1 in 3000, and for that somebody must own 300 addresses. Whoever comes from an address that has not guessed has a try at once
/// until 300 such addresses have guessed. A value without a clock: times come in.
struct GuessLimits {
    /// What one address has: tries at once, and seconds until one comes back.
    static let tries = 5, pause = 30.0
    /// What all have: tries at once, and seconds until one comes back.
    static let burst = 300.0, sharedPause = 10.0
    /// How many of these tries must be left over after one of an address that has guessed wrong never, once, twice, three times, and more often.
    private static let kept: [Double] = [0, 100, 150, 200, 240]
    /// An IPv6 network has more addresses than anybody can count: after wrong guesses of so many of its addresses, its other addresses count as guessers too.
    private static let siblings = 8
    /// Seconds after which an address's wrong guesses are forgotten, and how many addresses are remembered.
    private static let memory = 3600.0, most = 4096
    /// Tries that failed, since it was quiet, after which somebody seems to be guessing; seconds until one is forgotten, and the most that are remembered.
    private static let suspicious = 5.0, quiet = 60.0, loudest = 60.0

    private struct Guesser {
        var bucket = TokenBucket(rate: 1 / pause, burst: Double(tries))
        var wrong = 0
        var last: Double
    }

    private var guessers: [InternetAddress?: Guesser] = [:]
    private var lastCleaning = -Double.infinity
    private var shared = TokenBucket(rate: 1 / sharedPause, burst: burst)
    private var noise = TokenBucket(rate: 1 / quiet, burst: loudest)

    /// Seconds that an address must wait; 0 if it may try now.
    mutating func wait(of address: InternetAddress?, at now: Double) -> Double {
        if now - lastCleaning >= 60 {
            guessers = guessers.filter { now - $0.value.last < Self.memory }
            lastCleaning = now
        }
        guessers[address]?.bucket.refill(at: now)
        shared.refill(at: now)
        let needed = 1 + Self.kept[min(rank(of: address), Self.kept.count - 1)]
        return max(guessers[address]?.bucket.wait(for: 1) ?? 0, shared.wait(for: needed))
    }

    /// An address has guessed wrong.
    /// - Parameter counts: whether there was a code that it could have hit.
    /// - Returns: its tries that are left.
    mutating func miss(by address: InternetAddress?, at now: Double, counts: Bool) -> Int {
        if guessers[address] == nil, guessers.count >= Self.most, let oldest = guessers.min(by: { $0.value.last < $1.value.last }) {
            guessers[oldest.key] = nil
        }
        var guesser = guessers[address] ?? Guesser(last: now)
        guesser.bucket.refill(at: now)
        guesser.bucket.spend()
        guesser.wrong += 1
        guesser.last = now
        guessers[address] = guesser
        if counts { shared.spend() }
        heard(at: now)
        return max(0, Int(guesser.bucket.left))
    }

    /// Somebody tried, whether or not it was looked at.
    mutating func heard(at now: Double) {
        noise.refill(at: now)
        if noise.left >= 1 { noise.spend() }
    }

    /// An address has entered a right code.
    mutating func forgive(_ address: InternetAddress?) { guessers[address] = nil }

    /// Whether somebody seems to be guessing.
    mutating func isNoisy(at now: Double) -> Bool {
        noise.refill(at: now)
        return noise.left <= Self.loudest - Self.suspicious
    }

    /// How often an address has guessed wrong, or its network for it.
    private func rank(of address: InternetAddress?) -> Int {
        let own = guessers[address]?.wrong ?? 0
        guard let address, address.bytes.count == 16 else { return own }
        let network = address.bytes.prefix(8)
        let others = guessers.keys.count { $0 != address && $0?.bytes.count == 16 && $0?.bytes.prefix(8) == network }
        return others >= Self.siblings ? Self.kept.count : own
    }
}
