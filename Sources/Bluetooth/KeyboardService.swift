import Glibc
import Platform

/// The loop of nodline-bluetooth: packets of writers become reports for the host, and a host may pair while somebody waits at the socket
/// for that.
package final class KeyboardService {
    /// Seconds for which a host may pair.
    package static let pairingTime = 120.0
    private static let writersAtMost = 8

    private let peripheral: Peripheral
    private let reports: PacketSocket
    private let pairing: PacketSocket
    private var board = ReportBoard()
    private var writers: [Int32] = []
    /// A host reads a report every 7.5 ms at most (Bluetooth Core Specification, connection interval).
    private var movements = TokenBucket(rate: 130, burst: 20)
    /// Connections that wait for a host to pair, and when that ends.
    private var guests: [Int32: Double] = [:]
    private var toldHost = false
    private var toldPasskey: String?
    private var paired: UInt32 = 0

    package init(_ peripheral: Peripheral, reports: PacketSocket, pairing: PacketSocket) {
        self.peripheral = peripheral
        self.reports = reports
        self.pairing = pairing
    }

    deinit { for descriptor in writers + guests.keys { close(descriptor) } }

    /// Runs until a signal comes.
    /// - Parameter notifier: a loop that hangs is killed by the service manager, because BlueZ keeps its keys pressed meanwhile.
    /// - Throws: ``Peripheral/Fault`` when BlueZ has gone. The host then holds nothing: its connection has ended too, or the last reports
    ///   were releases.
    package func run(_ signals: SignalWatch, _ notifier: ServiceNotifier) throws(Peripheral.Fault) {
        var isReady = false
        while true {
            try peripheral.turn()
            if peripheral.isRegistered, !isReady {
                isReady = true
                notifier.ready()
            }
            tellHost()
            tellGuests()
            var descriptors = ([signals.descriptor, reports.descriptor, pairing.descriptor] + writers + guests.keys).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            descriptors.append(pollfd(fd: peripheral.descriptor, events: peripheral.events, revents: 0))
            poll(&descriptors, nfds_t(descriptors.count), wait(atMost: notifier.patience.map { $0 / 4 } ?? 60))
            notifier.progress(at: MonotonicClock.now)
            if descriptors[0].revents != 0, let signal = signals.next(), signal != SIGHUP { return try letGo() }
            for one in descriptors[3...].dropLast() where one.revents != 0 {
                if guests[one.fd] != nil { try read(guest: one.fd) } else { try read(writer: one.fd) }
            }
            if descriptors[1].revents != 0 { admitWriter() }
            if descriptors[2].revents != 0 { try admitGuest() }
            let now = MonotonicClock.now
            for report in board.release(at: now) { try peripheral.send(report) }
            for (guest, end) in guests where now >= end { try dismiss(guest, "ended") }
        }
    }

    /// Milliseconds until something is due.
    private func wait(atMost longest: Double) -> Int32 {
        let due = ([board.deadline].compactMap { $0 } + guests.values).min() ?? .infinity
        return Int32(max(0, min(longest, due - MonotonicClock.now)) * 1000 + 1)
    }

    // MARK: - Writers

    private func admitWriter() {
        guard let writer = reports.accept() else { return }
        guard writers.count < Self.writersAtMost else { return _ = close(writer) }
        writers.append(writer)
        tell(writer, toldHost)
    }

    private func read(writer: Int32) throws(Peripheral.Fault) {
        var packet = [UInt8](repeating: 0, count: 16)
        // Bounded, so that a writer that floods delays no other.
        for _ in 0..<32 {
            let count = recv(writer, &packet, packet.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            guard count > 0, let report = ReportBoard.Report(packet: packet.prefix(count)) else {
                writers.removeAll { $0 == writer }
                close(writer)
                for report in board.end(writer) { try peripheral.send(report) }
                return
            }
            let now = MonotonicClock.now
            guard let report = board.take(report, from: writer, at: now) else { continue }
            // A flood must not queue before a release: movements beyond the rate are lost.
            if report.isMovement, !movements.take(at: now) { continue }
            try peripheral.send(report)
        }
    }

    private func tellHost() {
        guard peripheral.hasHost != toldHost else { return }
        toldHost = peripheral.hasHost
        board.hostChanged()
        for writer in writers { tell(writer, toldHost) }
    }

    private func tell(_ writer: Int32, _ hasHost: Bool) {
        var byte: UInt8 = hasHost ? 1 : 0
        _ = Glibc.send(writer, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }

    private func letGo() throws(Peripheral.Fault) {
        for writer in writers {
            for report in board.end(writer) { try peripheral.send(report) }
        }
        if !guests.isEmpty { try peripheral.allowPairing(false) }
    }

    // MARK: - Pairing

    private func admitGuest() throws(Peripheral.Fault) {
        guard let guest = pairing.accept() else { return }
        guard guests.count < Self.writersAtMost else { return _ = close(guest) }
        if guests.isEmpty {
            (toldPasskey, paired) = (nil, peripheral.paired)
            try peripheral.allowPairing(true)
        }
        guests[guest] = MonotonicClock.now + Self.pairingTime
        say("waiting", to: guest)
    }

    /// A guest says nothing; when it leaves, the pairing ends.
    private func read(guest: Int32) throws(Peripheral.Fault) {
        var packet = [UInt8](repeating: 0, count: 16)
        let count = recv(guest, &packet, packet.count, Int32(MSG_DONTWAIT))
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        try dismiss(guest, "ended")
    }

    private func dismiss(_ guest: Int32, _ word: String) throws(Peripheral.Fault) {
        say(word, to: guest)
        close(guest)
        guests[guest] = nil
        if guests.isEmpty { try peripheral.allowPairing(false) }
    }

    private func tellGuests() {
        guard !guests.isEmpty else { return }
        if peripheral.passkey != toldPasskey {
            toldPasskey = peripheral.passkey
            for guest in guests.keys { say(toldPasskey.map { "passkey \($0)" } ?? "waiting", to: guest) }
        }
        if peripheral.paired != paired {
            paired = peripheral.paired
            for guest in Array(guests.keys) { try? dismiss(guest, "paired") }
        }
    }

    private func say(_ word: String, to guest: Int32) {
        _ = Glibc.send(guest, word, word.utf8.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }
}
