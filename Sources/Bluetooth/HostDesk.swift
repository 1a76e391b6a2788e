import Glibc
import Platform
import Wire

/// Pairs, lists and forgets hosts for guests at a socket of packets. The first packet of a guest is its ``BluetoothWish``, and the desk closes the
/// connection with its last ``BluetoothNews``. A host can pair only while a guest waits for that.
package final class HostDesk {
    /// Seconds for which a host may pair.
    package static let pairingTime = 120.0
    /// Seconds that a guest may take for its wish, and that BlueZ may take to list and to forget.
    private static let timeout = 5.0
    private static let guestsAtMost = 8

    private struct Guest {
        let descriptor: Int32
        var wish: BluetoothWish?
        /// When the desk gives up.
        var end: Double
    }

    private let peripheral: Peripheral
    private let socket: PacketSocket
    private var guests: [Guest] = []
    private var isPairing = false
    private var toldPasskey: String?
    private var paired: UInt32 = 0

    package init(_ peripheral: Peripheral, _ socket: PacketSocket) {
        self.peripheral = peripheral
        self.socket = socket
    }

    deinit { for guest in guests { close(guest.descriptor) } }

    /// The descriptors to poll for reading.
    package var descriptors: [Int32] { [socket.descriptor] + guests.map(\.descriptor) }

    /// When ``turn(at:)`` has to be called, if nothing else comes.
    package var deadline: Double? { guests.map(\.end).min() }

    /// Hears new wishes and answers those that can be answered. Never blocks.
    /// - Parameter now: seconds of a clock that never goes back.
    package func turn(at now: Double) throws(Peripheral.Fault) {
        while let descriptor = socket.accept() {
            if guests.count < Self.guestsAtMost {
                guests.append(Guest(descriptor: descriptor, end: now + Self.timeout))
            } else {
                close(descriptor)
            }
        }
        var staying: [Guest] = []
        for var guest in guests {
            if try stays(&guest, at: now) { staying.append(guest) } else { close(guest.descriptor) }
        }
        guests = staying
        try setPairing(guests.contains { $0.wish == .pair })
        tellPasskey()
    }

    /// Nobody may pair any more.
    package func end() throws(Peripheral.Fault) { try setPairing(false) }

    private func stays(_ guest: inout Guest, at now: Double) throws(Peripheral.Fault) -> Bool {
        guard try hear(&guest, at: now) else { return false }
        switch guest.wish {
        case nil: return now < guest.end
        case .pair:
            if isPairing, peripheral.paired != paired { return last(.paired, guest) }
            return now < guest.end || last(.ended, guest)
        case .list:
            guard let hosts = peripheral.hosts else { return now < guest.end || last(.ended, guest) }
            for host in hosts { say(.host(PairedHost(address: host.address, name: host.name, connected: host.isConnected)), guest) }
            return last(.listed, guest)
        case .forget(let address):
            guard let hosts = peripheral.hosts, hosts.contains(where: { $0.address == address }) else { return last(.forgotten, guest) }
            return now < guest.end || last(.failed, guest)
        }
    }

    /// Reads a wish. After it, a guest says nothing.
    /// - Returns: whether the guest is still there.
    private func hear(_ guest: inout Guest, at now: Double) throws(Peripheral.Fault) -> Bool {
        var packet = [UInt8](repeating: 0, count: 32)
        let count = recv(guest.descriptor, &packet, packet.count, Int32(MSG_DONTWAIT))
        if count < 0, errno == EAGAIN || errno == EINTR { return true }
        guard count > 0, guest.wish == nil, let wish = BluetoothWish(packet: packet.prefix(count)) else { return false }
        switch wish {
        case .pair:
            guest.end = now + Self.pairingTime
            say(.waiting, guest)
            if let toldPasskey { say(.passkey(toldPasskey), guest) }
        case .list: break
        case .forget(let address):
            guard let hosts = peripheral.hosts, hosts.contains(where: { $0.address == address }) else { return last(.unknown, guest) }
            try peripheral.forget(address)
        }
        guest.wish = wish
        return true
    }

    private func setPairing(_ isWanted: Bool) throws(Peripheral.Fault) {
        guard isWanted != isPairing else { return }
        isPairing = isWanted
        (toldPasskey, paired) = (nil, peripheral.paired)
        try peripheral.allowPairing(isWanted)
    }

    private func tellPasskey() {
        guard isPairing, peripheral.passkey != toldPasskey else { return }
        toldPasskey = peripheral.passkey
        for guest in guests where guest.wish == .pair { say(toldPasskey.map(BluetoothNews.passkey) ?? .waiting, guest) }
    }

    private func last(_ news: BluetoothNews, _ guest: Guest) -> Bool {
        say(news, guest)
        return false
    }

    private func say(_ news: BluetoothNews, _ guest: Guest) {
        let packet = news.packet
        _ = send(guest.descriptor, packet, packet.utf8.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }
}
