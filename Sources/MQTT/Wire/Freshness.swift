/// How old what the broker sends may be.
///
/// A message has no time of its own, and may have waited at the broker, in the network, or here while this program was stopped. But a
/// broker's answers to pings come in order with what it sends: what comes after the answer to a ping was sent after that ping.
package struct Freshness: Sendable {
    /// Seconds within which a command takes effect, or never.
    package static let most = 3.0

    /// When the ping that has no answer yet was sent.
    package private(set) var asked: Double?
    /// Whatever comes now was sent by the broker after this.
    private var proven = -Double.infinity

    package init() {}

    /// A ping is about to be sent.
    package mutating func ask(at time: Double) { asked = time }

    package mutating func answered() {
        if let asked { proven = asked }
        asked = nil
    }

    /// Until when a command that is read now may take effect.
    package var end: Double { proven + Self.most }
}
