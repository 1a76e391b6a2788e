extension DeviceFactory {
    /// One device for all keys, mouse buttons, pointers and wheels.
    func keyboardAndMouse() throws(OutputError) -> VirtualInput {
        try shared("keyboard and mouse") { settings throws(OutputError) in
            try VirtualInput(name: "Nodline", keys: settings.keys.filter { !$0.isGamepadButton },
                             axes: settings.axes.compactMap(\.pointer.part?.axis))
        }
    }

    /// A separate device: a desktop that finds gamepad controls in a mouse treats it as neither. It has everything that a gamepad has, so that
    /// programs know where it is on the gamepad.
    func gamepad() throws(OutputError) -> VirtualInput {
        try shared("gamepad") { _ throws(OutputError) in
            try VirtualInput(name: "Nodline gamepad", keys: KeyName.all.filter(\.isGamepadButton), axes: InputAxis.ofGamepad)
        }
    }
}

extension OutputSettings {
    fileprivate var keys: [KeyName] { outputs.compactMap { KeyName($0.key.word) } }
}
