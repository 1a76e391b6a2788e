import Platform
import Power

/// Reads clocks, battery and temperature at their own intervals and feeds the governor. Battery and temperature come from devices
/// that may hang, so the loop does not wait for them.
struct BudgetKeeper {
    /// Seconds between readings of /sys, and of the clocks.
    private static let readingTime = 2.0
    private static let clockTime = 0.25

    private(set) var governor: Governor
    private(set) var battery: BatteryState?
    private(set) var temperature: Double?

    private let name: String
    private let gauge: Economy.Gauge
    private let supply: BackgroundReading<PowerSupply.Reading?>?
    private let thermometer: BackgroundReading<Double?>
    private let cpu: () -> Double
    private var account: Battery
    private var frames = 0
    private var frameCPU = 0.0
    private var nextReading = -Double.infinity
    private var nextClock = -Double.infinity
    private var wasHeld = false

    /// - Parameter cpu: CPU seconds of this process.
    init(_ configuration: Configuration, cpu: @escaping () -> Double, gauge: @escaping Economy.Gauge) {
        let name = configuration.budget.supply
        self.init(configuration, cpu: cpu, gauge: gauge, supply: name.isEmpty ? nil : gauge(name),
                  thermometer: BackgroundReading { Thermometer().read() })
    }

    /// Other budgets for the same battery: what is known about it is not forgotten.
    init(_ configuration: Configuration, insteadOf previous: BudgetKeeper) {
        guard configuration.budget.supply == previous.name else {
            self.init(configuration, cpu: previous.cpu, gauge: previous.gauge)
            return
        }
        self.init(configuration, cpu: previous.cpu, gauge: previous.gauge, supply: previous.supply, thermometer: previous.thermometer)
        (battery, temperature, account) = (previous.battery, previous.temperature, previous.account)
        account.adopt(configuration.budget.battery)
    }

    private init(_ configuration: Configuration, cpu: @escaping () -> Double, gauge: @escaping Economy.Gauge,
                 supply: BackgroundReading<PowerSupply.Reading?>?, thermometer: BackgroundReading<Double?>) {
        (self.cpu, self.gauge, self.supply, self.thermometer) = (cpu, gauge, supply, thermometer)
        name = configuration.budget.supply
        governor = Governor(ladder: configuration.ladder, budgets: configuration.budget.budgets)
        account = Battery(configuration.budget.battery)
    }

    /// A frame was processed and took this CPU time.
    mutating func add(frameCPU seconds: Double) {
        frames += 1
        frameCPU += seconds
    }

    /// The governor's decision at this moment.
    /// - Parameter isHeld: an output is held, or a hold is under way.
    mutating func poll(at now: Double, isHeld: Bool) -> Governor.Decision {
        if now >= nextReading {
            nextReading = now + Self.readingTime
            thermometer.begin()
            supply?.begin()
            if thermometer.isSilent { temperature = nil }
            if supply?.isSilent != false { battery = account.add(nil, use: governor.use ?? 0, at: now) }
        }
        if let degrees = thermometer.take() { temperature = degrees }
        if let reading = supply?.take() { battery = account.add(reading, use: governor.use ?? 0, at: now) }
        guard now >= nextClock || isHeld != wasHeld else { return Governor.Decision() }
        wasHeld = isHeld
        nextClock = now + Self.clockTime
        var measurement = Governor.Measurement(.init(time: now, cpu: cpu(), frameCPU: frameCPU, frames: frames))
        measurement.temperature = temperature
        measurement.battery = battery
        measurement.isHeld = isHeld
        return governor.add(measurement)
    }
}
