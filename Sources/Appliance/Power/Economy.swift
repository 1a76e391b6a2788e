import Gestures
import Platform
import Power

/// Decides the operating point, when the camera is stopped, and when an empty battery ends everything. The main loop asks it once a
/// turn and carries that out.
package final class Economy {
    /// Reads the batteries of a name; gives `nil` if there is none.
    package typealias Gauge = @Sendable (String) -> BackgroundReading<PowerSupply.Reading?>

    /// Reads those of this machine.
    package static let batteries: Gauge = { name in BackgroundReading { PowerSupply(name: name).read() } }

    private let configuration: Configuration
    private let cpu: () -> Double
    private let command: BoundedCommand
    private var keeper: BudgetKeeper
    private var idle: DeepIdle
    private var hasRunCommand = false
    /// The name that was reported last, and the governor's decisions since.
    private var reported: String
    private var decision = Governor.Decision()

    /// The battery is so low that everything is stopped.
    private(set) var isCritical = false

    /// - Parameter cpu: CPU seconds of this process.
    convenience init(_ configuration: Configuration, cpu: @escaping () -> Double, gauge: @escaping Gauge) {
        self.init(configuration, cpu, BudgetKeeper(configuration, cpu: cpu, gauge: gauge), Self.command(configuration))
    }

    /// Another configuration; the battery stays as empty as it was, and what was done about that is not done again.
    convenience init(_ new: Configuration, insteadOf previous: Economy) {
        let isSameCommand = new.budget.onCritical == previous.configuration.budget.onCritical
        self.init(new, previous.cpu, BudgetKeeper(new, insteadOf: previous.keeper), isSameCommand ? previous.command : Self.command(new))
        hasRunCommand = previous.hasRunCommand
        isCritical = previous.isCritical
        if isCritical { reported = previous.reported }
    }

    private init(_ configuration: Configuration, _ cpu: @escaping () -> Double, _ keeper: BudgetKeeper, _ command: BoundedCommand) {
        (self.configuration, self.cpu, self.keeper, self.command) = (configuration, cpu, keeper, command)
        idle = DeepIdle(after: configuration.camera.idleAfter, every: configuration.camera.idleLook)
        reported = keeper.governor.point.name
    }

    private static func command(_ configuration: Configuration) -> BoundedCommand {
        BoundedCommand(configuration.budget.onCritical, limit: 30, outlivesUs: true)
    }

    /// The accuracy and rate to use.
    var point: OperatingPoint { keeper.governor.point }

    /// Whether the camera should run.
    var wantsCamera: Bool { !isCritical && idle.wantsCamera }

    /// The point's name; "idle" while nobody is there, "stopped" with an empty battery.
    private var name: String { isCritical ? "stopped" : idle.isIdle ? "idle" : point.name }

    /// A frame was processed at this time and took this CPU time.
    func add(frameAt time: Double, cpu: Double) {
        keeper.add(frameCPU: cpu)
        idle.add(frameAt: time)
    }

    /// A button was pressed.
    func wake(at time: Double) { idle.wake(at: time) }

    /// Whether the charge is so low that the governor goes down to the lowest rung.
    var isBatteryLow: Bool {
        guard let battery = keeper.battery, !battery.isCharging, let percent = battery.percent else { return false }
        return percent <= configuration.budget.battery.lowPercent
    }

    /// Checks clocks, battery and temperature, and decides.
    /// - Parameter isHeld: something is on or moves that a lost face must end in time.
    func decide(at now: Double, isHeld: Bool, _ recognizer: GestureRecognizer) {
        decision = keeper.poll(at: now, isHeld: isHeld)
        idle.advance(to: now, isSomebodyThere: recognizer.isFacePresent)
        isCritical = keeper.battery?.isCritical ?? false
    }

    /// Reports changes and runs the command for an empty battery, after the main loop has carried out the decisions.
    func report(at now: Double, _ emit: (ApplianceEvent) -> Void) {
        if let unmet = decision.unmet { emit(.fault(time: now, what: .budgetUnmet, detail: unmet.words(at: point))) }
        let wasStopped = reported == "stopped"
        if name != reported {
            let reason = isCritical ? Governor.Reason.battery.rawValue : idle.isIdle ? "nobody"
                : decision.change?.reason.rawValue ?? keeper.governor.limitedBy.rawValue
            emit(.operatingPoint(time: now, from: reported, to: name, reason: reason))
            reported = name
        }
        if isCritical, !wasStopped { announceCritical(at: now, emit) }
        do { try command.poll(at: now) } catch { emit(.fault(time: now, what: .commandFailed, detail: error.description)) }
    }

    /// Adds the known values to the figures of a second.
    func annotate(_ stats: inout ApplianceEvent.Stats) {
        stats.operatingPoint = name
        stats.limitedBy = keeper.governor.limitedBy.rawValue
        stats.batteryPercent = keeper.battery?.percent
        stats.hoursLeft = keeper.battery?.hoursLeft
        stats.temperature = keeper.temperature
    }

    private func announceCritical(at now: Double, _ emit: (ApplianceEvent) -> Void) {
        let percent = keeper.battery?.percent.map { "\(NumberFormat.text($0, decimals: 1)) %" } ?? "unknown"
        emit(.fault(time: now, what: .batteryCritical, detail: "charge \(percent), critical_percent is "
            + "\(configuration.budget.battery.criticalPercent.shortest): outputs are safe and the camera is off until a "
            + "charger is connected"))
        guard !hasRunCommand else { return }
        hasRunCommand = true
        do { try command.start(at: now) } catch { emit(.fault(time: now, what: .commandFailed, detail: error.description)) }
    }
}

extension Governor.Unmet {
    fileprivate func words(at point: OperatingPoint) -> String {
        let measured = NumberFormat.text(measured, decimals: 1), budget = NumberFormat.text(budget, decimals: 1)
        return switch reason {
        case .battery: "the board draws \(measured) W, but only \(budget) W last for budget.battery.target_hours; "
            + "it stays at \(point.name), the lowest point that budget.min_rate allows"
        default: "\(measured) % of a core are used, but budget.cpu_percent is \(budget); it stays at \(point.name), the "
            + "lowest point that budget.min_rate allows"
        }
    }
}
