// What a running appliance spends: the operating point, the stopped camera, the empty battery.
import Gestures
import Platform
import Power

/// Decides how much is done, and says so. The main loop asks it once a round and does what it wants.
final class Economy {
    private let configuration: Configuration
    private let command: BoundedCommand
    private var keeper: BudgetKeeper
    private var idle: DeepIdle
    private var hasRunCommand = false
    /// The name that was reported last, and what the governor has decided since.
    private var reported: String
    private var decision = Governor.Decision()

    /// The battery is so low that nothing may be done any more.
    private(set) var isCritical = false

    /// - Parameter cpu: CPU seconds of this process.
    init(_ configuration: Configuration, cpu: @escaping () -> Double) {
        self.configuration = configuration
        command = BoundedCommand(configuration.budget.onCritical, limit: 30, outlivesUs: true)
        keeper = BudgetKeeper(configuration, cpu: cpu)
        idle = DeepIdle(after: configuration.camera.idleAfter, every: configuration.camera.idleLook)
        reported = keeper.governor.point.name
    }

    /// Accuracy and rate that are to be used.
    var point: OperatingPoint { keeper.governor.point }

    /// A camera that is not wanted is to be stopped.
    var wantsCamera: Bool { !isCritical && idle.wantsCamera }

    /// The point's name; "idle" with nobody there, "stopped" with an empty battery.
    private var name: String { isCritical ? "stopped" : idle.isIdle ? "idle" : point.name }

    /// A frame was worked on: at a moment, for so many CPU seconds.
    func add(frameAt time: Double, cpu: Double) {
        keeper.add(frameCPU: cpu)
        idle.add(frameAt: time)
    }

    /// A button was pressed.
    func wake(at time: Double) { idle.wake(at: time) }

    /// So little is left that everything is done at the lowest rate.
    var isBatteryLow: Bool {
        guard let battery = keeper.battery, !battery.isCharging, let percent = battery.percent else { return false }
        return percent <= configuration.budget.battery.lowPercent
    }

    /// Looks at clocks, battery and temperature, and decides.
    /// - Parameter isHeld: something is on or moves that a lost face must end in time.
    func decide(at now: Double, isHeld: Bool, _ recognizer: GestureRecognizer) {
        decision = keeper.tend(at: now, isHeld: isHeld)
        idle.advance(to: now, isSomebodyThere: recognizer.isFacePresent)
        isCritical = keeper.battery?.isCritical ?? false
    }

    /// Says what has changed, and runs the command of an empty battery: after what was decided has been done.
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

    /// Adds what is known to the figures of a second.
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
