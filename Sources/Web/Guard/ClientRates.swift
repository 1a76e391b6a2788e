import Platform

/// How much each client may still do: a token bucket each, for the clients that were here last.
struct ClientRates {
    private static let most = 256

    /// Who is counted as one client.
    enum Client: Hashable {
        case address(InternetAddress)
        /// A paired browser or a key, which no stranger's requests may hold up, whatever address they come from.
        case session(String)
    }

    /// Permits a second of one client, and at once.
    let rate: Double, burst: Double

    private var buckets: [Client: (bucket: TokenBucket, last: Double)] = [:]

    init(rate: Double, burst: Double) { (self.rate, self.burst) = (rate, burst) }

    mutating func take(for client: Client, at now: Double) -> Bool {
        if buckets[client] == nil, buckets.count >= Self.most, let oldest = buckets.min(by: { $0.value.last < $1.value.last }) {
            buckets[oldest.key] = nil
        }
        var entry = buckets[client] ?? (TokenBucket(rate: rate, burst: burst), now)
        defer { buckets[client] = entry }
        entry.last = now
        return entry.bucket.take(at: now)
    }
}
