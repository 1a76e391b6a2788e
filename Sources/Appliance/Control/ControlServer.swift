// Everybody who is connected, served a little at a time.
import Glibc

/// The clients of a running appliance. Its descriptors are part of the main loop's; nothing in it waits.
///
/// However much clients send, so little is read and done a second that frames do not notice: what a flood sends on top of
/// that stays in the kernel, and the flood waits for itself.
final class ControlServer {
    /// Clients of each of the two sockets.
    private static let most = 16
    /// Connections, reads and messages a second, and at once.
    private static let pace = (rate: 100.0, burst: 32.0)
    /// Of these in one turn of the loop.
    private static let mostInTurn = 8

    private let listener: ControlListener
    private var peers: [ControlPeer] = []
    private var inbox: [(peer: ControlPeer, message: ControlMessage)] = []
    private var allowance = Allowance(rate: pace.rate, burst: pace.burst)
    /// Until when nobody is listened to, after too much came.
    private var restsUntil = -Double.infinity
    /// Who is first in this turn.
    private var turn = 0
    /// Where our descriptors begin among the loop's, and for whom they are.
    private var first = 0
    private var watched: [ControlPeer] = []

    /// - Parameter folder: where the sockets lie.
    /// - Throws: ``ControlFault``.
    init(folder: String) throws(ControlFault) {
        listener = try ControlListener(folder: folder)
    }

    /// When there is something to do that no descriptor tells of.
    func deadline(at now: Double) -> Double {
        if now < restsUntil { return restsUntil }
        return peers.contains { $0.hasMessage } ? now : .infinity
    }

    /// Adds what is to be waited on.
    func watch(_ descriptors: inout [pollfd], at now: Double) {
        first = descriptors.count
        watched.removeAll(keepingCapacity: true)
        guard now >= restsUntil else { return }
        peers.removeAll { $0.isFinished }
        descriptors.append(pollfd(fd: listener.control, events: Int16(POLLIN), revents: 0))
        descriptors.append(pollfd(fd: listener.events, events: Int16(POLLIN), revents: 0))
        for peer in peers {
            descriptors.append(pollfd(fd: peer.descriptor, events: peer.interest, revents: 0))
            watched.append(peer)
        }
    }

    /// Reads what has come, as much of it as is allowed; ``next()`` gives the messages.
    func serve(_ descriptors: [pollfd], at now: Double) {
        guard descriptors.count >= first + 2 + watched.count, now >= restsUntil else { return }
        var left = Self.mostInTurn
        func may() -> Bool {
            guard left > 0, restsUntil <= now else { return false }
            left -= 1
            if allowance.take(at: now) { return true }
            restsUntil = now + allowance.wait(for: Double(Self.mostInTurn))
            return false
        }
        turn = watched.isEmpty ? 0 : (turn + 1) % watched.count
        for step in watched.indices {
            let place = (turn + step) % watched.count
            let peer = watched[place], events = descriptors[first + 2 + place].revents
            if events & Int16(POLLOUT) != 0 { peer.flush() }
            if peer.hasMessage {
                if may(), let message = peer.next() { inbox.append((peer, message)) }
            } else if events & Int16(POLLIN) != 0 {
                if may() { peer.receive(at: now, isHungUp: events & Int16(POLLHUP) != 0) }
            } else if events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
                peer.drop()
            }
        }
        if descriptors[first].revents != 0, may() { accept(listener.control, isListener: false, at: now) }
        if descriptors[first + 1].revents != 0, may() { accept(listener.events, isListener: true, at: now) }
    }

    /// The next message to answer.
    func next() -> (peer: ControlPeer, message: ControlMessage)? { inbox.isEmpty ? nil : inbox.removeFirst() }

    /// Whether somebody would hear an event.
    private var isHeard: Bool { peers.contains { $0.subscription != nil && !$0.isGone } }

    /// Tells those who listen.
    func send(_ event: ApplianceEvent) {
        guard isHeard else { return }
        var isForEverything = false
        if case .gesture(let gesture) = event, case .moved = gesture.kind { isForEverything = true }
        var line: String?
        for peer in peers {
            guard let subscription = peer.subscription, !isForEverything || subscription == .everything else { continue }
            let text = line ?? event.json
            line = text
            peer.send(text)
        }
    }

    private func accept(_ socket: Int32, isListener: Bool, at now: Double) {
        let descriptor = Glibc.accept(socket, nil, nil)
        guard descriptor >= 0 else { return }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let peer = ControlPeer(descriptor, isListener: isListener, at: now)
        let others = peers.filter { $0.isListener == isListener && !$0.isFinished }
        if others.count >= Self.most {
            // Who has been silent for longest and waits for nothing goes: a program that forgets its connections must not
            // lock everybody else out.
            guard let silent = others.filter({ $0.subscription == nil && !$0.isOwed }).min(by: { $0.lastHeard < $1.lastHeard }) else {
                let fault = ControlFault(.tooManyClients, "\(Self.most) clients are connected already")
                return peer.send(ControlReply(to: nil, "").refusal(fault))
            }
            silent.drop()
        }
        peers.append(peer)
    }
}
