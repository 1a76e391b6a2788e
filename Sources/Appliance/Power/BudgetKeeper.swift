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

    private let supply: BackgroundReading<PowerSupply.Reading?>?
    private let thermometer = BackgroundReading { Thermometer().read() }
    private let cpu: () -> Double
    private var account: Battery
    private var frames = 0
    private var frameCPU = 0.0
    private var nextReading = -Double.infinity
    private var nextClock = -Double.infinity
    private var wasHeld = false

    /// - Parameter cpu: CPU seconds of this process.
    init(_ configuration: Configuration, cpu: @escaping () -> Double) {
        self.cpu = cpu
        let budget = configuration.budget
        governor = Governor(ladder: configuration.ladder, budgets: budget.budgets)
        supply = budget.supply.isEmpty ? nil : BackgroundReading { [name = budget.supply] in PowerSupply(name: name).read() }
        account = Battery(budget.battery)
    }

    /// A frame was processed and took this CPU time.
    mutating func add(frameCPU seconds: Double) {
        frames += 1
        frameCPU += seconds
    }

    /// The governor's decision at this moment.
    /// - Parameter isHeld: an output is held, or a hold is under way.
    mutating func tend(at now: Double, isHeld: Bool) -> Governor.Decision {
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
