import Glibc
import Platform

/// Keeps a connection to the broker: connects on a thread of its own, again after a pause, and carries the outbox's messages.
struct BrokerLink {
    enum State {
        /// Until a time, in seconds.
        case waiting(Double)
        case connecting
        /// Since a time; `isAccepted` once the broker has answered.
        case connected(Broker, since: Double, isAccepted: Bool)
    }

    /// Messages a second that are read from the broker; what is above that waits in the network.
    private var reading = TokenBucket(rate: 50, burst: 200)
    private let account: Broker.Account
    private let subscriptions: [String]
    private let attempt: BackgroundReading<Broker.Attempt>
    private(set) var state = State.waiting(0)
    private var backoff = Backoff()
    private var lastProblem = ""

    init(_ account: Broker.Account, subscriptions: [String]) {
        self.account = account
        self.subscriptions = subscriptions
        attempt = BackgroundReading { Broker.attempt(account) }
    }

    /// What to poll: the broker's socket, and for what.
    func interest(at time: Double) -> pollfd? {
        guard case .connected(let broker, _, _) = state else { return nil }
        let isFlooded = reading.wait(for: 1) > 0
        return pollfd(fd: broker.descriptor, events: Int16((isFlooded ? 0 : POLLIN) | (broker.wantsWrite ? POLLOUT : 0)), revents: 0)
    }

    /// Goes on: connects, reads, writes.
    /// - Parameter ready: what poll said of the socket; `nil` for the turn once a second.
    mutating func turn(_ ready: Int16?, _ outbox: inout Outbox, at time: Double, _ receive: (CommandRules.Message) -> Void) {
        reading.refill(at: time)
        switch state {
        case .waiting(let until):
            guard time >= until else { return }
            attempt.begin()
            state = .connecting
        case .connecting:
            switch attempt.take() {
            case .made(let place)?: state = Broker(place).map { .connected($0, since: time, isAccepted: false) } ?? .waiting(time)
            case .failed(let reason)?: end(after: 0, reason, wasRefused: false, at: time)
            case nil: break
            }
        case .connected(let broker, let since, let wasAccepted):
            do throws(Broker.Fault) {
                let isFlooded = reading.wait(for: 1) > 0
                let canRead = !isFlooded && (ready.map { $0 & Int16(POLLIN | POLLERR | POLLHUP) != 0 } ?? true)
                let isAccepted = try broker.turn(canRead: canRead, canWrite: (ready ?? 0) & Int16(POLLOUT) != 0)
                if isAccepted, !wasAccepted { try begin(broker, since) }
                while let id = broker.nextAcknowledged() { outbox.acknowledged(id) }
                while let message = broker.nextMessage() {
                    reading.spend()
                    receive(message)
                }
                let overflow = broker.takeOverflow()
                if overflow > 0 { Terminal.note("nodline-mqtt: \(overflow) messages of the broker were not read: too many at once") }
                if isAccepted { try send(&outbox, to: broker, at: time) }
            } catch {
                outbox.connectionEnded()
                end(after: time - since, "\(error)", wasRefused: error.isRefusal, at: time)
                return
            }
            if let sent = outbox.oldestSent, time - sent > 2 * Double(account.settings.keepAlive) {
                outbox.connectionEnded()
                end(after: time - since, "the broker does not acknowledge", wasRefused: false, at: time)
            }
        }
    }

    private mutating func begin(_ broker: Broker, _ since: Double) throws(Broker.Fault) {
        Terminal.output("nodline-mqtt: connected to \(account.settings.server)")
        lastProblem = ""
        state = .connected(broker, since: since, isAccepted: true)
        for topic in subscriptions { try broker.subscribe(topic) }
    }

    /// Sends what waits.
    mutating func send(_ outbox: inout Outbox, at time: Double) {
        guard case .connected(let broker, let since, true) = state else { return }
        do throws(Broker.Fault) { try send(&outbox, to: broker, at: time) } catch {
            outbox.connectionEnded()
            end(after: time - since, "\(error)", wasRefused: false, at: time)
        }
    }

    private func send(_ outbox: inout Outbox, to broker: Broker, at time: Double) throws(Broker.Fault) {
        while let message = outbox.next(at: time) {
            do throws(Broker.Fault) { outbox.sent(message, as: try broker.publish(message), at: time) } catch {
                outbox.putBack(message)
                throw error
            }
        }
    }

    private mutating func end(after lasted: Double, _ reason: String, wasRefused: Bool, at time: Double) {
        let pause = backoff.pause(after: lasted, wasRefused: wasRefused)
        state = .waiting(time + pause)
        guard reason != lastProblem else { return }
        lastProblem = reason
        Terminal.note("nodline-mqtt: \(account.settings.server): \(reason); trying again")
    }
}
