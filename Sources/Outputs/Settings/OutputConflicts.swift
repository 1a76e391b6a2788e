import Gestures
import Platform
import Settings

extension OutputConfiguration {
    /// Its faults beyond the ranges of single keys.
    package func conflicts(_ gestures: GestureConfiguration) -> [Conflict] {
        driveConflicts(gestures) + timeConflicts + latchConflicts + safetyConflicts + targetConflicts
    }

    /// None or several of gesture, state and feedback, or one that does not fit the action.
    private func driveConflicts(_ configuration: GestureConfiguration) -> [Conflict] {
        let drives = [("gesture", !gestures.isEmpty), ("state", state != nil), ("feedback", !feedback.isEmpty)].filter(\.1).map(\.0)
        guard drives.count == 1 else {
            return [(drives.first ?? "gesture", drives.isEmpty
                ? "is missing; expected a gesture, a state or feedback, for example gesture = \"hold-left\" or state = \"dark\""
                : "cannot be combined with \(drives.dropFirst().joined(separator: " and ")); expected one of the \(drives.count == 2 ? "two" : "three")")]
        }
        var conflicts: [Conflict] = []
        if !feedback.isEmpty, action != .pulse {
            conflicts.append(("action", "\"\(action)\" lasts, but feedback is momentary; expected \"pulse\""))
        }
        if state != nil, action == .pulse || action == .toggle {
            conflicts.append(("action", Self.stateAction(action)))
        }
        if state == .heartbeat, action == .blink {
            conflicts.append(("action", "\"blink\" continues without frames, but a heartbeat must not; leave it out and use rate"))
        }
        for gesture in gestures {
            if action == .level {
                switch gesture {
                case .hold: break
                case .stroke(let direction):
                    conflicts.append(("action", "\"level\" needs a gesture that lasts, but a stroke (\"\(direction)\") does "
                        + "not; use gesture = \"hold-\(direction)\", or action = \"pulse\" or \"toggle\""))
                case .nod, .shake:
                    conflicts.append(("action", "\"level\" needs a gesture that lasts, but a \(gesture) does not; use a hold, "
                        + "or action = \"pulse\" or \"toggle\""))
                }
            }
            if let never = configuration.whyNever(gesture) { conflicts.append(("gesture", never)) }
        }
        return conflicts
    }

    /// Why a state cannot have an action.
    static func stateAction(_ action: Action) -> String {
        "\"\(action)\" is for gestures, but a state lasts; expected \"level\" (on while it lasts) or \"blink\""
    }

    /// Times that do not fit the action or each other.
    private var timeConflicts: [Conflict] {
        let standard = OutputConfiguration(name: "")
        var conflicts: [Conflict] = []
        if action != .pulse, pulse != standard.pulse {
            conflicts.append(("pulse", "is the time of action = \"pulse\", but the action is \"\(action)\"; leave it out"))
        }
        if action != .blink, period != standard.period {
            conflicts.append(("period", "is the time of action = \"blink\", but the action is \"\(action)\"; leave it out"))
        }
        if action == .pulse, minOn > 0 {
            conflicts.append(("min_on", "has no effect on a pulse, which lasts for \(pulse.shortest) s; use pulse"))
        }
        if action == .blink {
            for (key, value) in [("min_on", minOn), ("min_off", minOff)] where value > 0 {
                conflicts.append((key, "has no effect on \"blink\", whose times follow its period; use period"))
            }
        }
        if maxOn > 0 {
            let (least, key) = action == .pulse ? (pulse, "pulse") : action == .blink ? (period, "period") : (minOn, "min_on")
            if maxOn < least {
                conflicts.append(("max_on", "\(maxOn.shortest) is less than \(key), which is \(least.shortest); expected more, or 0"))
            }
        }
        if state != .heartbeat, rate != standard.rate {
            conflicts.append(("rate", "is only for state = \"heartbeat\"; leave it out"))
        }
        if let state, [.ready, .cameraOn, .heartbeat].contains(state) {
            for (key, value) in [("min_on", minOn), ("max_on", maxOn), ("min_off", minOff)] where value > 0 {
                conflicts.append((key, "would make \"\(state.rawValue)\" show a wrong state; leave it out"))
            }
        }
        return conflicts
    }

    /// Keys of latched outputs and of interlocks, where there are none.
    private var latchConflicts: [Conflict] {
        var conflicts: [Conflict] = []
        for (key, fallback) in [("on_loss", onLoss), ("on_stale", onStale), ("on_pause", onPause)]
        where fallback == .safe && !(action.isLatched && state == nil) {
            let why = state != nil ? "a state is always followed"
                : action == .level ? "a held output always turns off" : "a pulse ends by itself"
            conflicts.append((key, "is for \"toggle\" and \"blink\" of gestures, and \(why); leave it out"))
        }
        if interlock.isEmpty {
            if deadTime != OutputConfiguration(name: "").deadTime {
                conflicts.append(("dead_time", "is the time between outputs of a group; expected interlock as well"))
            }
        } else if state != nil {
            conflicts.append(("interlock", "cannot be combined with state, which is followed whatever else is on; expected a gesture instead, or no interlock"))
        }
        return conflicts
    }

    /// Safe states that would not be safe.
    private var safetyConflicts: [Conflict] {
        guard safe else { return [] }
        var conflicts: [Conflict] = []
        if !gestures.isEmpty || !feedback.isEmpty, action != .toggle {
            conflicts.append(("safe", "true means on, but \"\(action)\" turns off when its gesture ends or the face is lost: "
                + "that would not be safe; for a line that is safe when high use active_low = true"))
        }
        if let state, [.ready, .tracking, .cameraOn].contains(state) {
            conflicts.append(("safe", "true means on, and a dead program would then show \"\(state.rawValue)\"; leave it out"))
        }
        if state == .heartbeat {
            conflicts.append(("safe", "true means on, but a heartbeat rests off; for a line that rests high use active_low = true"))
        }
        if maxOn > 0 { conflicts.append(("max_on", "would leave the safe state, which is on; expected 0 or safe = false")) }
        if !interlock.isEmpty {
            conflicts.append(("interlock", "needs outputs that are all off when they are safe; expected safe = false"))
        }
        if let target, !named.contains(where: { type(of: $0).isForCircuits }) {
            conflicts.append(("safe", "true means on, but \(target) staying on is not safe; leave it out"))
        }
        return conflicts
    }
}
