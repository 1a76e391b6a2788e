extension DeviceFactory {
    /// One device for all keys, mouse buttons, pointers and wheels.
    func keyboardAndMouse() throws(OutputError) -> VirtualInput {
        try shared("keyboard and mouse") { settings throws(OutputError) in
            try VirtualInput(name: "Nodline", keys: settings.keys.filter { !$0.isGamepadButton },
                             axes: settings.axes.compactMap(\.pointer.part?.axis))
        }
    }

    /// A separate device: a desktop that finds gamepad controls in a mouse treats it as neither.
    func gamepad() throws(OutputError) -> VirtualInput {
        try shared("gamepad") { settings throws(OutputError) in
            try VirtualInput(name: "Nodline gamepad", keys: settings.keys.filter(\.isGamepadButton),
                             axes: settings.axes.compactMap(\.gamepad.part?.axis))
        }
    }
}

extension OutputSettings {
    fileprivate var keys: [KeyName] { outputs.compactMap { KeyName($0.key.word) } }
}
