import Glibc
import MQTT
import MQTTSettings
import Platform
import Settings

/// `nodline-mqtt`: tells an MQTT broker what the appliance does. It reaches the appliance by its sockets alone.
@main
enum NodlineMQTT {
    /// Exit status: 0 success, 1 a fault at run time or no broker in the configuration, 2 an invalid command line or configuration.
    static func main() {
        ProcessStart.prepare()
        do {
            let options = MQTTOptions()
            let stamp = options.config.map { FileStamp($0) }
            let settings = try options.config.map(MQTTSettings.read(file:)) ?? MQTTSettings()
            if options.onlyAsks { exit(settings.mqtt.isOn ? 0 : 1) }
            guard settings.mqtt.isOn else {
                Terminal.note("nodline-mqtt: the configuration names no broker: [mqtt] server = \"…\"")
                exit(1)
            }
            try run(options, settings, stamp)
        } catch let error as ConfigurationError {
            Terminal.note("\(error)")
            exit(2)
        } catch {
            Terminal.note("nodline-mqtt: \(error)")
            exit(1)
        }
    }

    private static func run(_ options: MQTTOptions, _ settings: MQTTSettings, _ stamp: FileStamp?) throws {
        let signals = SignalWatch()  // before other threads begin
        nice(10)  // the appliance goes first
        let mqtt = settings.mqtt
        let password = try mqtt.user.isEmpty ? nil : options.password(file: mqtt.passwordFile)
        let key = mqtt.key.isEmpty ? options.credential("mqtt-key") : mqtt.key
        let sockets = Bridge.Sockets(
            events: options.events ?? ControlPlace.client(ControlPlace.events, configured: settings.controlFolder),
            control: options.control ?? ControlPlace.client(configured: settings.controlFolder))
        var bridge = Bridge(mqtt, sockets, machine: machine, password: password, key: mqtt.certificate.isEmpty ? nil : key,
                            about: .init(page: settings.page(machine: machine), board: board, announced: Announced(settings.outputs, areAll: settings.areAllOutputs)),
                            folder: options.state)
        let notifier = ServiceNotifier.standard()
        notifier.ready()
        var stamp = stamp
        bridge.run(signals, notifier) {
            guard let file = options.config, FileStamp(file) != stamp else { return false }
            stamp = FileStamp(file)
            // A faulty file changes nothing: nodline keeps the previous one, too.
            guard let new = try? MQTTSettings.read(file: file), new != settings else { return false }
            Terminal.note("nodline-mqtt: [mqtt] or the outputs have changed; it starts again")
            return true
        }
        notifier.stopping()
    }

    /// What the board says that it is, such as "Raspberry Pi Zero 2 W Rev 1.0"; `nil` on other computers.
    private static var board: String? {
        let bytes = (try? FileBytes.read("/sys/firmware/devicetree/base/model"))?.prefix { $0 >= 0x20 && $0 < 0x7F }.prefix(80) ?? []
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    private static var machine: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
