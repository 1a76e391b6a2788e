// A light of the kernel's LED class as an output.
import Platform

/// Takes a light from whatever the kernel shows on it, and gives it back when this value goes.
package final class LEDOutput: OutputDevice {
    private let folder: String
    private let lit: String
    private let safe: Bool
    /// What triggered it before, where something did.
    private var trigger: String?

    /// The light is in its safe state from now on.
    /// - Parameters:
    ///   - name: as in /sys/class/leds.
    ///   - brightness: 0 to 1, of what the light can do.
    ///   - root: /sys/class/leds, or another folder in tests.
    /// - Throws: ``OutputFault`` where there is no such light, or it may not be written.
    package init(name: String, brightness: Double = 1, safe: Bool = false, root: String = "/sys/class/leds") throws(OutputFault) {
        folder = root + "/" + name
        self.safe = safe
        let names = SysfsFile.names(in: root)
        guard names.contains(name) else {
            let nearest = NearestWord.to(name, among: names)
            throw OutputFault(place: folder, call: "find", problem: names.isEmpty ? "this machine has no lights of the LED class"
                : "there is no such light" + (nearest.map { "; did you mean \($0)?" } ?? "; there are \(names.quoted)"))
        }
        let brightest = SysfsFile.number(folder + "/max_brightness") ?? 1
        // The weakest light that was asked for is still a light.
        lit = String(max(1, Int((brightest * min(1, max(0, brightness))).rounded())))
        trigger = Self.trigger(in: folder)
        try SysfsFile.write("none", to: folder + "/trigger")
        try set(safe)
    }

    deinit {
        try? set(safe)
        if let trigger { try? SysfsFile.write(trigger, to: folder + "/trigger") }
    }

    package func set(_ isOn: Bool) throws(OutputFault) { try SysfsFile.write(isOn ? lit : "0", to: folder + "/brightness") }

    /// The trigger in brackets of a list that may be long; `nil` for none.
    private static func trigger(in folder: String) -> String? {
        guard let list = SysfsFile.text(folder + "/trigger", upTo: 4096),
              let begin = list.firstIndex(of: "["), let end = list[begin...].firstIndex(of: "]") else { return nil }
        let word = String(list[list.index(after: begin)..<end])
        return word == "none" ? nil : word
    }
}
