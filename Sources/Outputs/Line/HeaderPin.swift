/// The lines of a Raspberry Pi's header that anybody may wire something to (hardware/boards.md): the firmware neither pulls them up nor
/// uses them, so that nothing is on before the program starts.
package struct HeaderPin: Equatable, Sendable {
    /// "GPIO17".
    package let line: String
    /// The place on the header.
    package let pin: Int

    package static let all: [HeaderPin] = [
        (17, 11), (22, 15), (24, 18), (27, 13), (23, 16), (25, 22), (16, 36), (20, 38), (21, 40), (26, 37), (12, 32), (13, 33), (18, 12), (19, 35),
    ].map { HeaderPin(line: "GPIO\($0.0)", pin: $0.1) }

    /// Where the processor's PWM comes out, on some models.
    private static let ofPWM: Set = ["GPIO12", "GPIO13", "GPIO18", "GPIO19"]

    /// Those that are free, the most usual ones first.
    /// - Parameters:
    ///   - lines: the kernel's.
    ///   - taken: the names of lines that outputs and buttons use already.
    ///   - hasPWM: axes use the processor's PWM.
    package static func free(among lines: [GPIOScan.Line], taken: [String], hasPWM: Bool) -> [HeaderPin] {
        let ofBoard = lines.filter { $0.chipLabel.hasPrefix("pinctrl-bcm2") || $0.chipLabel.hasPrefix("pinctrl-rp1") }
        let places = Set(taken.map { GPIOScan.place(of: $0, among: lines) })
        return unused(taken, hasPWM).filter { pin in
            let found = ofBoard.filter { $0.name == pin.line }
            guard found.count == 1, let line = found.first, !places.contains(line.place) else { return false }
            return !line.isUsed || line.consumer == "nodline"  // what it let go of may be free a moment later
        }
    }

    /// Those that nothing is configured for.
    package static func unused(_ taken: [String], _ hasPWM: Bool) -> [HeaderPin] {
        all.filter { !taken.contains($0.line) && !(hasPWM && ofPWM.contains($0.line)) }
    }
}
