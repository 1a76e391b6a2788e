import Gestures
import Outputs
import Platform

/// A step in a test of a bank.
enum BankStep {
    case event(GestureEvent.Kind)
    case stale
    case state(OutputConfiguration.State, Bool)
}

/// Tests that run steps through a bank of outputs.
protocol BankTesting {}

extension BankTesting {
    func output(_ name: String = "x", _ gestures: [HeadGesture] = [], _ action: OutputConfiguration.Action = .pulse,
                _ set: (inout OutputConfiguration) -> Void = { _ in }) -> OutputConfiguration {
        var output = OutputConfiguration(name: name)
        output.gestures = gestures
        output.action = action
        set(&output)
        return output
    }

    func bank(_ gestures: [HeadGesture], _ action: OutputConfiguration.Action,
              _ set: (inout OutputConfiguration) -> Void = { _ in }) -> OutputBank {
        OutputBank([output("x", gestures, action, set)])
    }

    /// Runs steps and clock ticks; returns the changes as "time value", with the name if it is not x.
    func run(_ bank: OutputBank, _ steps: [(Double, BankStep)], until end: Double) -> [String] {
        var bank = bank
        var changes: [String] = []
        func note(_ change: LineChange) {
            let time = (change.time * 1000).rounded() / 1000
            changes.append("\(time.shortest) \(change.name == "x" ? "" : change.name)\(change.value ? 1 : 0)")
        }
        for (time, step) in steps {
            bank.advance(to: time, note)
            switch step {
            case .event(let kind): bank.apply(GestureEvent(time: time, kind: kind), at: time, note)
            case .stale: bank.goStale(at: time, note)
            case .state(let state, let value): bank.set(state, value, at: time, note)
            }
        }
        bank.advance(to: end, note)
        bank.release(at: end, note)
        return changes
    }

    func run(_ bank: OutputBank, _ events: [(Double, GestureEvent.Kind)], until end: Double) -> [String] {
        run(bank, events.map { ($0.0, .event($0.1)) }, until: end)
    }

    func pair(_ action: OutputConfiguration.Action, _ set: (inout OutputConfiguration) -> Void = { _ in }) -> OutputBank {
        OutputBank([("a", HeadDirection.left), ("b", .right)].map { name, direction in
            output(name, [action == .level ? .hold(direction) : .look(direction)], action) {
                $0.interlock = "motor"
                $0.deadTime = 0.2
                set(&$0)
            }
        })
    }

    var start: GestureEvent.Kind { .began(.hold(.left), size: 0.3) }
    var stop: GestureEvent.Kind { .ended(.hold(.left), held: 1, reason: .returned) }
    var look: GestureEvent.Kind { .recognised(.look(.left), size: 0.3, duration: 0.4) }
    var other: GestureEvent.Kind { .recognised(.look(.right), size: 0.3, duration: 0.4) }
}
