import Platform

/// How many requests each client may still send: a token bucket each, for the clients that were here last.
struct ClientRates {
    /// Requests a second of one client, and at once; the page alone is thirty files.
    private static let rate = 30.0, burst = 120.0
    private static let most = 256

    /// Who is counted as one client.
    enum Client: Hashable {
        case address([UInt8])
        /// A paired browser behind a program that encrypts, which sends all requests from one address.
        case session(String)
    }

    private var buckets: [Client: (bucket: TokenBucket, last: Double)] = [:]

    mutating func take(for client: Client, at now: Double) -> Bool {
        if buckets[client] == nil, buckets.count >= Self.most, let oldest = buckets.min(by: { $0.value.last < $1.value.last }) {
            buckets[oldest.key] = nil
        }
        var entry = buckets[client] ?? (TokenBucket(rate: Self.rate, burst: Self.burst), now)
        defer { buckets[client] = entry }
        entry.last = now
        return entry.bucket.take(at: now)
    }
}
