import Platform

/// A light of the kernel's LED class as an output. Its trigger is switched off, and restored when this value is deinitialised.
package final class LEDOutput: OutputDevice {
    private let folder: String
    private let lit: String
    private let safe: Bool
    /// The previous trigger, if there was one.
    private var trigger: String?

    /// Puts the light into its safe state.
    /// - Parameters:
    ///   - name: the name in /sys/class/leds.
    ///   - brightness: 0 to 1, as a fraction of the maximum.
    ///   - root: /sys/class/leds, or another folder in tests.
    /// - Throws: ``OutputError`` if there is no such light, or if it cannot be written.
    package init(name: String, brightness: Double = 1, safe: Bool = false, root: String = "/sys/class/leds") throws(OutputError) {
        folder = root + "/" + name
        self.safe = safe
        let names = SysfsFile.names(in: root)
        guard names.contains(name) else {
            let nearest = NearestWord.to(name, among: names)
            throw OutputError(place: folder, call: "find", problem: names.isEmpty ? "this machine has no lights of the LED class"
                : "there is no such light" + (nearest.map { "; did you mean \($0)?" } ?? "; there are \(names.quoted)"))
        }
        let brightest = SysfsFile.number(folder + "/max_brightness") ?? 1
        // At least 1, so that the lowest brightness is visible.
        lit = String(max(1, Int((brightest * min(1, max(0, brightness))).rounded())))
        trigger = Self.trigger(in: folder)
        try SysfsFile.write("none", to: folder + "/trigger")
        try set(safe)
    }

    deinit {
        try? set(safe)
        if let trigger { try? SysfsFile.write(trigger, to: folder + "/trigger") }
    }

    package func set(_ isOn: Bool) throws(OutputError) { try SysfsFile.write(isOn ? lit : "0", to: folder + "/brightness") }

    /// The trigger in brackets in the kernel's list; `nil` for "none".
    private static func trigger(in folder: String) -> String? {
        guard let list = SysfsFile.text(folder + "/trigger", upTo: 4096),
              let begin = list.firstIndex(of: "["), let end = list[begin...].firstIndex(of: "]") else { return nil }
        let word = String(list[list.index(after: begin)..<end])
        return word == "none" ? nil : word
    }
}
