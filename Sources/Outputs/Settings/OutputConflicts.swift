import Gestures
import Platform
import Settings

extension OutputConfiguration {
    /// The conflicts beyond the ranges of single keys.
    package func conflicts(_ gestures: GestureConfiguration) -> [Conflict] {
        driveConflicts(gestures) + longestConflicts + safetyConflicts + targetConflicts
    }

    /// Conflicts of gesture, state and feedback: none or several of them, or one that does not fit the action.
    private func driveConflicts(_ configuration: GestureConfiguration) -> [Conflict] {
        let drives = [("gesture", !gestures.isEmpty), ("state", state != nil), ("feedback", !feedback.isEmpty)].filter(\.1).map(\.0)
        guard drives.count == 1 || drives.isEmpty && call else {
            return [(drives.first ?? "gesture", drives.isEmpty
                ? "is missing; expected a gesture, a state or feedback, for example gesture = \"hold-left\" or state = \"dark\""
                : "cannot be combined with \(drives.dropFirst().joined(separator: " and ")); expected one of the \(drives.count == 2 ? "two" : "three")")]
        }
        var conflicts = callConflicts
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
                case .hold, .holdTilt, .holdExpression, .gaze: break
                case .look, .tilt, .expression:
                    conflicts.append(("action", "\"level\" needs a gesture that lasts, but \"\(gesture)\" does "
                        + "not; use gesture = \"hold-\(gesture)\", or action = \"pulse\" or \"toggle\""))
                case .nod, .shake, .taught:
                    conflicts.append(("action", "\"level\" needs a gesture that lasts, but \"\(gesture)\" does not; use a hold, "
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

    /// Conflicts of Call, which comes from a page: it begins a pulse and ends none, and what moves something belongs to the head.
    private var callConflicts: [Conflict] {
        guard call else { return [] }
        if state != nil || !feedback.isEmpty {
            return [("call", "cannot be combined with \(state != nil ? "state" : "feedback"); expected a gesture beside it, or nothing")]
        }
        if action != .pulse { return [("call", "needs action = \"pulse\", which ends by itself, but the action is \"\(action)\"; expected another output for it")] }
        if !interlock.isEmpty { return [("call", "cannot be combined with interlock: what must not be on together is switched by gestures alone")] }
        return []
    }

    /// Conflict of a longest time that is shorter than another one.
    private var longestConflicts: [Conflict] {
        let (least, key) = action == .pulse ? (pulse, "pulse") : action == .blink ? (period, "period") : (minOn, "min_on")
        guard maxOn > 0, maxOn < least else { return [] }
        return [("max_on", "\(maxOn.shortest) is less than \(key), which is \(least.shortest); expected more, or 0")]
    }

    /// Conflicts of safe states that would not be safe.
    private var safetyConflicts: [Conflict] {
        guard safe else { return [] }
        var conflicts: [Conflict] = []
        if !gestures.isEmpty || !feedback.isEmpty || call, action != .toggle {
            conflicts.append(("safe", "true means on, but \"\(action)\" turns off when its gesture ends or the face is lost: "
                + "that would not be safe; for a line that is safe when high use active_low = true"))
        }
        if let state, [.ready, .tracking, .recognised, .cameraOn, .watched, .recording].contains(state) {
            conflicts.append(("safe", "true means on, and a dead program would then show \"\(state.rawValue)\"; leave it out"))
        }
        if state == .heartbeat {
            conflicts.append(("safe", "true means on, but a heartbeat rests off; for a line that rests high use active_low = true"))
        }
        if let target, !named.contains(where: { type(of: $0).isForCircuits }) {
            conflicts.append(("safe", "true means on, but \(target) staying on is not safe; leave it out"))
        }
        return conflicts
    }
}

// MARK: - Keys that do not fit the others

extension OutputConfiguration {
    /// The refusal of a time that only one action has.
    static func only(_ needed: Action) -> @Sendable (OutputConfiguration) -> String? {
        { $0.action == needed ? nil : "is the time of action = \"\(needed)\", but the action is \"\($0.action)\"; leave it out" }
    }

    /// Why a blinking output cannot have a shortest time.
    var blinkingRefusal: String? {
        action == .blink ? "has no effect on \"blink\", whose times follow its period; use period" : nil
    }

    /// Why the output of a state cannot have shortest or longest times.
    var shownStateRefusal: String? {
        guard let state, [.ready, .cameraOn, .watched, .recording, .heartbeat].contains(state) else { return nil }
        return "would make \"\(state.rawValue)\" show a wrong state; leave it out"
    }

    /// Why an output that is not latched cannot react to losses.
    @Sendable static func latchedOnly(_ output: OutputConfiguration) -> String? {
        guard output.state != nil || !output.action.isLatched else { return nil }
        let why = output.state != nil ? "a state is always followed"
            : output.action == .level ? "a held output always turns off" : "a pulse ends by itself"
        return "is for \"toggle\" and \"blink\" of gestures, and \(why); leave it out"
    }

    /// Why an output cannot be in a group.
    @Sendable static func interlockRefusal(_ output: OutputConfiguration) -> String? {
        output.state != nil ? "cannot be combined with state, which is followed whatever else is on; expected a gesture instead, or no interlock"
            : output.safe ? "needs outputs that are all off when they are safe; expected safe = false" : nil
    }
}
