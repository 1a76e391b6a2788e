/// A device that may have work to do between orders.
package protocol PolledDevice: AnyObject {
    /// Does background work that is due; called regularly while ``needsPolling``. A fault is reported, and the device is kept.
    func poll() throws(OutputError)

    /// Whether ``poll()`` has work to do.
    var needsPolling: Bool { get }

    /// Seconds from one ``poll()`` to the next.
    var pollingInterval: Double { get }

    /// Whether it does not work at present, but may recover: a failed program, a USB host that does not respond.
    var isFailing: Bool { get }
}

extension PolledDevice {
    package func poll() throws(OutputError) {}
    package var needsPolling: Bool { false }
    package var pollingInterval: Double { 0.05 }
    package var isFailing: Bool { false }
}
