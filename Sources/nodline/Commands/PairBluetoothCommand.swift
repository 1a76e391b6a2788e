import ArgumentParser
import Glibc
import Outputs
import Platform

struct PairBluetoothCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair-bluetooth", abstract: "Pair a tablet, phone or computer with this board as its keyboard.",
        discussion: "For root and members of the group nodline-control. Within two minutes, choose this board in the Bluetooth settings of the "
            + "tablet and type the number that appears here. Other hosts can only pair while this command runs.")

    @Option(name: .customLong("socket"), help: "nodline-bluetooth's socket for pairing (default: the service's).")
    var path = "/run/nodline-bluetooth/pairing"

    func run() throws {
        let guest: BluetoothPairing
        do {
            guest = try BluetoothPairing(path: path)
        } catch {
            throw ValidationError("\(error); nodline-bluetooth answers root and members of the group nodline-control: systemctl status nodline-bluetooth")
        }
        Terminal.output("Choose this board in the Bluetooth settings of the tablet, phone or computer.")
        while true {
            switch guest.next() {
            case .waiting: continue
            case .passkey(let digits): Terminal.output("Type this number there: \(digits)")
            case .paired: return Terminal.output("Paired. It connects by itself from now on.")
            case .ended:
                Terminal.note("Nothing was paired. Is a Bluetooth adapter there (bluetoothctl list)? journalctl --unit nodline-bluetooth says more.")
                throw ExitCode.failure
            }
        }
    }
}
