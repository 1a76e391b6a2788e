import Glibc
import Platform

/// The clients of a running appliance. Its descriptors are part of the main loop's; nothing in it waits.
///
/// However much clients send, so little is read and done a second that frames do not notice: the rest stays in the kernel.
/// New clients are accepted first, and of those that want something the ones go first that have used least lately, by user
/// and then by connection (fair queueing). So a flood waits for itself.
final class ControlServer {
    /// Reads and messages a second, and at once. New clients need two each, and do not use up all of it.
    private static let pace = (rate: 300.0, burst: 32.0)
    /// Reads and messages in one turn of the loop.
    private static let mostInTurn = 12

    private let listener: ControlListener
    private var controllers: ClientTable
    private var listeners: ClientTable
    private var inbox: [(peer: ControlPeer, message: ControlMessage)] = []
    private var allowance = TokenBucket(rate: pace.rate, burst: pace.burst)
    /// What each user's clients have used lately, all together.
    private var users: [uid_t: RecentUse] = [:]
    /// Until when nobody is served, after too much came.
    private var restsUntil = -Double.infinity
    /// Where our descriptors begin among the loop's, and for whom they are.
    private var first = 0
    private var watched: [ControlPeer] = []

    /// - Parameter folder: where the sockets lie.
    /// - Throws: ``ControlError``.
    init(folder: String) throws(ControlError) {
        listener = try ControlListener(folder: folder)
        controllers = ClientTable(listener.control, isListening: false)
        listeners = ClientTable(listener.events, isListening: true)
    }

    /// When there is something to do that no descriptor tells of.
    func deadline(at now: Double) -> Double {
        let service = now < restsUntil ? restsUntil : controllers.peers.contains { $0.hasMessage } ? now : .infinity
        return min(service, controllers.deadline(at: now), listeners.deadline(at: now))
    }

    /// Adds what is to be waited on.
    func watch(_ descriptors: inout [pollfd], at now: Double) {
        first = descriptors.count
        watched.removeAll(keepingCapacity: true)
        controllers.removeFinished()
        listeners.removeFinished()
        descriptors.append(pollfd(fd: controllers.descriptor(at: now), events: Int16(POLLIN), revents: 0))
        descriptors.append(pollfd(fd: listeners.descriptor(at: now), events: Int16(POLLIN), revents: 0))
        // At rest only this is wanted: whether a client has left that is owed an answer.
        let rests = now < restsUntil
        func watch(_ peer: ControlPeer) {
            guard !rests || peer.isOwed else { return }
            descriptors.append(pollfd(fd: peer.descriptor, events: rests ? 0 : peer.interest, revents: 0))
            watched.append(peer)
        }
        controllers.peers.forEach(watch)
        listeners.peers.forEach(watch)
    }

    /// Reads what has come, as much of it as is allowed; ``next()`` gives the messages.
    func serve(_ descriptors: [pollfd], at now: Double) {
        guard descriptors.count >= first + 2 + watched.count else { return }
        // First of all, so that a flood from those who are connected keeps nobody out.
        var waiting: [ControlPeer] = []
        if descriptors[first].revents != 0 || descriptors[first + 1].revents != 0 {
            waiting += controllers.admit(at: now)
            // Also when none was there at the time of the poll: one that connected before a new controller hears what that one causes.
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

    /// Tells those who listen.
    func send(_ event: ApplianceEvent) {
        var isForEverything = false
        if case .gesture(let gesture) = event, case .moved = gesture.kind { isForEverything = true }
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

    /// Serves clients in this order, until the turn or the allowance is used up.
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
