/// The way of reports to a host. Nothing that it does may block.
package protocol HIDPort: AnyObject {
    /// The name in messages.
    var place: String { get }

    /// The problem when the host does not read reports, in words.
    var silence: String { get }

    /// Writable when the host may accept a report; -1 if nothing tells.
    var descriptor: Int32 { get }

    /// Whether the other side releases held keys unless their report comes again and again.
    var needsHeartbeat: Bool { get }

    /// Gives a report to the host, or says why it cannot now.
    func write(_ report: [UInt8]) throws(OutputError) -> HIDAnswer
}
