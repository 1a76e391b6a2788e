import CGPIOD
import Glibc
import Platform

extension OutputError {
    fileprivate init(_ line: String, _ error: nodline_gpio_error) {
        let reason = error.code != 0 ? String(cString: strerror(error.code)) : ""
        self.init(place: "line \(line)", call: error.call.map { String(cString: $0) } ?? "libgpiod",
                  problem: [reason, String(cArray: error.detail)].filter { !$0.isEmpty }.joined(separator: ": "))
    }
}

/// A requested line. When this value is deinitialised, an output is set to its safe value, and the line is released.
package final class GPIOLine: OutputDevice {
    private let handle: OpaquePointer
    private let place: String

    /// Requests an output, which has its safe value from the start.
    init(output line: LineConfiguration, safe: Bool) throws(OutputError) {
        place = line.name
        var found = try Self.find(line.name)
        var handle: OpaquePointer?
        var error = nodline_gpio_error()
        guard nodline_line_request_output(&found, safe, line.activeLow, line.bias.word, line.drive.word, &handle, &error),
              let handle else { throw OutputError(line.name, error) }
        self.handle = handle
    }

    /// Requests a button.
    /// - Parameter debounce: debounce time in seconds; shorter changes are ignored.
    package init(button line: LineConfiguration, debounce: Double) throws(OutputError) {
        place = line.name
        var found = try Self.find(line.name)
        var handle: OpaquePointer?
        var error = nodline_gpio_error()
        guard nodline_line_request_input(&found, line.activeLow, line.bias.word, UInt32(debounce * 1e6), &handle, &error),
              let handle else { throw OutputError(line.name, error) }
        self.handle = handle
    }

    deinit { nodline_line_release(handle) }

    package func set(_ value: Bool) throws(OutputError) {
        var error = nodline_gpio_error()
        guard nodline_line_set(handle, value, &error) else { throw OutputError(place, error) }
    }

    /// Reads the line back, if the chip can.
    /// - Throws: ``OutputError`` if an output's line does not have `value`.
    package func verify(_ value: Bool) throws(OutputError) {
        var isOn = false, error = nodline_gpio_error()
        guard nodline_line_get(handle, &isOn, &error) else { throw OutputError(place, error) }
        guard isOn != value else { return }
        throw OutputError(place: "line \(place)", call: "read back", problem: "it is switched \(value ? "on" : "off") and reads "
            + "\(isOn ? "on" : "off"); something else drives the wire, or an open-drain or open-source output has no resistor")
    }

    /// Becomes readable when an edge is pending; only for inputs.
    package var descriptor: Int32 { nodline_line_descriptor(handle) }

    /// Whether a button is pressed at present.
    package func isPressed() throws(OutputError) -> Bool {
        var isOn = false, error = nodline_gpio_error()
        guard nodline_line_get(handle, &isOn, &error) else { throw OutputError(place, error) }
        return isOn
    }

    /// The next pending edge, `nil` if there is none.
    package func nextEdge() throws(OutputError) -> LineEdge? {
        var isActive = false, time: UInt64 = 0, error = nodline_gpio_error()
        switch nodline_line_next_edge(handle, &isActive, &time, &error) {
        case 0: return nil
        case 1: return LineEdge(isActive: isActive, time: Double(time) * 1e-9)
        default: throw OutputError(place, error)
        }
    }

    /// Finds a line by its name, which must be unique among all chips, or by chip and offset.
    private static func find(_ name: String) throws(OutputError) -> nodline_gpio_place {
        if let (chip, offset) = GPIOScan.place(name) { return nodline_gpio_place(chip: chip, offset: offset) }
        let lines = GPIOScan.lines
        let found = GPIOScan.find(name, among: lines)
        if found.count == 1 { return nodline_gpio_place(chip: found[0].chip, offset: UInt32(found[0].offset)) }
        guard found.isEmpty else {
            throw OutputError(place: "line \(name)", call: "find", problem: "\(found.count) lines have this name; expected one of "
                + found.map { $0.place.quoted }.joined(separator: ", "))
        }
        let nearest = NearestWord.to(name, among: lines.map(\.name).filter { !$0.isEmpty })
        throw OutputError(place: "line \(name)", call: "find", problem: lines.isEmpty
            ? "there are no lines on this machine, or this user may not access them"
            : "there is no such line" + (nearest.map { "; did you mean \($0)?" } ?? "; nodline lines lists them"))
    }
}

extension nodline_gpio_place {
    /// `chip` with or without "/dev/".
    fileprivate init(chip: String, offset: UInt32) {
        self.init()
        self.offset = offset
        let path = chip.hasPrefix("/") ? chip : "/dev/" + chip
        withUnsafeMutableBytes(of: &self.chip) { bytes in
            bytes.copyBytes(from: Array(path.utf8.prefix(bytes.count - 1)))
        }
    }
}

extension LineConfiguration.Bias {
    fileprivate var word: nodline_gpio_bias {
        switch self {
        case .asIs: NODLINE_BIAS_AS_IS
        case .disabled: NODLINE_BIAS_DISABLED
        case .pullUp: NODLINE_BIAS_PULL_UP
        case .pullDown: NODLINE_BIAS_PULL_DOWN
        }
    }
}

extension LineConfiguration.Drive {
    fileprivate var word: nodline_gpio_drive {
        switch self {
        case .pushPull: NODLINE_DRIVE_PUSH_PULL
        case .openDrain: NODLINE_DRIVE_OPEN_DRAIN
        case .openSource: NODLINE_DRIVE_OPEN_SOURCE
        }
    }
}
