import Glibc
import Platform
import Settings

/// A channel of /sys/class/pwm. It gives no pulses until it is enabled, and none after this value is deinitialised.
package final class PWMChannel {
    private let folder: String
    private let undoExport: (() -> Void)?
    private(set) var isEnabled = false
    private var width = ""

    /// Requests the channel, switched off.
    /// - Parameters:
    ///   - period: period of the pulses, in seconds.
    ///   - root: /sys/class/pwm, or another folder in tests.
    /// - Throws: ``OutputError`` if there is no such channel, if it is in use, or if it refuses the period.
    init(_ address: Address, period: Double, root: String) throws(OutputError) {
        let chipFolder = "\(root)/\(address.chip)", folder = "\(chipFolder)/pwm\(address.number)"
        self.folder = folder
        if SysfsFile.names(in: folder).isEmpty {
            let chips = SysfsFile.names(in: root)
            guard chips.contains(address.chip) else {
                throw OutputError(place: chipFolder, call: "find", problem: chips.isEmpty ? "this machine has no PWM channel; on many "
                    + "boards an overlay enables it" : "there is no such chip; there are \(chips.quoted)")
            }
            do {
                try SysfsFile.write("\(address.number)", to: chipFolder + "/export")
            } catch {
                throw OutputError(place: error.place, call: error.call, problem: error.problem + "; the chip has no such channel, or a driver of the kernel uses it, as for "
                    + "a fan: sudo cat /sys/kernel/debug/pwm says which")
            }
            undoExport = { try? SysfsFile.write("\(address.number)", to: chipFolder + "/unexport") }
            Self.waitUntilWritable(folder + "/enable")
        } else {
            undoExport = nil
        }
        try? disable()  // fails for a channel without a period, which is off
        try? SysfsFile.write("0", to: folder + "/duty_cycle")  // the period must not be shorter than the pulse
        do {
            try SysfsFile.write(Self.nanoseconds(period), to: folder + "/period")
        } catch {
            undoExport?()
            throw error
        }
    }

    deinit {
        try? disable()
        undoExport?()
    }

    /// - Parameter seconds: length of each pulse, at most the period.
    func set(width seconds: Double) throws(OutputError) {
        let width = Self.nanoseconds(seconds)
        if width != self.width { try SysfsFile.write(width, to: folder + "/duty_cycle") }
        self.width = width
    }

    func enable() throws(OutputError) {
        guard !isEnabled else { return }
        try SysfsFile.write("1", to: folder + "/enable")
        isEnabled = true
    }

    func disable() throws(OutputError) {
        try SysfsFile.write("0", to: folder + "/enable")
        isEnabled = false
    }

    private static func nanoseconds(_ seconds: Double) -> String { String(Int((seconds * 1e9).rounded())) }

    /// udev assigns a channel's files to their group a moment after they appear.
    private static func waitUntilWritable(_ path: String) {
        for _ in 0..<50 where access(path, W_OK) != 0 { usleep(10_000) }
    }
}

extension PWMChannel {
    /// Chip and channel, for example "pwmchip0:1".
    package struct Address: Equatable, Sendable {
        /// Name of a folder of /sys/class/pwm.
        package let chip: String
        package let number: Int

        /// Channels of all chips together, by the kernel (MAX_PWMS).
        private static let most = 1024

        package init?(_ word: String) {
            let parts = word.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].hasPrefix("pwmchip"), !parts[0].contains("/" as Character), let number = Int(parts[1]), "\(number)" == parts[1],
                  (0..<Self.most).contains(number) else { return nil }
            (chip, self.number) = (String(parts[0]), number)
        }

        /// The channel of a configured word.
        init(configured word: String) throws(OutputError) {
            guard let address = Self(word) else {
                throw OutputError(place: "pwm \(word)", call: "find", problem: "expected chip and channel, as in pwmchip0:1")
            }
            self = address
        }

        /// The conflict of a word that does not name a channel.
        static func conflicts(_ word: String, of key: String) -> [Conflict] {
            guard Self(word) == nil else { return [] }
            return [(key, "\(word.quoted) is not a channel; expected chip and number of /sys/class/pwm, for example \"pwmchip0:1\"")]
        }
    }
}
