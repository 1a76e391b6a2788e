import Glibc
import Outputs

/// The reply to `places`: what an output could switch.
struct PlacesReply: Encodable {
    struct Pin: Encodable {
        /// The line's name: "GPIO17".
        let line: String
        /// Its place on the header.
        let pin: Int
    }

    /// Lines of the header that are free, the most usual ones first; empty on a machine that is no Raspberry Pi.
    let pins: [Pin]
    /// The keys that go out over USB and Bluetooth.
    let keys: [String]
    /// This machine is a keyboard for another one, by its USB plug.
    let usb: Bool
    /// A broker is told of events.
    let mqtt: Bool
    /// Nothing is switched: a clip is played instead of a camera.
    let simulated: Bool

    init(_ pins: [HeaderPin], _ configuration: Configuration, isSimulated: Bool) {
        self.pins = pins.map { Pin(line: $0.line, pin: $0.pin) }
        keys = KeyName.all.filter { $0.usage != .none && !$0.isGamepadButton }.map(\.word)
        usb = isSimulated || access("/dev/hidg0", F_OK) == 0
        mqtt = configuration.mqtt.isOn
        simulated = isSimulated
    }
}

extension SettingsInUse {
    /// The lines of the header that are free. What another profile has is wired, whichever runs. A simulated run has no lines of its own:
    /// there they are what the configuration leaves.
    func freePins(_ configuration: Configuration) -> [HeaderPin] {
        let files = [source.file].compactMap(\.self) + current.profiles.map { source.path(of: $0) }
        let all = [configuration] + files.filter { $0 != file.path }.compactMap { try? Configuration.read(file: $0) }
        let taken = all.flatMap { $0.outputs.map(\.line.name) + $0.inputs.map(\.line.name) }.filter { !$0.isEmpty }
        let hasPWM = all.contains { $0.axes.contains { !$0.pwm.name.isEmpty } }
        return source.isSimulated ? HeaderPin.unused(taken, hasPWM) : HeaderPin.free(among: GPIOScan.lines, taken: taken, hasPWM: hasPWM)
    }
}
