// A servo or a motor on a PWM channel of the kernel's, driven by a head's axis.
import Glibc
import Platform

/// A channel of /sys/class/pwm. It gives no pulses until it is first moved, and none when this value goes.
package final class PWMAxis: AxisDevice {
    /// The pulses that a thing understands, in seconds.
    package struct Pulses: Equatable, Sendable {
        package var period: Double
        /// Width at -1, at rest, and at 1.
        package var low: Double
        package var middle: Double
        package var high: Double

        package init(period: Double, low: Double, middle: Double, high: Double) {
            self.period = period
            self.low = low
            self.middle = middle
            self.high = high
        }

        /// What hobby servos and motor controllers of model cars take: 50 pulses a second of 1 to 2 ms, 1.5 ms in the middle.
        package static let servo = Pulses(period: 0.02, low: 0.001, middle: 0.0015, high: 0.002)
        /// A driver of a DC motor, beyond hearing: 20 kHz, from never on to always on. It turns one way only; negative values
        /// are rest.
        package static let motor = Pulses(period: 0.00005, low: 0, middle: 0, high: 0.00005)

        /// The width for a value of -1 to 1.
        package func width(_ value: Double) -> Double {
            let part = min(1, max(-1, value)), end = part < 0 ? low : high
            return min(period, max(0, middle + part.magnitude * (end - middle)))
        }
    }

    private let pulses: Pulses
    private let folder: String
    private let undoExport: (() -> Void)?
    private var isEnabled = false
    private var width = ""

    /// The channel is switched off from now on.
    /// - Parameters:
    ///   - chip: as in /sys/class/pwm, for example `pwmchip0`.
    ///   - root: /sys/class/pwm, or another folder in tests.
    /// - Throws: ``OutputFault`` where there is no such channel, it is in use, or it refuses the period.
    package init(chip: String, channel: Int, pulses: Pulses, root: String = "/sys/class/pwm") throws(OutputFault) {
        self.pulses = pulses
        let chipFolder = "\(root)/\(chip)", folder = "\(chipFolder)/pwm\(channel)"
        self.folder = folder
        if SysfsFile.names(in: folder).isEmpty {
            let chips = SysfsFile.names(in: root)
            guard chips.contains(chip) else {
                throw OutputFault(place: chipFolder, call: "find", problem: chips.isEmpty ? "this machine shows no PWM; on many "
                    + "boards an overlay switches it on" : "there is no such chip; there are \(chips.quoted)")
            }
            try SysfsFile.write("\(channel)", to: chipFolder + "/export")
            undoExport = { try? SysfsFile.write("\(channel)", to: chipFolder + "/unexport") }
            Self.waitUntilWritable(folder + "/enable")
        } else {
            undoExport = nil
        }
        try? SysfsFile.write("0", to: folder + "/enable")  // refused by one that has no period yet, which is off
        try? SysfsFile.write("0", to: folder + "/duty_cycle")  // a period is never shorter than the width
        do {
            try SysfsFile.write(Self.nanoseconds(pulses.period), to: folder + "/period")
        } catch {
            undoExport?()
            throw error
        }
    }

    deinit {
        if isEnabled { try? put(0) }
        try? SysfsFile.write("0", to: folder + "/enable")
        undoExport?()
    }

    package func move(value: Double, steps: Int) throws(OutputFault) {
        guard value.isFinite else { return try rest() }
        try put(value)
        guard !isEnabled else { return }
        try SysfsFile.write("1", to: folder + "/enable")
        isEnabled = true
    }

    /// A motor stands, a servo goes to its middle.
    package func rest() throws(OutputFault) {
        guard isEnabled else { return }
        try put(0)
    }

    private func put(_ value: Double) throws(OutputFault) {
        let width = Self.nanoseconds(pulses.width(value))
        if width != self.width { try SysfsFile.write(width, to: folder + "/duty_cycle") }
        self.width = width
    }

    private static func nanoseconds(_ seconds: Double) -> String { String(Int((seconds * 1e9).rounded())) }

    /// udev gives a channel's files to their group a moment after they have appeared.
    private static func waitUntilWritable(_ path: String) {
        for _ in 0..<50 where access(path, W_OK) != 0 { usleep(10_000) }
    }
}
