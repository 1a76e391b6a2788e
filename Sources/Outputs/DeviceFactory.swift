/// Opens the devices of one configuration. Keys and pointers of all outputs and axes share virtual devices and USB gadgets,
/// which is why this is an object: it lives as long as they do.
package final class DeviceFactory: DeviceSource {
    private let configuration: OutputSettings
    private var desk: VirtualInput?
    private var pad: VirtualInput?
    private var gadgets: [USBGadget.Kind: USBGadget] = [:]

    package init(_ configuration: OutputSettings) {
        self.configuration = configuration
    }

    package func device(of output: OutputConfiguration) throws(OutputFault) -> (any OutputDevice)? {
        switch output.target {
        case .none: return nil
        case .line: return try GPIOLine(output: output)
        case .led(let name): return try LEDOutput(name: name, safe: output.safe)
        case .key(let word):
            let key = try key(word)
            return VirtualKey(try key.isGamepadButton ? gamepad() : keyboardAndMouse(), key)
        case .usb(let word):
            let key = try key(word)
            guard key.usage != .none else {
                throw OutputFault(place: "usb \(word)", call: "find", problem: "a USB keyboard or mouse has no such key")
            }
            return USBKey(try gadget(key.isMouseButton ? .mouse : .keyboard), key)
        case .command(let words): return CommandOutput(words, limit: output.timeLimit)
        }
    }

    package func device(of axis: AxisConfiguration) throws(OutputFault) -> (any AxisDevice)? {
        switch axis.target {
        case .none: return nil
        case .pwm: return try pwm(axis)
        case .pointer(let word):
            guard let axis = word.axis else { return nil }
            return VirtualAxis(try keyboardAndMouse(), axis)
        case .gamepad(let word):
            guard let axis = word.axis else { return nil }
            return VirtualAxis(try gamepad(), axis)
        case .usb(let word):
            guard let axis = word.axis else { return nil }
            return USBAxis(try gadget(.mouse), axis)
        }
    }

    // MARK: - What several share

    private func keyboardAndMouse() throws(OutputFault) -> VirtualInput {
        if let desk { return desk }
        let made = try VirtualInput(name: "Nodline", keys: keys.filter { !$0.isGamepadButton },
                                    axes: configuration.axes.compactMap(\.pointer.axis))
        desk = made
        return made
    }

    /// A device of its own: a desktop that sees a gamepad in a mouse takes it for neither.
    private func gamepad() throws(OutputFault) -> VirtualInput {
        if let pad { return pad }
        let made = try VirtualInput(name: "Nodline gamepad", keys: keys.filter(\.isGamepadButton),
                                    axes: configuration.axes.compactMap(\.gamepad.axis))
        pad = made
        return made
    }

    private var keys: [KeyName] { configuration.outputs.compactMap { KeyName($0.key) } }

    private func gadget(_ kind: USBGadget.Kind) throws(OutputFault) -> USBGadget {
        if let gadget = gadgets[kind] { return gadget }
        let made = try USBGadget(kind, path: kind == .keyboard ? "/dev/hidg0" : "/dev/hidg1")  // deploy/usb-gadget's order
        gadgets[kind] = made
        return made
    }

    private func key(_ word: String) throws(OutputFault) -> KeyName {
        if let key = KeyName(word) { return key }
        throw OutputFault(place: "key \(word)", call: "find", problem: "there is no such key"
            + (KeyName.nearest(to: word).map { "; did you mean \($0)?" } ?? ""))
    }

    private func pwm(_ axis: AxisConfiguration) throws(OutputFault) -> PWMAxis {
        guard let channel = axis.channel else {
            throw OutputFault(place: "pwm \(axis.pwm)", call: "find", problem: "expected chip and channel, as in pwmchip0:1")
        }
        return try PWMAxis(chip: channel.chip, channel: channel.number, pulses: axis.pulses)
    }
}

extension AxisConfiguration.Pointer {
    fileprivate var axis: InputAxis? {
        switch self {
        case .none: nil
        case .x: .pointerX
        case .y: .pointerY
        case .wheel: .wheel
        case .hwheel: .hwheel
        }
    }
}

extension AxisConfiguration.Gamepad {
    fileprivate var axis: InputAxis? {
        switch self {
        case .none: nil
        case .x: .stickX
        case .y: .stickY
        case .rx: .secondStickX
        case .ry: .secondStickY
        }
    }
}

extension AxisConfiguration.USB {
    fileprivate var axis: InputAxis? {
        switch self {
        case .none: nil
        case .x: .pointerX
        case .y: .pointerY
        case .wheel: .wheel
        }
    }
}
