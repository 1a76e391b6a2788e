import Glibc
import Platform
import Wire

/// The clients of a running appliance. The main loop polls its descriptors; nothing in it blocks.
///
/// However much clients send, the number of reads and messages a second is limited so that frames are not delayed; the rest stays in
/// the kernel. New clients are accepted first. The others are served by least recent use, by user and then by connection (fair
/// queueing), so that a flood delays only itself.
final class ControlServer {
    /// Token bucket of reads and messages: a second, and burst. A new client needs two; new clients do not use all of it.
    private static let pace = (rate: 300.0, burst: 32.0)
    /// Most reads and messages in one turn of the loop.
    private static let mostInTurn = 12

    private let listener: ControlListener
    private var controllers: ClientTable
    private var listeners: ClientTable
    private var inbox: [(peer: ControlPeer, message: ControlMessage)] = []
    private var allowance = TokenBucket(rate: pace.rate, burst: pace.burst)
    /// The recent use of each user's clients together.
    private var users: [uid_t: RecentUse] = [:]
    /// Nobody is served until then, after too much input.
    private var restsUntil = -Double.infinity
    /// The index of our first descriptor among the loop's, and the clients that the descriptors belong to.
    private var first = 0
    private var watched: [ControlPeer] = []

    /// - Parameter folder: the folder of the sockets.
    /// - Throws: ``ControlError``.
    init(folder: String) throws(ControlError) {
        listener = try ControlListener(folder: folder)
        controllers = ClientTable(listener.control, isListening: false)
        listeners = ClientTable(listener.events, isListening: true)
    }

    /// Makes the socket files anew if somebody has removed them.
    /// - Returns: whether that was so.
    func mend() throws(ControlError) -> Bool {
        guard !listener.isWhole else { return false }
        try listener.renew()
        return true
    }

    /// When there is work without an event on a descriptor.
    func deadline(at now: Double) -> Double {
        let service = now < restsUntil ? restsUntil : controllers.peers.contains { $0.hasMessage } ? now : .infinity
        let axes = controllers.peers.lazy.compactMap { $0.isGone ? nil : $0.axes?.next }.min() ?? .infinity
        return min(service, axes, controllers.deadline(at: now), listeners.deadline(at: now))
    }

    /// Adds the descriptors to poll.
    func watch(_ descriptors: inout [pollfd], at now: Double) {
        first = descriptors.count
        watched.removeAll(keepingCapacity: true)
        controllers.removeFinished()
        listeners.removeFinished()
        descriptors.append(pollfd(fd: controllers.descriptor(at: now), events: Int16(POLLIN), revents: 0))
        descriptors.append(pollfd(fd: listeners.descriptor(at: now), events: Int16(POLLIN), revents: 0))
        // While nobody is served, only clients that are owed an answer are polled, to learn whether they have left.
        let rests = now < restsUntil
        func watch(_ peer: ControlPeer) {
            guard !rests || peer.isOwed else { return }
            descriptors.append(pollfd(fd: peer.descriptor, events: rests ? 0 : peer.interest, revents: 0))
            watched.append(peer)
        }
        controllers.peers.forEach(watch)
        listeners.peers.forEach(watch)
    }

    /// Reads from the clients within the limits; ``next()`` returns the messages.
    func serve(_ descriptors: [pollfd], at now: Double) {
        guard descriptors.count >= first + 2 + watched.count else { return }
        // First, so that a flood from connected clients keeps no new client out.
        var waiting: [ControlPeer] = []
        if descriptors[first].revents != 0 || descriptors[first + 1].revents != 0 {
            waiting += controllers.admit(at: now)
            // Also if none was there when polled: a listener that connected before a new controller gets the events that the
            // controller causes.
            waiting += listeners.admit(at: now)
        }
        for (place, peer) in watched.enumerated() {
            let events = descriptors[first + 2 + place].revents
            if events & Int16(POLLOUT) != 0 { peer.flush() }
            if events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { peer.hangUp() }
            if peer.hasMessage || events & Int16(POLLIN) != 0 { waiting.append(peer) }
        }
        guard now >= restsUntil, !waiting.isEmpty else { return }
        users = users.filter { $0.value.amount(at: now) > 0.1 }
        serve(waiting.sorted { use(of: $0, at: now) < use(of: $1, at: now) }, at: now)
    }

    /// The next message to answer.
    func next() -> (peer: ControlPeer, message: ControlMessage)? { inbox.isEmpty ? nil : inbox.removeFirst() }

    /// Sends an event to its subscribers.
    func send(_ event: ApplianceEvent) {
        let isForEverything = event.isRaw
        var line: String?
        func tell(_ peer: ControlPeer) {
            guard let subscription = peer.subscription, !isForEverything || subscription == .everything else { return }
            let text = line ?? event.json
            line = text
            peer.send(text)
        }
        controllers.peers.forEach(tell)
        listeners.peers.forEach(tell)
    }

    /// Tells every axis to those whose time it is.
    func tell(_ axes: () -> [(name: String, value: Double)], at now: Double) {
        var lines: [String]?
        for peer in controllers.peers where peer.axes?.isDue(at: now) == true {
            let told = lines ?? axes().map { EventRecord(at: now, .axis(AxisRecord($0.name, $0.value))).line }
            lines = told
            told.forEach(peer.send)
        }
    }

    /// Serves clients in this order, until the turn's limit or the token bucket is exhausted.
    private func serve(_ waiting: [ControlPeer], at now: Double) {
        var left = Self.mostInTurn
        func may(_ peer: ControlPeer) -> Bool {
            guard left > 0, restsUntil <= now else { return false }
            left -= 1
            guard allowance.take(at: now) else {
                restsUntil = now + allowance.wait(for: Double(Self.mostInTurn))
                return false
            }
            peer.use.add(at: now)
            users[peer.user, default: RecentUse()].add(at: now)
            return true
        }
        for peer in waiting where !peer.isGone {
            if !peer.hasMessage, may(peer) { peer.receive(at: now) }
            if peer.hasMessage, may(peer), let message = peer.next() { inbox.append((peer, message)) }
        }
    }

    private func use(of peer: ControlPeer, at now: Double) -> (user: Double, own: Double) {
        (users[peer.user]?.amount(at: now) ?? 0, peer.use.amount(at: now))
    }
}
