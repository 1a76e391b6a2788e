/// Events a second, measured over a sliding window of time stamps.
public struct RateMeter: Sendable {
    private static let capacity = 256
    private let window: Double
    private var times: [Double] = []
    private var head = 0

    /// - Parameter window: length of the window in seconds.
    public init(window: Double = 2) {
        self.window = window
        times.reserveCapacity(Self.capacity)
    }

    /// Records an event at `time` seconds; times must increase.
    public mutating func add(_ time: Double) {
        if times.count < Self.capacity {
            times.append(time)
        } else {
            times[head] = time
            head = (head + 1) % Self.capacity
        }
    }

    /// Events a second in the window before `time`; 0 with fewer than two of them.
    public func rate(at time: Double) -> Double {
        var first = Double.infinity, last = -Double.infinity, count = 0
        for event in times where event > time - window && event <= time {
            first = min(first, event)
            last = max(last, event)
            count += 1
        }
        return last > first ? Double(count - 1) / (last - first) : 0
    }
}
