import Glibc
import Platform

/// The loop of nodline-bluetooth: packets of writers become reports for the host, and ``HostDesk`` answers its guests.
package final class KeyboardService {
    /// Why it has ended.
    package enum End {
        case signal
        /// A writer has a gamepad, and the hosts find none.
        case gamepadWanted
    }

    private static let writersAtMost = 8
    /// Seconds between the last releases and the end.
    private static let farewell = 0.1

    private let peripheral: Peripheral
    private let reports: PacketSocket
    private let desk: HostDesk
    private var board = ReportBoard()
    private var previousHosts = PreviousHosts()
    private var writers: [Int32] = []
    /// A host reads a report every 7.5 ms at most (Bluetooth Core Specification, connection interval).
    private var movements = TokenBucket(rate: 130, burst: 20)
    private var toldHost = false
    private var wantsGamepad = false

    /// - Parameter hosts: where hosts are paired, listed and forgotten.
    package init(_ peripheral: Peripheral, reports: PacketSocket, hosts: PacketSocket) {
        self.peripheral = peripheral
        self.reports = reports
        desk = HostDesk(peripheral, hosts)
    }

    deinit { for writer in writers { close(writer) } }

    /// Runs until a signal comes, or a gamepad is wanted for the first time.
    /// - Parameter notifier: a loop that hangs is killed by the service manager, because BlueZ keeps its keys pressed meanwhile.
    /// - Throws: ``Peripheral/Fault`` when BlueZ has gone. The host then holds nothing: its connection has ended too, or the last reports
    ///   were releases.
    package func run(_ signals: SignalWatch, _ notifier: ServiceNotifier) throws(Peripheral.Fault) -> End {
        var isReady = false
        while true {
            try peripheral.turn()
            if peripheral.isRegistered, !isReady {
                isReady = true
                notifier.ready()
            }
            tellHost()
            try disconnectPreviousHosts()
            try desk.turn(at: MonotonicClock.now)
            var descriptors = ([signals.descriptor, reports.descriptor] + desk.descriptors + writers).map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            descriptors.append(pollfd(fd: peripheral.descriptor, events: peripheral.events, revents: 0))
            poll(&descriptors, nfds_t(descriptors.count), wait(atMost: notifier.timeout.map { $0 / 4 } ?? 60))
            notifier.progress(at: MonotonicClock.now)
            if descriptors[0].revents != 0, let signal = signals.next(), signal != SIGHUP {
                try letGo()
                return .signal
            }
            for writer in writers where descriptors.contains(where: { $0.fd == writer && $0.revents != 0 }) { try read(writer: writer) }
            if wantsGamepad {
                try letGo()
                return .gamepadWanted
            }
            if descriptors[1].revents != 0 { admitWriter() }
            for report in board.release(at: MonotonicClock.now) { try peripheral.send(report) }
        }
    }

    /// Milliseconds until something is due.
    private func wait(atMost longest: Double) -> Int32 {
        let due = [board.deadline, desk.deadline, previousHosts.deadline].compactMap { $0 }.min() ?? .infinity
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
            guard report.device != .gamepad || peripheral.hasGamepad else { return wantsGamepad = true }
            let now = MonotonicClock.now
            // A gamepad's position that is lost comes again with its writer's next repetition.
            if report.device == .gamepad, report.isHeld, !movements.take(at: now) { continue }
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

    private func disconnectPreviousHosts() throws(Peripheral.Fault) {
        guard !previousHosts.isOver else { return }
        let connected = peripheral.hosts?.filter(\.isConnected).map(\.address)
        for address in previousHosts.disconnected(connected, isRead: peripheral.hasHost, at: MonotonicClock.now) {
            try peripheral.disconnect(address)
        }
    }

    private func letGo() throws(Peripheral.Fault) {
        var isHeld = false
        for writer in writers {
            for report in board.end(writer) {
                try peripheral.send(report)
                isHeld = true
            }
        }
        try desk.end()
        // BlueZ sends notifications some milliseconds later, and no more once the program and its services are gone.
        let end = MonotonicClock.now + (isHeld ? Self.farewell : 0)
        while MonotonicClock.now < end {
            try peripheral.turn()
            usleep(5000)
        }
    }
}
