import Glibc
import MQTTSettings
import Platform

/// Keeps a connection to the broker: connects on a thread of its own, again after a pause, and carries the outbox's messages.
struct BrokerLink {
    /// What a connection is made of.
    struct Account: Sendable {
        let settings: MQTTConfiguration
        let client: String, will: String
        let password: String?, key: String?
    }

    enum State {
        /// Until a time, in seconds.
        case waiting(Double)
        case connecting
        /// Since a time.
        case connected(BrokerStream, since: Double)
    }

    /// What the broker brings.
    enum News {
        case accepted
        /// A message, and until when a command in it may take effect.
        case message(CommandRules.Message, until: Double)
        /// Packets that were too long to be read.
        case passedOver(bytes: Int)
    }

    /// Bytes of one reading, and readings in one turn: events of the appliance go on in between.
    private static let room = 16384, mostReadings = 16
    /// Connections that end soon, in a row, until something must be wrong.
    private static let mostShort = 3

    /// Packets and readings a second, whatever is in them; what is above that waits in the network.
    private var reading = TokenBucket(rate: 1000, burst: 2000)
    private let account: Account
    private let subscriptions: [String]
    private let attempt: BackgroundReading<BrokerStream.Attempt>
    private(set) var state = State.waiting(0)
    private var session: Session?
    private var buffer = [UInt8](repeating: 0, count: room)
    private var backoff = Backoff()
    private var lastProblem = ""
    private var shortOnes = 0
    private var version = MQTTVersion.five
    /// The broker has said that it does not know MQTT 5.
    private var knowsOnlyThree = false
    /// Topics whose refusal was told.
    private var refused: Set<String> = []

    init(_ account: Account, subscriptions: [String]) {
        self.account = account
        self.subscriptions = subscriptions
        attempt = BackgroundReading { BrokerStream.attempt(account.settings, key: account.key) }
    }

    /// Whether the broker has accepted this client.
    var isAccepted: Bool { session?.isAccepted ?? false }

    /// What to poll: the broker's socket, and for what.
    var interest: pollfd? {
        guard case .connected(let stream, _) = state, let session else { return nil }
        let events = Int16((isFlooded ? 0 : POLLIN) | (session.output.isEmpty ? 0 : POLLOUT))
        return pollfd(fd: events == 0 ? -1 : stream.descriptor, events: events, revents: 0)
    }

    private var isFlooded: Bool { reading.wait(for: 1) > 0 }

    /// Seconds until there is something to do even if the socket is not ready.
    func wait(at time: Double) -> Double {
        switch state {
        case .waiting(let until): min(max(until - time, 0), 1)
        case .connecting: 0.05
        case .connected: min(session?.wait(at: time) ?? 1, isFlooded ? reading.wait(for: 1) : 1)
        }
    }

    /// Goes on: connects, reads, writes.
    /// - Parameters:
    ///   - ready: what poll said of the socket; `nil` for the turn once a second.
    ///   - clock: the time, which is asked again after each reading, because the process may have been stopped before it.
    mutating func turn(_ ready: Int16?, _ outbox: inout Outbox, _ clock: () -> Double, _ receive: (News) -> Void) {
        let time = clock()
        reading.refill(at: time)
        switch state {
        case .waiting(let until):
            guard time >= until else { return }
            attempt.begin()
            state = .connecting
        case .connecting:
            switch attempt.take() {
            case .made(let place)?: begin(BrokerStream(place), at: time)
            case .failed(let fault)?: end(Ending(fault.reason, isLasting: fault.isLasting), &outbox, at: time)
            case nil: break
            }
        case .connected(let stream, _):
            do throws(Ending) {
                if !isFlooded, ready.map({ $0 & Int16(POLLIN | POLLERR | POLLHUP) != 0 }) ?? true { try read(stream, &outbox, clock, receive) }
                try session?.tick(at: clock())
                try send(&outbox, to: stream, at: time)
                if let sent = outbox.oldestSent, let session, time - max(sent, session.lastPassedOver) > 2 * Double(account.settings.keepAlive) {
                    throw Ending("it does not acknowledge")
                }
            } catch {
                end(error, &outbox, at: time)
            }
        }
    }

    private mutating func begin(_ stream: BrokerStream?, at time: Double) {
        guard let stream else { return state = .waiting(time) }
        let settings = account.settings
        session = Session(version, client: account.client, keepAlive: settings.keepAlive, user: settings.user, password: account.password,
                          will: account.will, willPayload: "offline", obeys: !subscriptions.isEmpty, at: time)
        state = .connected(stream, since: time)
    }

    private mutating func read(_ stream: BrokerStream, _ outbox: inout Outbox, _ clock: () -> Double, _ receive: (News) -> Void) throws(Ending) {
        for _ in 0..<Self.mostReadings where !isFlooded {
            let before = session?.received ?? 0
            // A reading that ends no packet costs as much as one: a part of a long packet, or what TLS does for itself.
            defer { reading.spend(max(1, (session?.received ?? 0) - before)) }
            let count: Int
            do throws(BrokerStream.Fault) { count = try stream.read(into: &buffer) } catch { throw Ending(error.reason, isLasting: error.isLasting) }
            guard count > 0, let received = session?.receive(buffer[..<count], at: clock()) else { return }
            for event in received.events {
                switch event {
                case .accepted:
                    Terminal.output("nodline-mqtt: connected to \(account.settings.server)" + (version == .three ? " (MQTT 3.1.1)" : ""))
                    if !subscriptions.isEmpty { session?.subscribe(subscriptions) }
                    receive(.accepted)
                case .message(let message, let until):
                    receive(.message(message, until: until))
                case .acknowledged(let id, let refusal): settle(outbox.acknowledged(id), refusal, &outbox)
                case .subscriptionRefused(let topic, let reason): if subscriptions.contains(topic) { tellRefusal(topic, reason) }
                case .passedOver(let bytes): receive(.passedOver(bytes: bytes))
                }
            }
            if let ending = received.ending { throw ending }
        }
    }

    private mutating func settle(_ message: Outbox.Message?, _ refusal: String?, _ outbox: inout Outbox) {
        guard let message else { return }
        guard let refusal else { return _ = refused.remove(message.topic) }
        outbox.refused(message)
        tellRefusal(message.topic, refusal)
    }

    /// Once for each topic, until the broker takes something there.
    private mutating func tellRefusal(_ topic: String, _ reason: String) {
        guard refused.count < 100, refused.insert(topic).inserted else { return }
        Terminal.note("nodline-mqtt: \(account.settings.server) refuses \(topic): \(reason)")
    }

    // MARK: - What goes

    mutating func subscribe(_ topics: [String]) { session?.subscribe(topics) }
    mutating func unsubscribe(_ topics: [String]) { session?.unsubscribe(topics) }

    /// Sends what waits.
    mutating func send(_ outbox: inout Outbox, at time: Double) {
        guard isAccepted, case .connected(let stream, _) = state else { return }
        do throws(Ending) { try send(&outbox, to: stream, at: time) } catch { end(error, &outbox, at: time) }
    }

    private mutating func send(_ outbox: inout Outbox, to stream: BrokerStream, at time: Double) throws(Ending) {
        while let most = session?.mostInFlight, let message = outbox.next(at: time, most: most) {
            if let id = session?.publish(message) {
                outbox.sent(message, as: id, at: time)
            } else {
                settle(message, Reason.five(0x95), &outbox)
            }
        }
        while let bytes = session?.output, !bytes.isEmpty {
            let count: Int
            do throws(BrokerStream.Fault) { count = try stream.write(bytes) } catch { throw lastWords(stream, error) }
            session?.output.removeFirst(count)
            if count == 0 { return }
        }
    }

    /// Why a broker that takes nothing any more has ended the connection, if it has said so.
    private mutating func lastWords(_ stream: BrokerStream, _ fault: BrokerStream.Fault) -> Ending {
        for _ in 0..<Self.mostReadings {
            do throws(BrokerStream.Fault) {
                let count = try stream.read(into: &buffer)
                guard count > 0 else { break }
                if let ending = session?.receive(buffer[..<count], at: 0).ending { return ending }
            } catch {
                if error.isLasting { return Ending(error.reason, isLasting: true) }
                break
            }
        }
        return Ending(fault.reason, isLasting: fault.isLasting)
    }

    /// Says goodbye to the broker, which then does not publish the will.
    mutating func goodbye(_ outbox: inout Outbox, at time: Double) {
        guard isAccepted else { return }
        session?.output += PacketBytes.goodbye
        send(&outbox, at: time)
    }

    // MARK: - The end

    private mutating func end(_ ending: Ending, _ outbox: inout Outbox, at time: Double) {
        outbox.connectionEnded()
        var reason = ending.reason, isLasting = ending.isLasting
        var lasted = 0.0
        if case .connected(_, let since) = state, let session {
            if session.isAccepted {
                lasted = time - since
                shortOnes = lasted < Backoff.good && !isLasting ? shortOnes + 1 : 0
                if shortOnes >= Self.mostShort {
                    reason += "; \(shortOnes) connections in a row were short: does another machine use the name of this one? Then set mqtt.name"
                }
                if lasted >= Backoff.good { lastProblem = "" }
            } else if !session.isAnswered, !isLasting, ending != .nonsense {  // which is an answer
                reason += " without an answer" + (account.settings.tls ? "" : "; a port with TLS does that: mqtt.tls")
            }
            if ending.isAboutVersion, version == .five { (knowsOnlyThree, isLasting) = (true, false) }
            // Some brokers of 3.1.1 only close the connection. Whoever was accepted begins with 5 again.
            version = knowsOnlyThree || (!session.isAnswered && version == .five) ? .three : .five
        }
        session = nil
        if ending.isAboutVersion, !isLasting { return state = .waiting(time) }
        state = .waiting(time + backoff.pause(after: lasted, wasRefused: isLasting))
        guard reason != lastProblem else { return }
        lastProblem = reason
        Terminal.note("nodline-mqtt: \(account.settings.server): \(reason); trying again")
    }
}
