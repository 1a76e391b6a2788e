import CGPIOD
import Platform

/// Lists all lines of all chips.
package enum GPIOScan {
    package struct Line: Sendable {
        /// Without "/dev/".
        package let chip: String
        package let chipLabel: String
        package let offset: Int
        package let name: String
        package let consumer: String
        package let isUsed: Bool
        package let isOutput: Bool

        package init(chip: String, chipLabel: String = "", offset: Int, name: String, consumer: String = "", isUsed: Bool = false, isOutput: Bool = false) {
            (self.chip, self.chipLabel, self.offset, self.name) = (chip, chipLabel, offset, name)
            (self.consumer, self.isUsed, self.isOutput) = (consumer, isUsed, isOutput)
        }

        /// Chip and offset, as in "gpiochip0:17": the same for every name that the line has.
        package var place: String { "\(chip):\(offset)" }
    }

    package static var lines: [Line] { GPIOChip.all().flatMap { lines(of: $0) } }

    /// The lines with this name, or the one in this place, as in "gpiochip0:17" or "/dev/gpiochip4:17". A link's name stands for its chip.
    /// - Parameters:
    ///   - lines: those of the machine.
    ///   - devices: /dev, or another folder in tests.
    package static func find(_ name: String, among lines: [Line], devices: String = "/dev") -> [Line] {
        guard let (chip, offset) = place(name) else { return lines.filter { $0.name == name } }
        let own = GPIOChip.ownName(of: chip, in: devices) ?? (chip.hasPrefix(devices + "/") ? String(chip.dropFirst(devices.count + 1)) : chip)
        return lines.filter { $0.chip == own && $0.offset == Int(offset) }
    }

    /// One word for all names of a line: its place, or the name itself if there is no such line, or several.
    package static func place(of name: String, among lines: [Line]) -> String {
        let found = find(name, among: lines)
        return found.count == 1 ? found[0].place : name
    }

    /// The parts of "gpiochip0:17"; `nil` for the name of a line.
    static func place(_ name: String) -> (chip: String, offset: UInt32)? {
        guard let colon = name.lastIndex(of: ":"), let offset = UInt32(name[name.index(after: colon)...]) else { return nil }
        return (String(name[..<colon]), offset)
    }

    private static func lines(of chip: GPIOChip) -> [Line] {
        let scan = nodline_gpio_scan_begin(chip.path)
        defer { nodline_gpio_scan_end(scan) }
        var lines: [Line] = []
        var info = nodline_gpio_info()
        while nodline_gpio_scan_next(scan, &info) {
            lines.append(Line(
                chip: chip.name, chipLabel: String(cArray: info.chip_label), offset: Int(info.place.offset), name: String(cArray: info.name),
                consumer: String(cArray: info.consumer), isUsed: info.is_used, isOutput: info.is_output))
        }
        return lines
    }
}
