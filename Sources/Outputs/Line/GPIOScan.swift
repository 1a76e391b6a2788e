import CGPIOD
import Platform

/// Lists all lines of all chips.
package enum GPIOScan {
    package struct Line {
        let place: nodline_gpio_place
        /// Without "/dev/".
        package let chip: String
        package let chipLabel: String
        package let offset: Int
        package let name: String
        package let consumer: String
        package let isUsed: Bool
        package let isOutput: Bool
    }

    package static var lines: [Line] {
        let scan = nodline_gpio_scan_begin()
        defer { nodline_gpio_scan_end(scan) }
        var lines: [Line] = []
        var info = nodline_gpio_info()
        while nodline_gpio_scan_next(scan, &info) {
            let chip = String(cArray: info.place.chip)
            lines.append(Line(
                place: info.place, chip: chip.hasPrefix("/dev/") ? String(chip.dropFirst(5)) : chip,
                chipLabel: String(cArray: info.chip_label), offset: Int(info.place.offset),
                name: String(cArray: info.name), consumer: String(cArray: info.consumer),
                isUsed: info.is_used, isOutput: info.is_output))
        }
        return lines
    }
}
