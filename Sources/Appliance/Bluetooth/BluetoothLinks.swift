import Glibc
import Outputs
import Platform
import Wire

/// What clients have asked of nodline-bluetooth. The loop never waits for it: it looks at the descriptors with all others.
final class BluetoothLinks {
    /// Seconds that a client waits for a list, and for a host to be forgotten.
    private static let timeout = 6.0
    private static let most = 8

    private struct Waiting {
        let client: Requester
        let desk: BluetoothDesk
        let until: Double
        var hosts: [PairedHost] = []
    }

    private struct Pairing {
        let peer: ControlPeer
        let desk: BluetoothDesk
        let until: Double
        var news = BluetoothNews.waiting
    }

    private let path: String
    private var waiting: [Waiting] = []
    private var pairing: Pairing?

    init(path: String = Environment.variable("NODLINE_BLUETOOTH_PAIRING") ?? BluetoothPlace.pairing) { self.path = path }

    /// Adds the descriptors that are to be polled.
    func watch(_ descriptors: inout [pollfd]) {
        for one in waiting { descriptors.append(pollfd(fd: one.desk.descriptor, events: Int16(POLLIN), revents: 0)) }
        if let pairing, !pairing.news.isLast { descriptors.append(pollfd(fd: pairing.desk.descriptor, events: Int16(POLLIN), revents: 0)) }
    }

    // MARK: - Requests

    /// Lists the hosts, or forgets one. The reply comes later.
    func ask(_ wish: BluetoothWish, for client: Requester, at now: Double) throws(ControlError) {
        guard waiting.count < Self.most else { throw ControlError(.busy, "other requests wait for nodline-bluetooth") }
        waiting.append(Waiting(client: client, desk: try desk(wish), until: now + Self.timeout))
        client.peer.owe()
    }

    /// Lets a host pair as long as the client stays, or says how the client's pairing goes.
    func pair(for peer: ControlPeer, at now: Double) throws(ControlError) -> PairingReply {
        if let pairing, pairing.peer !== peer, !pairing.news.isLast {
            throw ControlError(.busy, "somebody else is pairing; wait until that has ended, two minutes at most")
        }
        if pairing?.peer !== peer { pairing = nil }
        guard let pairing else {
            self.pairing = Pairing(peer: peer, desk: try desk(.pair), until: now + PairingReply.longest)
            return PairingReply(.waiting, left: PairingReply.longest)
        }
        if pairing.news.isLast { self.pairing = nil }  // it has been told
        return PairingReply(pairing.news, left: max(0, pairing.until - now))
    }

    func stopPairing(of peer: ControlPeer) { if pairing?.peer === peer { pairing = nil } }

    private func desk(_ wish: BluetoothWish) throws(ControlError) -> BluetoothDesk {
        do throws(SystemError) { return try BluetoothDesk(path: path, wish) } catch {
            throw ControlError(.unavailable, "\(error); nodline-bluetooth does not run: journalctl --unit nodline-bluetooth")
        }
    }

    // MARK: - Answers

    /// Hears what nodline-bluetooth has said, answers clients, and forgets those that have left.
    func poll(at now: Double) {
        if pairing?.peer.hasLeft == true { pairing = nil }
        while let news = pairing.flatMap({ $0.news.isLast ? nil : $0.desk.next() }) { pairing?.news = news }
        waiting.removeAll { one in
            if one.client.hasLeft { one.client.peer.settle() }
            return one.client.hasLeft
        }
        var index = 0
        while index < waiting.count {
            guard let line = line(for: &waiting[index], at: now) else {
                index += 1
                continue
            }
            let answered = waiting.remove(at: index)
            answered.client.peer.settle()
            answered.client.peer.send(line)
        }
    }

    private func line(for one: inout Waiting, at now: Double) -> String? {
        while let news = one.desk.next() {
            switch news {
            case .host(let host): one.hosts.append(host)
            case .listed: return one.client.reply.done(BluetoothReply(hosts: one.hosts))
            case .forgotten: return one.client.reply.done()
            case .unknown: return one.client.reply.refusal(ControlError(.badField, "no host with this address has paired; {\"request\":\"bluetooth\"} lists them"))
            case .failed: return one.client.reply.refusal(ControlError(.unavailable, "BlueZ has not forgotten it: journalctl --unit bluetooth"))
            case .ended, .paired: return one.client.reply.refusal(Self.isSilent)
            case .waiting, .passkey: continue
            }
        }
        return now >= one.until ? one.client.reply.refusal(Self.isSilent) : nil
    }

    private static let isSilent = ControlError(
        .unavailable, "nodline-bluetooth has not answered: is a Bluetooth adapter there (bluetoothctl list)? journalctl --unit nodline-bluetooth")
}
