import Platform

/// Reads the batteries in /sys/class/power_supply (the kernel's Documentation/ABI/testing/sysfs-class-power). Any value may be
/// missing or implausible; it is then `nil`.
public struct PowerSupply: Sendable {
    /// The values of all batteries together.
    public struct Reading: Equatable, Sendable {
        /// Charge, 0 to 100 %.
        public var percent: Double?
        /// Watt-hours left.
        public var wattHours: Double?
        /// Watts drawn.
        public var watts: Double?
        /// It is charging, or full with a charger connected.
        public var isCharging = false

        public init(percent: Double? = nil, wattHours: Double? = nil, watts: Double? = nil, isCharging: Bool = false) {
            self.percent = percent
            self.wattHours = wattHours
            self.watts = watts
            self.isCharging = isCharging
        }
    }

    private let root: String
    private let name: String

    /// - Parameters:
    ///   - name: a folder of `root`; "auto" means all batteries that feed this machine.
    ///   - root: /sys/class/power_supply, or a test folder.
    public init(name: String = "auto", root: String = "/sys/class/power_supply") {
        self.name = name
        self.root = root
    }

    /// The present values; `nil` without a battery.
    public func read() -> Reading? {
        let names = SysfsFile.names(in: root)
        let batteries = names.filter { name == "auto" ? isOwnBattery($0) : $0 == name }
        let packs = batteries.map(pack)
        guard !packs.isEmpty else { return nil }
        var reading = Reading()
        let known = packs.filter { $0.fullWattHours != nil }
        if known.count == packs.count {
            let left = packs.reduce(0) { $0 + ($1.wattHours ?? 0) }, full = packs.reduce(0) { $0 + ($1.fullWattHours ?? 0) }
            reading.wattHours = left
            reading.percent = left / full * 100
        }
        // The gauge's own percentage is better than the quotient: it accounts for the discharge curve and for the "empty" level.
        let percents = packs.compactMap(\.percent)
        if percents.count == packs.count, packs.count == 1 || reading.percent == nil {
            reading.percent = percents.reduce(0, +) / Double(percents.count)
        }
        let watts = packs.compactMap(\.watts)
        if !watts.isEmpty { reading.watts = watts.reduce(0, +) }
        reading.isCharging = isCharging(packs, names)
        return reading
    }

    private struct Pack {
        var percent: Double?
        var wattHours: Double?
        var fullWattHours: Double?
        var watts: Double?
        var status: String?
    }

    private func isOwnBattery(_ name: String) -> Bool {
        text(name, "type") == "Battery" && text(name, "scope") != "Device" && text(name, "present") != "0"
    }

    private func pack(_ name: String) -> Pack {
        var pack = Pack()
        pack.status = text(name, "status")
        pack.percent = number(name, "capacity", in: 0...100)
        let volts = micro(name, "voltage_now", in: 1...100) ?? micro(name, "voltage_avg", in: 1...100)
        let design = micro(name, "voltage_min_design", in: 1...100) ?? volts
        // The kernel's energy, or its charge at the pack's design voltage; from 0.1 Wh to 10 kWh.
        if let full = micro(name, "energy_full", in: 0.1...10_000), let now = micro(name, "energy_now", in: 0...full * 1.2) {
            (pack.wattHours, pack.fullWattHours) = (min(now, full), full)
        } else if let design, let full = micro(name, "charge_full", in: 0.02...1_000),
                  let now = micro(name, "charge_now", in: 0...full * 1.2) {
            (pack.wattHours, pack.fullWattHours) = (min(now, full) * design, full * design)
        }
        if let percent = pack.percent, let full = pack.fullWattHours {
            // If the energy counter contradicts the gauge it was probably never set: the gauge's percentage counts.
            if abs((pack.wattHours ?? 0) / full * 100 - percent) > 25 { pack.wattHours = full * percent / 100 }
        }
        // Drivers disagree on the sign of the power.
        let power = micro(name, "power_now", in: -500...500).map(abs)
        let current = (micro(name, "current_now", in: -100...100) ?? micro(name, "current_avg", in: -100...100)).map(abs)
        let watts = power ?? current.flatMap { amperes in volts.map { amperes * $0 } }
        pack.watts = watts.flatMap { $0 >= 0.02 ? $0 : nil }  // no board runs on less than this
        return pack
    }

    /// The battery's own status counts; without one, whether a charger is connected.
    private func isCharging(_ packs: [Pack], _ names: [String]) -> Bool {
        let words = packs.compactMap(\.status)
        if words.contains("Discharging") { return false }
        if words.contains("Charging") || words.contains("Full") { return true }
        return names.contains { name in
            let type = text(name, "type") ?? ""
            return (type == "Mains" || type.hasPrefix("USB")) && number(name, "online", in: 1...2) != nil
        }
    }

    private func text(_ name: String, _ file: String) -> String? { SysfsFile.text("\(root)/\(name)/\(file)") }

    private func number(_ name: String, _ file: String, in range: ClosedRange<Double>) -> Double? {
        SysfsFile.number("\(root)/\(name)/\(file)").flatMap { range.contains($0) ? $0 : nil }
    }

    /// A value that the kernel gives in millionths.
    private func micro(_ name: String, _ file: String, in range: ClosedRange<Double>) -> Double? {
        SysfsFile.number("\(root)/\(name)/\(file)").map { $0 * 1e-6 }.flatMap { range.contains($0) ? $0 : nil }
    }
}
