import Platform

/// The state of the battery at a moment.
public struct BatteryState: Equatable, Sendable {
    /// Charge, 0 to 100 %.
    public var percent: Double?
    /// The charge comes from a gauge rather than from an estimate of the energy used.
    public var isGauged = true
    public var isCharging = false
    /// Watts drawn: measured by the gauge, or estimated.
    public var watts: Double
    /// Hours left at the present power, if the remaining energy is known.
    public var hoursLeft: Double?
    /// The power in watts at which the battery lasts as long as configured.
    public var allowedWatts: Double?
    /// The battery is so low that the appliance must stop.
    public var isCritical = false

    public init(percent: Double? = nil, watts: Double, allowedWatts: Double? = nil) {
        self.percent = percent
        self.watts = watts
        self.allowedWatts = allowedWatts
    }
}

/// Battery accounting. A value: readings go in with their times.
///
/// The power is the gauge's if it has one, smoothed over a minute. Otherwise, once the charge has fallen by 3 % over at least 10
/// minutes and the capacity is known, it is computed from that fall; until then it is estimated: `idleWatts + wattsPerCore × use of a
/// core`. Without any gauge the battery is assumed to have been full at the start, and the estimate is subtracted from `capacity`;
/// such an estimate never counts as critical.
public struct Battery: Sendable {
    /// The configured values.
    public struct Settings: Equatable, Sendable {
        /// Watt-hours of a full battery; 0 if unknown.
        public var capacity = 0.0
        /// Hours that it must last from full, or from when the charger was unplugged; 0 for no target.
        public var targetHours = 0.0
        /// Charge in per cent at which the lowest rung is approached, and at which the appliance stops; 0 means never.
        public var lowPercent = 15.0
        public var criticalPercent = 5.0
        /// Watts of the idle board with its camera, and the additional watts of one fully used core.
        public var idleWatts = 0.9
        public var wattsPerCore = 0.6

        public init() {}
    }

    private static let smoothing = 60.0
    private static let least = (fall: 3.0, time: 600.0)
    /// Successive readings that must be critical: gauges sometimes give a wrong value.
    private static let criticalReadings = 3
    private static let recovered = 5.0
    /// The shortest time that is planned for, in hours.
    private static let shortest = 0.1

    private var settings: Settings
    private var last: Double?
    /// The gauge's last values: if it stops answering, nothing is taken back.
    private var known: PowerSupply.Reading?
    private var watts: Double?
    private var used = 0.0
    /// Since when it has been without a charger, and the charge then.
    private var unplugged: (time: Double, percent: Double?)?
    private var lowReadings = 0
    private var isCritical = false

    public init(_ settings: Settings) {
        self.settings = settings
    }

    /// Judges the same battery by other settings from now on.
    public mutating func adopt(_ settings: Settings) {
        self.settings = settings
        if settings.criticalPercent == 0 { (lowReadings, isCritical) = (0, false) }
    }

    /// Takes a reading (`nil` without a gauge) and the use of a core; returns `nil` if nothing is known about a battery.
    public mutating func add(_ reading: PowerSupply.Reading?, use: Double, at time: Double) -> BatteryState? {
        let reading = remember(reading)
        guard reading != nil || settings.capacity > 0 else { return nil }
        let passed = last.map { max(0, time - $0) } ?? 0
        last = time
        let isCharging = reading?.isCharging ?? false
        if isCharging { unplugged = nil } else if unplugged == nil { unplugged = (time, reading?.percent) }
        let drawn = power(reading, use, at: time, after: passed)
        used += drawn * passed / 3600

        let percent = reading == nil ? max(0, 100 * (1 - used / settings.capacity)) : reading?.percent
        judge(reading)
        var state = BatteryState(percent: percent, watts: drawn)
        state.isGauged = reading != nil
        state.isCharging = isCharging
        state.isCritical = isCritical
        let left = reading?.wattHours ?? (settings.capacity > 0 ? percent.map { settings.capacity * $0 / 100 } : nil)
        guard !isCharging, let left else { return state }
        state.hoursLeft = left / drawn
        if settings.targetHours > 0, let unplugged {
            let wanted = settings.targetHours - (time - unplugged.time) / 3600
            // The target time has been reached: the remaining energy may be used without a limit.
            if wanted > 0 { state.allowedWatts = left / max(wanted, Self.shortest) }
        }
        return state
    }

    private mutating func remember(_ reading: PowerSupply.Reading?) -> PowerSupply.Reading? {
        guard var reading else {
            known?.watts = nil
            return known
        }
        if reading.percent == nil { reading.percent = known?.percent }
        if reading.wattHours == nil, let known = known?.wattHours { reading.wattHours = known }
        known = reading
        return reading
    }

    private mutating func power(_ reading: PowerSupply.Reading?, _ use: Double, at time: Double, after passed: Double) -> Double {
        if let now = reading?.watts, reading?.isCharging == false {
            let known = watts ?? now
            watts = known + (now - known) * min(1, passed / Self.smoothing)
            return watts ?? now
        }
        watts = nil
        if settings.capacity > 0, let unplugged, let from = unplugged.percent, let percent = reading?.percent,
           time - unplugged.time >= Self.least.time, from - percent >= Self.least.fall {
            return (from - percent) / 100 * settings.capacity / ((time - unplugged.time) / 3600)
        }
        return settings.idleWatts + settings.wattsPerCore * use
    }

    private mutating func judge(_ reading: PowerSupply.Reading?) {
        guard let reading, !reading.isCharging else {
            (lowReadings, isCritical) = (0, false)
            return
        }
        guard let percent = reading.percent else { return }
        let isLow = settings.criticalPercent > 0 && percent <= settings.criticalPercent
        lowReadings = isLow ? lowReadings + 1 : 0
        if lowReadings >= Self.criticalReadings { isCritical = true }
        if percent >= settings.criticalPercent + Self.recovered { isCritical = false }
    }
}
