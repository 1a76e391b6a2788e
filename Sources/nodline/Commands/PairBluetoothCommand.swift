import ArgumentParser
import Glibc
import Outputs
import Platform
import Wire

struct PairBluetoothCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair-bluetooth", abstract: "Pair a tablet, phone or computer with this board as its keyboard.",
        discussion: "For root and members of the group nodline-control. Within two minutes, choose this board in the Bluetooth settings of the "
            + "tablet and type the number that appears here. Other hosts can only pair while this command runs.")

    @Flag(help: "List the paired tablets, phones and computers.")
    var list = false

    @Option(help: ArgumentHelp("Forget the one with this address, which --list shows. It cannot connect any more.", valueName: "address"))
    var forget: String?

    @Option(name: .customLong("socket"), help: "nodline-bluetooth's socket for pairing (default: the service's).")
    var path = BluetoothPlace.pairing

    func validate() throws {
        if list, forget != nil { throw ValidationError("--list and --forget do not go together; use one after the other") }
        if let forget, !PairedHost.isAddress(forget) {
            throw ValidationError("\(forget.quoted) is not an address; expected as AA:BB:CC:DD:EE:FF, which --list shows")
        }
    }

    func run() throws {
        let desk: BluetoothDesk
        do {
            desk = try BluetoothDesk(path: path, list ? .list : forget.map { .forget(address: $0) } ?? .pair)
        } catch {
            Terminal.note("\(error); nodline-bluetooth answers root and members of the group nodline-control: systemctl status nodline-bluetooth")
            throw ExitCode.failure
        }
        if !list, forget == nil { Terminal.output("Choose this board in the Bluetooth settings of the tablet, phone or computer.") }
        var count = 0
        while true {
            switch desk.wait() {
            case .waiting: continue
            case .passkey(let digits): Terminal.output("Type this number there: \(digits)")
            case .paired: return Terminal.output("Paired. It connects by itself from now on.")
            case .host(let host):
                count += 1
                Terminal.output("\(host.address)  \(host.connected ? "connected" : "away     ")  \(host.name.printable)")
            case .listed:
                if count == 0 { Terminal.note("Nothing has paired yet: nodline pair-bluetooth") }
                return
            case .forgotten: return Terminal.output("Forgotten. Remove this board from the Bluetooth settings there too, or it will go on trying to connect.")
            case .unknown:
                Terminal.note("\((forget ?? "").quoted) has not paired; nodline pair-bluetooth --list shows the addresses of those that have")
                throw ExitCode.failure
            case .failed:
                Terminal.note("BlueZ has not forgotten it within 5 s: journalctl --unit bluetooth says more.")
                throw ExitCode.failure
            case .ended:
                Terminal.note("\(list ? "There is no list" : forget != nil ? "Nothing was forgotten" : "Nothing was paired"). Is a Bluetooth adapter there "
                    + "(bluetoothctl list)? journalctl --unit nodline-bluetooth says more.")
                throw ExitCode.failure
            }
        }
    }
}
