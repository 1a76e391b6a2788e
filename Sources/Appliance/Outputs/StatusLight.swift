// A light that shows how things stand, blinked by the kernel so that it costs nothing.
import Pipeline

/// A LED class device under /sys/class/leds.
final class StatusLight {
    /// What is shown.
    enum Pattern: String {
        case searching, calibrating, ready, paused, fault, critical

        /// Milliseconds on and off; `nil` for a steady light.
        fileprivate var blink: (on: Int, off: Int)? {
            switch self {
            case .searching: (100, 900)
            case .calibrating: (250, 250)
            case .ready: nil
            case .paused: (50, 1950)
            case .fault: (60, 60)
            case .critical: (50, 4950)
            }
        }
    }

    private let folder: String
    private var shown: Pattern?
    private var isBroken = false

    /// - Parameter root: /sys/class/leds, or another folder in tests.
    init(name: String, root: String = "/sys/class/leds") {
        folder = root + "/" + name
    }

    /// Shows a pattern; gives a fault the first time that it cannot.
    func show(_ pattern: Pattern) -> OutputFault? {
        guard pattern != shown, !isBroken else { return nil }
        shown = pattern
        do {
            if let blink = pattern.blink {
                try write("timer", to: "trigger")
                try write("\(blink.on)", to: "delay_on")
                try write("\(blink.off)", to: "delay_off")
            } else {
                try write("none", to: "trigger")
                try write(brightest, to: "brightness")  // 1 of 255 would be hardly seen
            }
            return nil
        } catch {
            isBroken = true
            return error
        }
    }

    /// Switches the light off.
    func off() {
        guard !isBroken else { return }
        try? write("none", to: "trigger")
        try? write("0", to: "brightness")
    }

    private var brightest: String {
        SysfsFile.number(folder + "/max_brightness").flatMap(Int.init(exactly:)).map(String.init) ?? "1"
    }

    private func write(_ text: String, to file: String) throws(OutputFault) {
        try SysfsFile.write(text, to: folder + "/" + file)
    }
}
