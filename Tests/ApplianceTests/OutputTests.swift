import Appliance
import FoundationEssentials
import Gestures
import Glibc
import Outputs
import Platform
import Testing
import TestSupport

@Suite("Outputs")
struct OutputTests {
    private func output(_ name: String = "x", _ gestures: [HeadGesture] = [], _ action: OutputConfiguration.Action = .pulse,
                        _ set: (inout OutputConfiguration) -> Void = { _ in }) -> OutputConfiguration {
        var output = OutputConfiguration(name: name)
        output.gestures = gestures
        output.action = action
        set(&output)
        return output
    }

    private func bank(_ gestures: [HeadGesture], _ action: OutputConfiguration.Action,
                      _ set: (inout OutputConfiguration) -> Void = { _ in }) -> OutputBank {
        OutputBank([output("x", gestures, action, set)])
    }

    /// What happens to a bank.
    private enum Step {
        case event(GestureEvent.Kind)
        case stale
        case state(OutputConfiguration.State, Bool)
    }

    /// Runs steps and clock ticks; gives the changes as "time value", with the name where it is not x.
    private func run(_ bank: OutputBank, _ steps: [(Double, Step)], until end: Double) -> [String] {
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

    private func run(_ bank: OutputBank, _ events: [(Double, GestureEvent.Kind)], until end: Double) -> [String] {
        run(bank, events.map { ($0.0, .event($0.1)) }, until: end)
    }

    private let start = GestureEvent.Kind.lookStarted(.left, distance: 0.3)
    private let stop = GestureEvent.Kind.lookStopped(.left, held: 1, reason: .returned)
    private let stroke = GestureEvent.Kind.look(.left, distance: 0.3, duration: 0.4)
    private let other = GestureEvent.Kind.look(.right, distance: 0.3, duration: 0.4)

    @Test("a level is on exactly while its hold lasts, whatever ends it", arguments: [
        GestureEvent.StopReason.returned, .faceLost, .framesStopped, .paused, .maxHold, .stopped,
    ])
    func level(reason: GestureEvent.StopReason) {
        let stop = GestureEvent.Kind.lookStopped(.left, held: 1, reason: reason)
        #expect(run(bank([.hold(.left)], .level), [(1, start), (2, stop)], until: 5) == ["1 1", "2 0"])
    }

    @Test("a pulse ends by the clock, and a second gesture makes it longer")
    func pulse() {
        #expect(run(bank([.stroke(.left)], .pulse), [(1, stroke)], until: 5) == ["1 1", "1.3 0"])
        let long = bank([.stroke(.left)], .pulse) { $0.pulse = 1 }
        #expect(run(long, [(1, stroke), (1.5, stroke)], until: 5) == ["1 1", "2.5 0"])
        #expect(run(bank([.hold(.left)], .pulse), [(1, start), (4, stop)], until: 5) == ["1 1", "1.3 0"])
    }

    @Test("a pulse is as long as configured from the moment of switching, however late the frame was")
    func latePulse() {
        var bank = bank([.stroke(.left)], .pulse)
        var changes: [String] = []
        bank.apply(GestureEvent(time: 1, kind: stroke), at: 1.2) { changes.append("\($0.time.shortest)") }
        bank.advance(to: 1.4) { _ in Issue.record("it ended too soon") }
        bank.advance(to: 1.5) { changes.append("\($0.time.shortest)") }
        #expect(changes == ["1.2", "1.5"])
    }

    @Test("a toggle stays until the next gesture, and is off at the end")
    func toggle() {
        #expect(run(bank([.stroke(.left)], .toggle), [(1, stroke), (2, stroke), (3, stroke)], until: 5)
            == ["1 1", "2 0", "3 1", "5 0"])
    }

    @Test("a toggle that is safe when on begins on and ends on")
    func safeToggle() {
        let bank = bank([.stroke(.left)], .toggle) { $0.safe = true }
        #expect(run(bank, [(1, stroke), (2, stroke), (3, stroke)], until: 5) == ["1 0", "2 1", "3 0", "5 1"])
    }

    @Test("a blinking output is on for half of each period until the next gesture, and then off at once")
    func blink() {
        let bank = bank([.stroke(.left)], .blink) { $0.period = 1 }
        #expect(run(bank, [(1, stroke), (2.7, stroke)], until: 5) == ["1 1", "1.5 0", "2 1", "2.5 0"])
        #expect(run(bank, [(1, stroke), (2.2, stroke)], until: 5) == ["1 1", "1.5 0", "2 1", "2.2 0"])
        #expect(run(bank, [(1, stroke)], until: 2.2) == ["1 1", "1.5 0", "2 1", "2.2 0"])
    }

    @Test("other directions and kinds of gesture do nothing")
    func others() {
        #expect(run(bank([.stroke(.right), .hold(.up)], .toggle), [(1, start), (2, stop), (3, stroke)], until: 5).isEmpty)
    }

    @Test("a run that ends in a hold leaves nothing on")
    func end() {
        #expect(run(bank([.hold(.left)], .level), [(1, start)], until: 2) == ["1 1", "2 0"])
    }

    @Test("nothing goes on after everything was made safe, until it is opened again; states are followed again then")
    func shut() {
        var bank = OutputBank([output("x", [.stroke(.left)]), output("lamp") { $0.state = .paused }])
        var changes: [String] = []
        func note(_ change: LineChange) { changes.append("\(change.name)\(change.value ? 1 : 0)") }
        bank.set(.paused, true, at: 0, note)
        bank.release(at: 1, note)
        bank.set(.paused, true, at: 2, note)
        bank.apply(GestureEvent(time: 2, kind: stroke), at: 2, note)
        #expect(changes == ["lamp1", "lamp0"])
        bank.open()
        bank.set(.paused, true, at: 3, note)
        #expect(changes == ["lamp1", "lamp0", "lamp1"])
    }

    // MARK: - Times

    @Test("min_on keeps a line on when the head is back sooner, and not when the face is lost, frames stop or it is paused", arguments: [
        (.event(.lookStopped(.left, held: 0.2, reason: .returned)), "3 0"),
        (.event(.lookStopped(.left, held: 0.2, reason: .faceLost)), "1.2 0"),
        (.event(.lookStopped(.left, held: 0.2, reason: .framesStopped)), "1.2 0"),
        (.event(.lookStopped(.left, held: 0.2, reason: .paused)), "1.2 0"),
        (.event(.faceLost), "1.2 0"), (.event(.paused), "1.2 0"), (.stale, "1.2 0"),
    ] as [(Step, String)])
    private func minOn(step: Step, expected: String) {
        let bank = bank([.hold(.left)], .level) { $0.minOn = 2 }
        #expect(run(bank, [(1, .event(start)), (1.2, step)], until: 5) == ["1 1", expected])
    }

    @Test("a face that is lost while min_on keeps a line on lets it fall")
    func lostWhileKept() {
        let bank = bank([.hold(.left)], .level) { $0.minOn = 2 }
        #expect(run(bank, [(1, start), (1.5, stop), (1.8, .faceLost)], until: 5) == ["1 1", "1.8 0"])
    }

    @Test("min_on and min_off hold for a toggle too, which keeps what was wished last")
    func minTimes() {
        let bank = bank([.stroke(.left)], .toggle) { ($0.minOn, $0.minOff) = (2, 1) }
        #expect(run(bank, [(1, stroke), (1.5, stroke)], until: 5) == ["1 1", "3 0"])
        #expect(run(bank, [(1, stroke), (3.5, stroke), (3.7, stroke)], until: 9) == ["1 1", "3.5 0", "4.5 1", "9 0"])
        #expect(run(bank, [(1, stroke), (3.5, stroke), (3.7, stroke), (3.9, stroke)], until: 9) == ["1 1", "3.5 0"])
    }

    @Test("a pulse that may not come within a second does not come at all")
    func patience() {
        func bank(_ minOff: Double) -> OutputBank { self.bank([.stroke(.left)], .pulse) { $0.minOff = minOff } }
        #expect(run(bank(1), [(1, stroke), (1.2, stroke)], until: 9) == ["1 1", "1.5 0"])  // it made the first one longer
        #expect(run(bank(1), [(1, stroke), (1.6, stroke)], until: 9) == ["1 1", "1.3 0", "2.3 1", "2.6 0"])
        #expect(run(bank(3), [(1, stroke), (1.6, stroke)], until: 9) == ["1 1", "1.3 0"])
    }

    @Test("max_on ends a hold, a toggle, a blinking and a state, which come again only by another one")
    func maxOn() {
        func set(_ output: inout OutputConfiguration) { output.maxOn = 1.2 }
        #expect(run(bank([.hold(.left)], .level, set), [(1, start), (4, stop), (5, start), (5.5, stop)], until: 9)
            == ["1 1", "2.2 0", "5 1", "5.5 0"])
        #expect(run(bank([.stroke(.left)], .toggle, set), [(1, stroke), (4, stroke)], until: 9) == ["1 1", "2.2 0", "4 1", "5.2 0"])
        #expect(run(bank([.stroke(.left)], .blink, set), [(1, stroke)], until: 9) == ["1 1", "1.5 0", "2 1", "2.2 0"])
        let alarm = OutputBank([output { $0.state = .alarm; $0.maxOn = 1.2 }])
        #expect(run(alarm, [(1, .state(.alarm, true)), (4, .state(.alarm, true)), (5, .state(.alarm, false)),
                            (6, .state(.alarm, true))], until: 6.5) == ["1 1", "2.2 0", "6 1", "6.5 0"])
    }

    // MARK: - Heartbeat

    /// Pictures at a rate; gives the changes as in `run`, with "beat" for those that listeners are not told of.
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

    @Test("a heartbeat beats with pictures and by nothing else, and rests off when they stop, whichever beat it was at")
    func heartbeat() {
        let two = beat(2, pictures: 20, until: 1) { $0.goStale(at: 1.4, $1) }
        #expect(two == ["0 1", "0.25 0 beat", "0.5 1 beat", "0.75 0 beat", "1 1 beat", "1.4 0"])
        #expect(beat(2, pictures: 20, until: 0.8) { $0.goStale(at: 1.2, $1) }
            == ["0 1", "0.25 0 beat", "0.5 1 beat", "0.75 0 beat", "1.2 0"])
        #expect(beat(2, pictures: 20, until: 0.3) { $0.stopBeating(at: 0.7, $1) } == ["0 1", "0.25 0 beat", "0.7 0"])
        // Slow pictures: the edges come with them, and none is made up for.
        #expect(beat(2, pictures: 1, until: 3) { $0.release(at: 3.5, $1) }
            == ["0 1", "1 0 beat", "2 1 beat", "3 0 beat", "3.5 0"])
        let beats = beat(7, pictures: 30, until: 10) { $0.goStale(at: 11, $1) }
        #expect((139...142).contains(beats.count), "\(beats.count)")
    }

    @Test("a heartbeat is something that frames must keep on: the dead-man timer sees to it when the loop hangs")
    func heartbeatAtStake() {
        let outputs = GuardedOutputs()
        var configuration = Configuration()
        configuration.outputs = [output { $0.state = .heartbeat }]
        _ = outputs.open(configuration.outputSettings)
        let change = LineChange(time: 0, name: "x", value: true, isReported: false)
        #expect(outputs.needsFrames(change))
        _ = outputs.apply(change)
        #expect(outputs.isAtStake)
        outputs.makeSafe(at: 1)
        #expect(!outputs.isActive)
        _ = outputs.apply(change)
        #expect(!outputs.isActive, "it beats although the timer has barred it")
    }

    // MARK: - Interlock

    private func pair(_ action: OutputConfiguration.Action, _ set: (inout OutputConfiguration) -> Void = { _ in }) -> OutputBank {
        OutputBank([("a", HeadDirection.left), ("b", .right)].map { name, direction in
            output(name, [action == .level ? .hold(direction) : .stroke(direction)], action) {
                $0.interlock = "motor"
                $0.deadTime = 0.2
                set(&$0)
            }
        })
    }

    @Test("of an interlocked pair the new one goes on a dead time after the former is off, which does not come back")
    func interlock() {
        #expect(run(pair(.toggle), [(1, stroke), (2, other)], until: 5) == ["1 a1", "2 a0", "2.2 b1", "5 b0"])
        #expect(run(pair(.toggle), [(1, stroke), (2, other), (3, other)], until: 5) == ["1 a1", "2 a0", "2.2 b1", "3 b0"])
        #expect(run(pair(.pulse) { $0.pulse = 3 }, [(1, stroke), (2, other)], until: 9) == ["1 a1", "2 a0", "2.2 b1", "5.2 b0"])
        #expect(run(pair(.blink), [(1, stroke), (1.7, other)], until: 2) == ["1 a1", "1.5 a0", "1.9 b1", "2 b0"])
    }

    @Test("holds that follow one another at once are a dead time apart")
    func interlockedHolds() {
        let right = GestureEvent.Kind.lookStarted(.right, distance: 0.3)
        #expect(run(pair(.level), [(1, start), (2, stop), (2, right)], until: 3) == ["1 a1", "2 a0", "2.2 b1", "3 b0"])
        let gone = GestureEvent.Kind.lookStopped(.right, held: 0.1, reason: .returned)
        #expect(run(pair(.level), [(1, start), (2, stop), (2, right), (2.1, gone)], until: 3) == ["1 a1", "2 a0"])
    }

    @Test("the new one waits for the min_on of the former; a pulse waits for a second and then does not come")
    func interlockWaits() {
        #expect(run(pair(.toggle) { $0.minOn = 3 }, [(1, stroke), (2, other)], until: 9) == ["1 a1", "4 a0", "4.2 b1", "9 b0"])
        let mixed = OutputBank([
            output("a", [.stroke(.left)], .toggle) { ($0.interlock, $0.minOn) = ("m", 3) },
            output("b", [.stroke(.right)], .pulse) { $0.interlock = "m" },
        ])
        #expect(run(mixed, [(1, stroke), (2, other)], until: 9) == ["1 a1", "4 a0"])
    }

    @Test("two of a group are never on together, whatever comes")
    func neverTogether() {
        var generator = SystemRandomNumberGenerator()
        for action in [OutputConfiguration.Action.toggle, .pulse, .blink] {
            var bank = pair(action) { if action == .toggle { $0.minOn = 0.3 } }
            var on: Set<String> = [], wasOn = false
            func note(_ change: LineChange) {
                if change.value { on.insert(change.name) } else { on.remove(change.name) }
                #expect(on.count < 2)
                wasOn = wasOn || change.value
            }
            for i in 0..<400 {
                let time = Double(i) * 0.13
                bank.advance(to: time, note)
                switch Int.random(in: 0..<8, using: &generator) {
                case 0, 1: bank.apply(GestureEvent(time: time, kind: stroke), at: time, note)
                case 2, 3: bank.apply(GestureEvent(time: time, kind: other), at: time, note)
                case 4: bank.goStale(at: time, note)
                default: break
                }
            }
            #expect(wasOn)
        }
    }

    // MARK: - Loss

    @Test("what is latched is kept, or goes safe at once, when the face is lost, frames stop or it is paused; a pulse ends by itself",
          arguments: [OutputConfiguration.Action.toggle, .blink, .pulse])
    func fallbacks(action: OutputConfiguration.Action) {
        let steps: [(WritableKeyPath<OutputConfiguration, OutputConfiguration.Fallback>, Step)] = [
            (\.onLoss, .event(.faceLost)), (\.onStale, .stale), (\.onPause, .event(.paused)),
        ]
        for (own, _) in steps {
            for (path, step) in steps {
                let bank = bank([.stroke(.left)], action) {
                    ($0.pulse, $0.period, $0.minOn) = (2, 8, action == .toggle ? 3 : 0)
                    if action != .pulse { $0[keyPath: own] = .safe }
                }
                let falls = own == path && action != .pulse
                #expect(run(bank, [(1, .event(stroke)), (2, step)], until: 3) == ["1 1", falls ? "2 0" : "3 0"])
            }
        }
    }

    @Test("what a gesture asked for and times keep back does not come once it is paused, the face lost, or pictures missing",
          arguments: [OutputConfiguration.Action.pulse, .toggle, .blink])
    func waiting(action: OutputConfiguration.Action) {
        let bank = pair(action) { ($0.pulse, $0.period, $0.deadTime) = (8, 18, 0.9) }
        for step in [Step.event(.paused), .event(.faceLost), .stale] {
            let changes = run(bank, [(1, .event(stroke)), (2, .event(other)), (2.3, step)], until: 5)
            #expect(changes == ["1 a1", "2 a0"], "\(step)")
        }
        #expect(run(bank, [(1, stroke), (2, other)], until: 5) == ["1 a1", "2 a0", "2.9 b1", "5 b0"])
    }

    @Test("a toggle that is safe when on still goes on when the face is lost, and off no more")
    func waitingForSafe() {
        let on = bank([.stroke(.left)], .toggle) { ($0.safe, $0.minOff) = (true, 5) }
        #expect(run(on, [(1, .event(stroke)), (2, .event(stroke)), (3, .event(.faceLost))], until: 9) == ["1 0", "6 1"])
        let off = bank([.stroke(.left)], .toggle) { ($0.safe, $0.minOn) = (true, 5) }
        let strokes = [(1.0, Step.event(stroke)), (2, .event(stroke)), (3, .event(stroke))]
        #expect(run(off, strokes + [(4, .event(.paused))], until: 9) == ["1 0", "2 1"])
        #expect(run(off, strokes, until: 9) == ["1 0", "2 1", "7 0", "9 1"])
    }

    @Test("a toggle that is safe when on goes on when the face is lost")
    func safeOn() {
        let bank = bank([.stroke(.left)], .toggle) { ($0.safe, $0.onLoss, $0.minOff) = (true, .safe, 5) }
        #expect(run(bank, [(1, stroke), (2, .faceLost)], until: 3) == ["1 0", "2 1"])
    }

    @Test("what only frames may keep on is known: holds, readiness, and what is to be safe without them", arguments: [
        ("gesture = \"hold-left\"\naction = \"level\"", true), ("gesture = \"left\"\naction = \"toggle\"", false),
        ("gesture = \"left\"\naction = \"toggle\"\non_stale = \"safe\"", true), ("gesture = \"left\"", false),
        ("gesture = \"left\"\naction = \"blink\"\non_stale = \"safe\"", true), ("state = \"ready\"", true),
        ("state = \"alarm\"", false), ("state = \"tracking\"", true), ("state = \"dark\"", false),
    ])
    func atStake(keys: String, expected: Bool) throws {
        let configuration = try Configuration.read(text: "[outputs.x]\n" + keys, file: "x")
        var bank = OutputBank(configuration.outputs)
        #expect(!bank.isAtStake)
        bank.apply(GestureEvent(time: 1, kind: start), at: 1) { _ in }
        bank.apply(GestureEvent(time: 1, kind: stroke), at: 1) { _ in }
        for state in OutputConfiguration.State.allCases { bank.set(state, true, at: 1) { _ in } }
        #expect(bank.isAtStake == expected)
    }

    @Test("a flash does not hold the camera up, the end of a pulse does")
    func nextEnd() {
        var blinking = bank([.stroke(.left)], .blink), pulsing = bank([.stroke(.left)], .pulse)
        blinking.apply(GestureEvent(time: 1, kind: stroke), at: 1) { _ in }
        pulsing.apply(GestureEvent(time: 1, kind: stroke), at: 1) { _ in }
        #expect(blinking.nextEnd == nil && blinking.nextChange == 1.5)
        #expect(pulsing.nextEnd == 1.3 && pulsing.nextChange == 1.3)
    }

    // MARK: - States and lights

    @Test("how things stand decides what the light shows, whether it is ready, and whether it is an alarm", arguments: [
        ("", StatusPattern.searching, false, true), ("face", .calibrating, false, true), ("face tracking", .ready, true, false),
        ("face tracking armed", .armed, true, false), ("face tracking low", .low, true, false),
        ("face tracking paused", .paused, false, false), ("paused", .paused, false, false),
        ("face tracking fault", .fault, false, true), ("paused fault", .fault, false, true),
        ("face tracking critical fault", .critical, false, true),
    ])
    func standing(words: String, pattern: StatusPattern, isReady: Bool, isAlarming: Bool) {
        var standing = Standing()
        standing.isFacePresent = words.contains("face")
        standing.isTracking = words.contains("tracking")
        standing.isArmed = words.contains("armed")
        standing.isPaused = words.contains("paused")
        standing.hasFault = words.contains("fault")
        standing.isBatteryLow = words.contains("low")
        standing.isBatteryCritical = words.contains("critical")
        #expect(standing.pattern == pattern && standing.isReady == isReady && standing.isAlarming == isAlarming)
    }

    @Test("no two patterns of the light look alike")
    func patterns() {
        let blinks = StatusPattern.allCases.map { $0.blink.map { "\($0.on) \($0.off)" } ?? "steady" }
        #expect(Set(blinks).count == blinks.count)
    }

    @Test("the kernel blinks the light; a steady one is as bright as it can be; a light that has gone is told once")
    func light() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/act", withIntermediateDirectories: true)
        for (file, text) in [("trigger", ""), ("delay_on", ""), ("delay_off", ""), ("brightness", "0"), ("max_brightness", "255\n")] {
            _ = try folder.file("act/" + file, text)
        }
        func text(_ file: String) throws -> String { try String(contentsOfFile: folder.path + "/act/" + file, encoding: .utf8) }
        let light = StatusLight(name: "act", root: folder.path)
        #expect(light.show(.low) == nil)
        #expect(try text("trigger") == "timer" && text("delay_on") == "1900" && text("delay_off") == "100")
        #expect(light.show(.ready) == nil)
        #expect(try text("trigger") == "none" && text("brightness") == "255")
        let gone = StatusLight(name: "none", root: folder.path)
        #expect(gone.show(.ready) != nil && gone.show(.fault) == nil)
    }

    @Test("a light whose driver does not come back holds nothing up, and one that works is off in the end")
    func lightKeeper() throws {
        let folder = try TemporaryFolder()
        for name in ["stuck", "act"] { try FileManager.default.createDirectory(atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true) }
        #expect(mkfifo(folder.path + "/stuck/trigger", 0o600) == 0)  // opening it waits for a reader
        for (file, text) in [("trigger", ""), ("brightness", "0"), ("max_brightness", "9\n")] { _ = try folder.file("act/" + file, text) }
        func brightness() throws -> String { try String(contentsOfFile: folder.path + "/act/brightness", encoding: .utf8) }
        let start = MonotonicClock.now
        let stuck = LightKeeper(name: "stuck", root: folder.path), light = LightKeeper(name: "act", root: folder.path)
        for pattern in StatusPattern.allCases { stuck.show(pattern) }
        light.show(.ready)
        while try brightness() != "9", MonotonicClock.now < start + 10 { usleep(1000) }
        #expect(try brightness() == "9" && light.takeFault() == nil)
        light.end(within: 10)
        #expect(try brightness() == "0")
        stuck.end(within: 0.1)
        #expect(MonotonicClock.now - start < 12)
        let reader = open(folder.path + "/stuck/trigger", O_RDONLY | O_NONBLOCK)
        usleep(100_000)
        close(reader)
    }
}
