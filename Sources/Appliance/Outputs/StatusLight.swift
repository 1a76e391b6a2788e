// A light that shows how things stand, blinked by the kernel so that it costs nothing.
import FoundationEssentials
import Glibc

/// A LED class device under /sys/class/leds.
final class StatusLight {
    /// What is shown.
    enum Pattern: Equatable {
        case searching, calibrating, ready, paused, fault

        /// Milliseconds on and off; `nil` for a steady light.
        fileprivate var blink: (on: Int, off: Int)? {
            switch self {
            case .searching: (100, 900)
            case .calibrating: (250, 250)
            case .ready: nil
            case .paused: (50, 1950)
            case .fault: (60, 60)
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
    func show(_ pattern: Pattern) -> LineFault? {
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
        let text = try? String(contentsOfFile: folder + "/max_brightness", encoding: .utf8)
        return text.flatMap { Int($0.filter(\.isNumber)) }.map(String.init) ?? "1"
    }

    private func write(_ text: String, to file: String) throws(LineFault) {
        let path = folder + "/" + file
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw LineFault(line: path, call: "open", problem: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, text, text.utf8.count) >= 0 else {
            throw LineFault(line: path, call: "write", problem: String(cString: strerror(errno)))
        }
    }
}
