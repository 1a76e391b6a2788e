// What lines there are.
import CGPIOD
import Pipeline

/// All lines of all chips.
enum GPIOScan {
    struct Line {
        let place: nodline_gpio_place
        /// Without "/dev/".
        let chip: String
        let chipLabel: String
        let offset: Int
        let name: String
        let consumer: String
        let isUsed: Bool
        let isOutput: Bool
    }

    static var lines: [Line] {
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
