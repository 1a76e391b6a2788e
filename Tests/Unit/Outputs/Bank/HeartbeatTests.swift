import Outputs
import Platform
import Testing

@Suite("Heartbeats")
struct HeartbeatTests: BankTesting {
    /// Runs frames at a rate; returns the changes as `run` does, with "beat" for those that are not reported.
    private func beat(_ rate: Double, pictures: Double, until last: Double, then end: (inout OutputBank, (LineChange) -> Void) -> Void)
        -> [String] {
        var bank = OutputBank([output { $0.state = .heartbeat; $0.rate = rate }])
        var changes: [String] = []
        func note(_ change: LineChange) {
            let time = (change.time * 1000).rounded() / 1000
            changes.append("\(time.shortest) \(change.value ? 1 : 0)\(change.isReported ? "" : " beat")")
        }
        for n in 0...Int(last * pictures) {
            bank.advance(to: Double(n) / pictures, note)
            bank.beat(at: Double(n) / pictures, note)
        }
        bank.advance(to: last + 0.39, note)
        end(&bank, note)
        bank.advance(to: 99, note)
        return changes
    }

    @Test("a heartbeat beats only with frames, and is off when they stop, whatever its phase")
    func heartbeat() {
        let two = beat(2, pictures: 20, until: 1) { $0.goStale(at: 1.4, $1) }
        #expect(two == ["0 1", "0.25 0 beat", "0.5 1 beat", "0.75 0 beat", "1 1 beat", "1.4 0"])
        #expect(beat(2, pictures: 20, until: 0.8) { $0.goStale(at: 1.2, $1) }
            == ["0 1", "0.25 0 beat", "0.5 1 beat", "0.75 0 beat", "1.2 0"])
        #expect(beat(2, pictures: 20, until: 0.3) { $0.stopBeating(at: 0.7, $1) } == ["0 1", "0.25 0 beat", "0.7 0"])
        // With slow frames, edges come with the frames, and missed ones are not made up.
        #expect(beat(2, pictures: 1, until: 3) { $0.release(at: 3.5, $1) }
            == ["0 1", "1 0 beat", "2 1 beat", "3 0 beat", "3.5 0"])
        let beats = beat(7, pictures: 30, until: 10) { $0.goStale(at: 11, $1) }
        #expect((139...142).contains(beats.count), "\(beats.count)")
    }

    @Test("a heartbeat needs frames to stay on, so the dead-man timer can stop it when the loop hangs")
    func heartbeatAtStake() {
        let outputs = GuardedOutputs()
        outputs.load(OutputSettings(outputs: [output { $0.state = .heartbeat }]), maxHold: 20)
        outputs.beat(at: 0)
        #expect(outputs.stake == .frames)
        outputs.makeSafe(at: 1)
        #expect(outputs.stake == .none)
        outputs.beat(at: 2)
        #expect(outputs.stake == .none, "it beats although the timer has barred it")
        outputs.unbar()
        outputs.beat(at: 3)
        #expect(outputs.stake == .frames)
    }
}
