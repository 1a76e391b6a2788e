import Platform

/// How many requests each client may still send: a token bucket each, for the clients that were here last.
struct ClientRates {
    /// Requests a second of one client, and at once; the page alone is thirty files.
    private static let rate = 30.0, burst = 120.0
    private static let most = 256

    private var buckets: [[UInt8]: (bucket: TokenBucket, last: Double)] = [:]

    mutating func take(for client: [UInt8], at now: Double) -> Bool {
        if buckets[client] == nil, buckets.count >= Self.most, let oldest = buckets.min(by: { $0.value.last < $1.value.last }) {
            buckets[oldest.key] = nil
        }
        var entry = buckets[client] ?? (TokenBucket(rate: Self.rate, burst: Self.burst), now)
        defer { buckets[client] = entry }
        entry.last = now
        return entry.bucket.take(at: now)
    }
}
