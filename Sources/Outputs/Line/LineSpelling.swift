import Platform

/// Judges what somebody wrote as a line: the kernel's name of it, or a chip and an offset.
struct LineSpelling {
    /// Bytes of the kernel's names: GPIO_MAX_NAME_SIZE without the zero at its end.
    private static let longest = 31

    /// Why no line can be called so, and what was meant; `nil` if one can.
    let fault: String?

    init(_ name: String) { fault = Self.wrongLetter(name) ?? Self.wrongPlace(name) }

    /// A letter that no name has, such as one that looks like another.
    private static func wrongLetter(_ name: String) -> String? {
        if name.first == " " || name.last == " " { return "has a space too many: \(name.quoted); expected the name alone, as \"GPIO17\"" }
        let letters = Array(name.unicodeScalars)
        guard let at = letters.firstIndex(where: { !$0.isASCII || $0 == "*" || $0 == "\"" }) else { return nil }
        let code = "U+" + String(letters[at].value, radix: 16, uppercase: true)
        let what = letters[at].isASCII ? "letter \(at + 1)" : "letter \(at + 1), \(code), which the kernel's names do not have"
        return "\(name.quoted) has \(letters[at]) (\(what)); expected the name alone, as \"GPIO17\", which `nodline lines` shows"
    }

    /// Another notation of a chip and a line, or of the old interface by files.
    private static func wrongPlace(_ name: String) -> String? {
        let plain = name.hasPrefix("/dev/") ? String(name.dropFirst(5)) : name
        let numbers = plain.split { !("0"..."9").contains($0) }.map { number in String(number.drop { $0 == "0" }.isEmpty ? "0" : number.drop { $0 == "0" }) }
        if let (chip, offset) = GPIOScan.place(plain) {
            let isNumber = chip.allSatisfy { ("0"..."9").contains($0) }, right = "\(isNumber ? "gpiochip" : "")\(chip.isEmpty ? "0" : chip):\(offset)"
            // "gpio:red:017" may be a name.
            if isNumber || chip.hasPrefix("gpiochip") || plain != name { return right == plain ? nil : noPlace(name, right) }
        }
        if plain.hasPrefix("gpiochip") { return noPlace(name, "gpiochip\(numbers.first ?? "0"):\(numbers.count > 1 ? numbers[1] : "17")") }
        if name.hasPrefix("/") {
            return "\(name.quoted) is a path; expected the kernel's name of a line, as \"GPIO\(numbers.last ?? "17")\", or a chip and a line of it, as \"gpiochip0:17\""
        }
        if plain.first == "P", numbers.count == 2, plain == "P\(numbers[0]).\(numbers[1])" {
            return "\(name.quoted) is no line; expected the kernel's name, as \("P\(numbers[0])_\(numbers[1])".quoted)"
        }
        return name.utf8.count > longest ? "\(name.quoted) has \(name.utf8.count) letters; the kernel's names have \(longest) at most" : nil
    }

    private static func noPlace(_ name: String, _ right: String) -> String {
        "\(name.quoted) is no place; expected a chip and a line of it, counted from 0, as \(right.quoted)"
    }
}
