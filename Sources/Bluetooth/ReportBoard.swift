import Wire

/// Decides which reports a host gets from the packets of several writers. It holds no key that its writer does not hold now: a writer that
/// ends, or whose held report does not come again for ``timeout``, has let go, and so has everybody when the host went.
package struct ReportBoard {
    package typealias Report = BluetoothReport

    private struct Held {
        var report: Report
        var since: Double
        /// It counts only after a release: the host was away meanwhile.
        var isBarred = false
    }

    /// Seconds for which a held report counts. The appliance repeats it 20 times a second.
    package static let timeout = 0.5

    private var held: [Int32: [Report.Device: Held]] = [:]

    package init() {}

    /// Takes a packet.
    /// - Parameters:
    ///   - writer: identifies the connection.
    ///   - now: seconds of a clock that never goes back.
    /// - Returns: the report to send, if it differs from what the host knows or moves something.
    package mutating func take(_ report: Report, from writer: Int32, at now: Double) -> Report? {
        let before = held[writer]?[report.device]
        guard report.isHeld else {
            held[writer]?[report.device] = nil
            return report
        }
        if let before, before.isBarred { return nil }
        held[writer, default: [:]][report.device] = Held(report: report, since: now)
        return before?.report == report && !report.isMovement ? nil : report
    }

    /// When ``release(at:)`` has to be called, if nothing else comes.
    package var deadline: Double? {
        held.values.flatMap(\.values).filter { !$0.isBarred }.map { $0.since + Self.timeout }.min()
    }

    /// Lets go of what its writers have not repeated. They must release it themselves before they can press again.
    /// - Returns: the reports to send.
    package mutating func release(at now: Double) -> [Report] { bar { now - $0.since >= Self.timeout } }

    /// A writer has gone.
    /// - Returns: the reports to send.
    package mutating func end(_ writer: Int32) -> [Report] {
        let gone = held.removeValue(forKey: writer) ?? [:]
        return gone.values.filter { !$0.isBarred }.map { .release(of: $0.report.device) }.sorted { $0.device.rawValue < $1.device.rawValue }
    }

    /// The host has gone, or another one has come: what was held before does not reach it.
    package mutating func hostChanged() { _ = bar { _ in true } }

    private mutating func bar(_ isDue: (Held) -> Bool) -> [Report] {
        var devices: Set<Report.Device> = []
        for (writer, reports) in held {
            for (device, one) in reports where !one.isBarred && isDue(one) {
                held[writer]?[device]?.isBarred = true
                devices.insert(device)
            }
        }
        return Report.Device.allCases.filter(devices.contains).map { .release(of: $0) }
    }
}
