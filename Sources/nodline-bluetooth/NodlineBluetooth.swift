import Bluetooth
import Glibc
import Platform

/// `nodline-bluetooth`: makes this machine a keyboard and mouse for a tablet or phone, and a gamepad once one is wanted. It gets reports by a socket and holds no lines.
@main
enum NodlineBluetooth {
    private static let options = ProgramOptions(
        of: "nodline-bluetooth", valued: ["--reports", "--pairing", "--name", "--state"],
        help: """
            Usage: nodline-bluetooth [--reports PATH --pairing PATH] [--name NAME]
            Sends the keys of outputs with bluetooth = "…" to a paired tablet, phone or computer. systemd passes its sockets.
              --reports PATH  makes the socket for reports itself (nodline finds it in NODLINE_BLUETOOTH_SOCKET)
              --pairing PATH  makes the socket of `nodline pair-bluetooth` itself
              --name NAME     what hosts show; otherwise the machine's name
              --state FOLDER  keeps there that a gamepad was wanted; otherwise in STATE_DIRECTORY, if there is one
            """)

    /// Exit status: 0 success, 1 a fault at run time, 2 an invalid command line.
    static func main() {
        ProcessStart.prepare()
        let name = options["--name"] ?? machine
        do {
            let signals = SignalWatch(), notifier = ServiceNotifier.standard()
            let locks = try [options["--reports"], options["--pairing"]].compactMap(\.self).map {
                try FolderLock(beside: $0, program: "nodline-bluetooth", remedy: "give this one another --reports and --pairing")
            }
            defer { withExtendedLifetime(locks) {} }
            let sockets = try sockets()
            let choice = GamepadChoice(folder: options["--state"] ?? Environment.variable("STATE_DIRECTORY"))
            var hasGamepad = choice.isMade
            func runs() throws -> KeyboardService.End {
                let peripheral = try Peripheral(name: name, hasGamepad: hasGamepad)
                return try KeyboardService(peripheral, reports: sockets.reports, hosts: sockets.pairing).run(signals, notifier)
            }
            while try runs() == .gamepadWanted {
                hasGamepad = true
                do { try choice.make() } catch { Terminal.note("nodline-bluetooth: after the next start hosts find no gamepad at first: \(error)") }
            }
            notifier.stopping()
        } catch {
            Terminal.note("nodline-bluetooth: \(error)")
            exit(1)
        }
    }

    private static func sockets() throws -> (reports: PacketSocket, pairing: PacketSocket) {
        switch (options["--reports"], options["--pairing"]) {
        case (let reports?, let pairing?): return (try PacketSocket(path: reports), try PacketSocket(path: pairing))
        case (nil, nil): break
        default: options.refuse("--reports and --pairing belong together")
        }
        // sd_listen_fds(3): descriptors from 3 on, with the names that the units give them.
        let names = Environment.variable("LISTEN_PID") == "\(getpid())" ? (Environment.variable("LISTEN_FDNAMES") ?? "").split(separator: ":") : []
        guard let reports = names.firstIndex(of: "reports"), let pairing = names.firstIndex(of: "pairing") else {
            options.refuse("systemd has passed no sockets; expected --reports PATH --pairing PATH")
        }
        return (PacketSocket(passed: 3 + Int32(reports)), PacketSocket(passed: 3 + Int32(pairing)))
    }

    private static var machine: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
