import Glibc
import Outputs
import Platform

/// A status light: an LED class device under /sys/class/leds. The kernel makes it blink, which costs the program nothing.
package final class StatusLight {
    private let folder: String
    private var shown: StatusPattern?
    /// The pattern whose trigger is set, and since when the trigger's files are awaited.
    private var begun: (pattern: StatusPattern, at: Double)?
    private var isBroken = false

    /// - Parameter root: /sys/class/leds, or a test folder.
    package init(name: String, root: String = "/sys/class/leds") {
        folder = root + "/" + name
    }

    /// Shows a pattern; returns a fault at the first failure.
    package func show(_ pattern: StatusPattern) -> OutputError? {
        guard pattern != shown, !isBroken else { return nil }
        do {
            if let blink = pattern.blink {
                if begun?.pattern != pattern {
                    try write("timer", to: "trigger")
                    begun = (pattern, MonotonicClock.now)
                    shown = nil
                }
                if isWaitingForUdev { return nil }
                try write("\(blink.on)", to: "delay_on")
                try write("\(blink.off)", to: "delay_off")
            } else {
                try write("none", to: "trigger")
                try write(brightest, to: "brightness")  // 1 of 255 would hardly be visible
            }
            shown = pattern
            begun = nil
            return nil
        } catch {
            isBroken = true
            return error
        }
    }

    /// Whether to show the pattern again soon, because its files were not there yet.
    var waits: Bool { begun != nil && !isBroken }

    /// Switches the light off.
    package func off() {
        guard !isBroken else { return }
        try? write("none", to: "trigger")
        try? write("0", to: "brightness")
    }

    /// udev changes the group of a trigger's files a moment after they appear; until then the next call tries again.
    private var isWaitingForUdev: Bool {
        guard let begun, MonotonicClock.now - begun.at < 2 else { return false }
        return access(folder + "/delay_off", W_OK) != 0 && errno == EACCES
    }

    private var brightest: String {
        SysfsFile.number(folder + "/max_brightness").flatMap(Int.init(exactly:)).map(String.init) ?? "1"
    }

    private func write(_ text: String, to file: String) throws(OutputError) {
        try SysfsFile.write(text, to: folder + "/" + file)
    }
}
