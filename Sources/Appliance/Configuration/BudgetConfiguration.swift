import Outputs
import Platform
import Power
import Settings

/// Budgets, from `[budget]` and `[budget.battery]`. Zero means no budget.
package struct BudgetConfiguration: Equatable, Sendable {
    /// Of one core.
    package var cpuPercent = 0.0
    /// Frames a second; a maximum of 0 means the camera's rate.
    package var minRate = 5.0
    package var maxRate = 0.0
    /// Degrees Celsius.
    package var temperatureMax = 0.0
    /// A folder of /sys/class/power_supply, or "auto"; empty to ignore batteries.
    package var supply = "auto"
    package var battery = Battery.Settings()
    /// A program with its arguments.
    package var onCritical: [String] = []

    package init() {}

    /// Whether a battery may limit the operating point.
    package var watchesBattery: Bool { !supply.isEmpty || battery.capacity > 0 }

    /// The governor's limits.
    package var budgets: Governor.Budgets {
        var budgets = Governor.Budgets()
        budgets.cpuPercent = cpuPercent > 0 ? cpuPercent : nil
        budgets.temperature = temperatureMax > 0 ? temperatureMax : nil
        budgets.lowPercent = watchesBattery ? battery.lowPercent : nil
        budgets.wattsPerCore = battery.wattsPerCore
        return budgets
    }

    /// Contradictions that the ranges of single keys cannot exclude.
    func conflicts(cameraRate: Double) -> [Conflict] {
        var conflicts: [Conflict] = []
        if minRate < 5 {
            conflicts.append(("budget.min_rate", "\(minRate.shortest) is too slow: frames 0.4 s apart count as a "
                + "stopped camera, and below 5 a second quick looks are lost; expected at least 5"))
        }
        if maxRate > 0, maxRate < OperatingLadder.heldRate {
            conflicts.append(("budget.max_rate", "\(maxRate.shortest) is less than the \(OperatingLadder.heldRate.shortest) "
                + "a second that a held output needs, so that a lost face is noticed in time; expected at least that, or 0"))
        } else if maxRate > 0, maxRate < minRate {
            conflicts.append(("budget.max_rate", "\(maxRate.shortest) is less than min_rate, which is \(minRate.shortest)"))
        }
        if maxRate > cameraRate {
            conflicts.append(("budget.max_rate", "\(maxRate.shortest) is more than the camera gives; expected at most "
                + "camera.rate, which is \(cameraRate.shortest), or 0"))
        }
        if minRate > cameraRate, minRate != BudgetConfiguration().minRate {
            conflicts.append(("budget.min_rate", "\(minRate.shortest) is more than the camera gives; expected at most "
                + "camera.rate, which is \(cameraRate.shortest)"))
        }
        return conflicts + batteryConflicts
    }

    var criticalProgram: ProgramWords { ProgramWords(onCritical, example: ["/usr/bin/systemctl", "poweroff"]) }

    private var batteryConflicts: [Conflict] {
        var conflicts: [Conflict] = []
        if battery.lowPercent <= battery.criticalPercent, battery.criticalPercent > 0 {
            conflicts.append(("budget.battery.low_percent", "\(battery.lowPercent.shortest) leaves no time to save power; expected "
                + "more than critical_percent, which is \(battery.criticalPercent.shortest)"))
        }
        if let fault = criticalProgram.fault { conflicts.append(("budget.battery.on_critical", fault)) }
        if supply.contains("/" as Character) {
            conflicts.append(("budget.battery.supply", "\(supply.quoted) is a path; expected a folder's name in "
                + "/sys/class/power_supply, \"auto\" or \"\""))
        }
        return conflicts
    }
}

extension BudgetConfiguration {
    static let keys: [ConfigurationKey<BudgetConfiguration>] = [
        .init("cpu_percent", .number(0...1600, unit: "% of a core", \.cpuPercent), """
            CPU limit, in per cent of one core; 0 means no limit. To keep it, the frame rate is lowered first, then the accuracy.
            If that is not enough, the eyes are left out: what depends on them follows eyes_unknown, and looks at zones do not count.
            """),
        .init("min_rate", .number(0...120, unit: "frames a second", \.minRate), """
            The range of frame rates, in frames a second. The rate never falls below min_rate, which is at least 5: a budget that
            cannot be kept there is reported. max_rate = 0 means camera.rate; otherwise it is 10 to camera.rate, because a held
            output needs at least 10 frames a second.
            """, showsRange: false, offer: PageOffer(.rates, 5...30, step: 1)),
        .init("max_rate", .number(0...120, unit: "frames a second", \.maxRate), .asAbove, showsRange: false, offer: PageOffer(.rates, 0...60, step: 1)),
        .init("temperature_max", .number(0...120, unit: "°C", \.temperatureMax), """
            Temperature limit for the hottest part of the board; 0 means no limit.
            """),
    ]

    static let batteryKeys: [ConfigurationKey<BudgetConfiguration>] = [
        .init("supply", .text(\.supply), """
            Which battery: a name in /sys/class/power_supply, "auto" (all that feed this board), or "" for none.
            """),
        .init("capacity_wh", .number(0...10000, unit: "Wh", \.battery.capacity), """
            Capacity of the full battery, for gauges that only give per cent, and for batteries without a gauge, which count as full
            at the start. 0 means unknown.
            """),
        .init("target_hours", .number(0...1000, unit: "h", \.battery.targetHours), """
            How long a full battery must last, counted from the start or from the moment the charger is removed; 0 means no target.
            """, misplaced: { budget in
                budget.watchesBattery ? nil : "\(budget.battery.targetHours.shortest) needs a battery; expected supply = \"auto\", or capacity_wh"
            }),
        .init("low_percent", .number(0...100, unit: "%", \.battery.lowPercent), """
            At low_percent of charge the rate is lowered step by step to the lowest. At critical_percent every output goes into its
            safe state and the camera stops, until a charger is connected or the charge is 5 % higher; 0 means never. Only outputs
            with state = "alarm" or "low-battery" go on telling that nobody can call.
            """),
        .init("critical_percent", .number(0...50, unit: "%", \.battery.criticalPercent), .asAbove),
        .init("on_critical", .texts(\.onCritical), """
            A program that is run once at critical_percent, with its arguments, for at most 30 seconds and without a shell:
            ["/usr/bin/systemctl", "poweroff"].
            """, rule: .argument),
        .init("idle_watts", .number(0.05...100, unit: "W", \.battery.idleWatts), """
            The power estimate for a battery whose gauge does not measure power: idle_watts for board and camera, plus
            watts_per_core times the use of a core.
            """),
        .init("watts_per_core", .number(0.01...100, unit: "W", \.battery.wattsPerCore), .asAbove),
    ]
}

extension Configuration {
    /// The operating points between the budget's rates, below the camera's rate.
    package var ladder: OperatingLadder {
        let top = budget.maxRate > 0 ? min(budget.maxRate, camera.rate) : camera.rate
        return OperatingLadder(accuracy: detection.accuracy, maxRate: top, minRate: min(budget.minRate, top), hasEyes: gestures.asksForEyes || gestures.gaze.isUsed)
    }
}
