import Gestures
import Outputs
import Testing

@Suite("Outputs without a face, without frames and while paused")
struct FallbackTests: BankTesting {
    @Test("on a lost face, stopped frames or a pause, latched outputs stay or go safe as configured; a pulse ends by itself",
          arguments: [OutputConfiguration.Action.toggle, .blink, .pulse])
    func fallbacks(action: OutputConfiguration.Action) {
        let steps: [(WritableKeyPath<OutputConfiguration, OutputConfiguration.Fallback>, BankStep)] = [
            (\.onLoss, .event(.faceLost)), (\.onStale, .stale), (\.onPause, .event(.paused)),
        ]
        for (own, _) in steps {
            for (path, step) in steps {
                let bank = bank([.look(.left)], action) {
                    ($0.pulse, $0.period, $0.minOn) = (2, 8, action == .toggle ? 3 : 0)
                    if action != .pulse { $0[keyPath: own] = .safe }
                }
                let falls = own == path && action != .pulse
                #expect(run(bank, [(1, .event(look)), (2, step)], until: 3) == ["1 1", falls ? "2 0" : "3 0"])
            }
        }
    }

    @Test("an output held by the mouth falls when the hold stops; at once, regardless of min_on, unless the mouth shut by itself", arguments: [
        (GestureEvent.StopReason.returned, ["1 1", "4 0"]), (.faceLost, ["1 1", "2 0"]), (.framesStopped, ["1 1", "2 0"]), (.paused, ["1 1", "2 0"]),
    ])
    func expressions(reason: GestureEvent.StopReason, expected: [String]) {
        let bank = bank([.holdExpression(.mouth)], .level) { $0.minOn = 3 }
        let other = GestureEvent.Kind.ended(.holdExpression(.eyesClosed), held: 1, reason: .faceLost)
        #expect(run(bank, [(1, .began(.holdExpression(.mouth), size: 0.4)), (1.5, other), (2, .ended(.holdExpression(.mouth), held: 1, reason: reason))], until: 5) == expected)
    }

    @Test("an output held by a tilt falls when the tilt stops; at once, regardless of min_on, unless the head came back by itself", arguments: [
        (GestureEvent.StopReason.returned, ["1 1", "4 0"]), (.faceLost, ["1 1", "2 0"]), (.framesStopped, ["1 1", "2 0"]), (.paused, ["1 1", "2 0"]),
    ])
    func tilts(reason: GestureEvent.StopReason, expected: [String]) {
        let bank = bank([.holdTilt(.left)], .level) { $0.minOn = 3 }
        let other = GestureEvent.Kind.ended(.holdTilt(.right), held: 1, reason: .faceLost)
        #expect(run(bank, [(1, .began(.holdTilt(.left), size: 20)), (1.5, other), (2, .ended(.holdTilt(.left), held: 1, reason: reason))], until: 5) == expected)
    }

    @Test("a delayed switch-on is cancelled by a pause, a lost face or stopped frames",
          arguments: [OutputConfiguration.Action.pulse, .toggle, .blink])
    func waiting(action: OutputConfiguration.Action) {
        let bank = pair(action) { ($0.pulse, $0.period, $0.deadTime) = (8, 18, 0.9) }
        for step in [BankStep.event(.paused), .event(.faceLost), .stale] {
            let changes = run(bank, [(1, .event(look)), (2, .event(other)), (2.3, step)], until: 5)
            #expect(changes == ["1 a1", "2 a0"], "\(step)")
        }
        #expect(run(bank, [(1, look), (2, other)], until: 5) == ["1 a1", "2 a0", "2.9 b1", "5 b0"])
    }

    @Test("a lost face does not cancel a toggle's delayed return to safe state on, but a pause cancels its delayed leaving")
    func waitingForSafe() {
        let on = bank([.look(.left)], .toggle) { ($0.safe, $0.minOff) = (true, 5) }
        #expect(run(on, [(1, .event(look)), (2, .event(look)), (3, .event(.faceLost))], until: 9) == ["1 0", "6 1"])
        let off = bank([.look(.left)], .toggle) { ($0.safe, $0.minOn) = (true, 5) }
        let looks = [(1.0, BankStep.event(look)), (2, .event(look)), (3, .event(look))]
        #expect(run(off, looks + [(4, .event(.paused))], until: 9) == ["1 0", "2 1"])
        #expect(run(off, looks, until: 9) == ["1 0", "2 1", "7 0", "9 1"])
    }

    @Test("a toggle with safe state on and on_loss = safe turns on when the face is lost")
    func safeOn() {
        let bank = bank([.look(.left)], .toggle) { ($0.safe, $0.onLoss, $0.minOff) = (true, .safe, 5) }
        #expect(run(bank, [(1, look), (2, .faceLost)], until: 3) == ["1 0", "2 1"])
    }

    private struct Stake: Sendable {
        var gestures: [HeadGesture] = []
        var action = OutputConfiguration.Action.pulse
        var onStale = OutputConfiguration.Fallback.keep
        var state: OutputConfiguration.State?
        let expected: Bool
    }

    @Test("holds, states that frames determine, and latched outputs with on_stale = safe need frames to stay on", arguments: [
        Stake(gestures: [.hold(.left)], action: .level, expected: true), Stake(gestures: [.look(.left)], action: .toggle, expected: false),
        Stake(gestures: [.look(.left)], action: .toggle, onStale: .safe, expected: true), Stake(gestures: [.look(.left)], expected: false),
        Stake(gestures: [.look(.left)], action: .blink, onStale: .safe, expected: true), Stake(state: .ready, expected: true),
        Stake(state: .alarm, expected: false), Stake(state: .tracking, expected: true), Stake(state: .dark, expected: false),
    ])
    private func atStake(stake: Stake) {
        var bank = bank(stake.gestures, stake.action) {
            $0.onStale = stake.onStale
            if let state = stake.state { $0.state = state }
        }
        #expect(!bank.isAtStake)
        bank.apply(GestureEvent(time: 1, kind: start), at: 1) { _ in }
        bank.apply(GestureEvent(time: 1, kind: look), at: 1) { _ in }
        for state in OutputConfiguration.State.allCases { bank.set(state, true, at: 1) { _ in } }
        #expect(bank.isAtStake == stake.expected)
    }
}
