import CLinux
import Glibc
import Platform

/// A keyboard, mouse or gamepad that exists only in this machine's kernel, through uinput, with the given keys and axes.
///
/// When this value is deinitialised, all keys are released, sticks and triggers are centred and the device is removed. The kernel does the same when
/// the process dies.
package final class VirtualInput {
    /// A stick's value at either end, and that of a trigger.
    private static let full = 32767, pulled = 255

    private let descriptor: Int32
    private let path: String
    private let keys: [KeyName]
    private let axes: [InputAxis]
    /// Steps of each wheel since its last whole notch.
    private var parts: [InputAxis: Int] = [:]
    /// The pressed directions of the hat.
    private var pushed: [KeyName] = []

    /// - Parameters:
    ///   - name: the name that programs show.
    ///   - path: the kernel's uinput device.
    /// - Throws: ``OutputError`` if the device cannot be created.
    package init(name: String, keys: [KeyName], axes: [InputAxis], path: String = "/dev/uinput") throws(OutputError) {
        descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        self.path = path
        self.keys = keys
        self.axes = axes
        let code = errno
        // All properties are initialised: from here on a failure runs deinit, which closes the descriptor.
        guard descriptor >= 0 else {
            let help = code == ENOENT ? "; modprobe uinput loads it" : code == EACCES ? "; this user may not write to it" : ""
            throw OutputError(place: path, SystemError("open", code: code), help: help)
        }
        for code in keyCodes { try request(nodline_ui_set_evbit, EV_KEY, nodline_ui_set_keybit, code) }
        for code in stepCodes { try request(nodline_ui_set_evbit, EV_REL, nodline_ui_set_relbit, code) }
        for axis in axes where axis.hasPosition { try setUp(axis.code, axis.isTrigger ? 0...Self.pulled : -Self.full...Self.full) }
        if hasHat { for code in [ABS_HAT0X, ABS_HAT0Y] { try setUp(code, -1...1) } }
        var setup = uinput_setup()
        setup.id.bustype = UInt16(BUS_VIRTUAL)
        withUnsafeMutableBytes(of: &setup.name) { $0.copyBytes(from: Array(name.utf8.prefix($0.count - 1))) }
        try check(ioctl(descriptor, nodline_ui_dev_setup, &setup), "UI_DEV_SETUP")
        try check(ioctl(descriptor, nodline_ui_dev_create), "UI_DEV_CREATE")
    }

    deinit {
        guard descriptor >= 0 else { return }
        for key in keys { try? press(key, false) }
        for axis in axes where axis.hasPosition { try? place(axis, at: 0) }
        _ = ioctl(descriptor, nodline_ui_dev_destroy)
        close(descriptor)
    }

    /// Presses or releases a key.
    package func press(_ key: KeyName, _ isDown: Bool) throws(OutputError) {
        if key.isHatDirection {
            pushed.removeAll { $0 == key }
            if isDown { pushed.append(key) }
            try send(EV_ABS, ABS_HAT0X, pushed.hat.x)
            try send(EV_ABS, ABS_HAT0Y, pushed.hat.y)
        } else {
            try send(EV_KEY, key.code, isDown ? 1 : 0)
        }
        try send(EV_SYN, SYN_REPORT, 0)
    }

    /// Moves a pointer or wheel.
    /// - Parameter steps: positive to the left and up; a wheel's notch has 120.
    package func move(_ axis: InputAxis, by steps: Int) throws(OutputError) {
        guard steps != 0, !axis.hasPosition else { return }
        let steps = steps * axis.sign
        if let fine = axis.fineCode {
            let all = parts[axis, default: 0] + steps
            parts[axis] = all % InputAxis.notch
            try send(EV_REL, fine, steps)
            if all / InputAxis.notch != 0 { try send(EV_REL, axis.code, all / InputAxis.notch) }
        } else {
            try send(EV_REL, axis.code, steps)
        }
        try send(EV_SYN, SYN_REPORT, 0)
    }

    /// Discards steps of less than a notch, because the movement is over.
    package func stop(_ axis: InputAxis) { parts[axis] = nil }

    /// Moves a stick or a trigger to a position.
    /// - Parameter value: -1 to 1, positive to the left and up; it pulls a trigger.
    package func place(_ axis: InputAxis, at value: Double) throws(OutputError) {
        guard axis.hasPosition, value.isFinite else { return }
        try send(EV_ABS, axis.code, axis.position(at: value, stick: Self.full, trigger: Self.pulled))
        try send(EV_SYN, SYN_REPORT, 0)
    }

    // MARK: - Keys and axes

    private var hasPointer: Bool { axes.contains(where: \.isPointer) }
    private var hasHat: Bool { keys.contains(where: \.isHatDirection) }

    /// A desktop recognises a mouse only by its left button.
    private var keyCodes: [Int32] { keys.filter { !$0.isHatDirection }.map(\.code) + (hasPointer ? [BTN_LEFT] : []) }

    /// A pointer has both axes, even if only one is used.
    private var stepCodes: [Int32] {
        let steps = axes.filter { !$0.hasPosition }
        return steps.map(\.code) + steps.compactMap(\.fineCode) + (hasPointer ? [REL_X, REL_Y] : [])
    }

    /// An axis with a position.
    private func setUp(_ code: Int32, _ range: ClosedRange<Int>) throws(OutputError) {
        try check(ioctl(descriptor, nodline_ui_set_evbit, EV_ABS), "UI_SET_EVBIT")
        var setup = uinput_abs_setup()
        setup.code = UInt16(code)
        setup.absinfo.minimum = Int32(range.lowerBound)
        setup.absinfo.maximum = Int32(range.upperBound)
        try check(ioctl(descriptor, nodline_ui_abs_setup, &setup), "UI_ABS_SETUP")
    }

    // MARK: - The kernel

    private func request(_ kindRequest: UInt, _ kind: Int32, _ codeRequest: UInt, _ code: Int32) throws(OutputError) {
        try check(ioctl(descriptor, kindRequest, kind), "UI_SET_EVBIT")
        try check(ioctl(descriptor, codeRequest, code), kind == EV_KEY ? "UI_SET_KEYBIT" : "UI_SET_RELBIT")
    }

    private func send(_ kind: Int32, _ code: Int32, _ value: Int) throws(OutputError) {
        var event = input_event()
        event.type = UInt16(kind)
        event.code = UInt16(code)
        event.value = Int32(clamping: value)
        let size = MemoryLayout<input_event>.size
        try check(write(descriptor, &event, size) == size ? 0 : -1, "write")
    }

    private func check(_ result: Int32, _ call: String) throws(OutputError) {
        guard result < 0 else { return }
        throw OutputError(place: path, SystemError(call))
    }
}

/// A key of a virtual input device as an output: pressed while it is on.
package final class VirtualKey: OutputDevice {
    let input: VirtualInput
    let key: KeyName

    package init(_ input: VirtualInput, _ key: KeyName) {
        self.input = input
        self.key = key
    }

    package func set(_ isOn: Bool) throws(OutputError) { try input.press(key, isOn) }
}

/// An axis of a virtual input device: a pointer and a wheel take steps, a stick and a trigger take the value.
package final class VirtualAxis: AxisDevice {
    let input: VirtualInput
    let axis: InputAxis

    package init(_ input: VirtualInput, _ axis: InputAxis) {
        self.input = input
        self.axis = axis
    }

    package func move(value: Double, steps: Int) throws(OutputError) {
        if axis.hasPosition { try input.place(axis, at: value) } else { try input.move(axis, by: steps) }
    }

    package func rest() throws(OutputError) {
        input.stop(axis)
        if axis.hasPosition { try input.place(axis, at: 0) }
    }
}
