import Appliance
import ApplianceSupport
import Gestures
import Glibc
import Platform
import Power
import Synchronization
import Testing
import TestSupport

/// Everything at once: gestures, requests of clients, profiles, settings on trial, cameras, batteries and standstills, in random order.
@Suite("The appliance under random requests and faults")
struct ApplianceRandomTests {
    /// Configurations whose outputs use the same wires, which their names begin with. The number says whose output it is.
    private static let files = [
        outputs(1, call: "hold-left", bell: "right", lamp: "nod", up: "hold-up", down: "hold-down"),
        outputs(2, call: "hold-right", bell: "left", lamp: "shake", up: "hold-down", down: "hold-up") + "[gestures]\nmax_hold = 2\n",
        outputs(3, call: "hold-down", bell: "nod", lamp: "right", up: "hold-left", down: "hold-right") + "[gestures]\npointer = \"nose\"\n",
    ]

    private static func outputs(_ number: Int, call: String, bell: String, lamp: String, up: String, down: String) -> String {
        """
        [outputs.call\(number)]
        line = "GPIO-call"
        gesture = "\(call)"
        action = "level"
        min_on = 0.5
        [outputs.bell\(number)]
        line = "GPIO-bell"
        gesture = "\(bell)"
        [outputs.lamp\(number)]
        line = "GPIO-lamp"
        gesture = "\(lamp)"
        action = "toggle"
        on_pause = "safe"
        on_loss = "safe"
        max_on = 4
        [outputs.up\(number)]
        line = "GPIO-up"
        gesture = "\(up)"
        action = "toggle"
        interlock = "motor"
        dead_time = 0.5
        [outputs.down\(number)]
        line = "GPIO-down"
        gesture = "\(down)"
        action = "level"
        interlock = "motor"
        dead_time = 0.5
        min_off = 0.7
        [outputs.ready\(number)]
        line = "GPIO-ready"
        state = "ready"

        """
    }

    /// What each output listens to, also on trial.
    private static let bound: [String: Set<String>] = [
        "call1": ["hold-left", "hold-right"], "bell1": ["right"], "lamp1": ["nod"], "up1": ["hold-up", "hold-right"], "down1": ["hold-down"],
        "call2": ["hold-right"], "bell2": ["left"], "lamp2": ["shake"], "up2": ["hold-down"], "down2": ["hold-up"],
        "call3": ["hold-down"], "bell3": ["nod"], "lamp3": ["right", "nod"], "up3": ["hold-left"], "down3": ["hold-right"],
    ]

    /// Follows the events, and complains of what may not be.
    private struct Watch {
        var complaints: [String] = []
        var switched = 0
        private var seen = 0
        private var held: Set<String> = []
        private var last: [String: Double] = [:]
        private var pausedAt: Double?
        private var isPaused: Bool { pausedAt != nil }
        /// A test that somebody asked for, by the output's name, and until when.
        var tested: [String: Double] = [:]
        private var isOn: Set<String> = []
        private var offAt: [String: Double] = [:]
        private var used: [String: Double] = [:]

        mutating func look(_ events: [ApplianceEvent]) {
            for event in events[seen...] { hear(event, events) }
            seen = events.count
        }

        mutating func complain(_ what: String, _ events: [ApplianceEvent]) {
            guard complaints.count < 5 else { return }
            complaints.append("\(what), after \(events.filter { !$0.isMoved && !$0.isHeld && $0.stats == nil }.suffix(12).map(\.json))")
        }

        private mutating func hear(_ event: ApplianceEvent, _ events: [ApplianceEvent]) {
            switch event {
            case .gesture(let gesture):
                switch gesture.kind {
                case .began(.hold(let direction), _):
                    if !held.insert("hold-\(direction)").inserted { complain("hold-\(direction) begins twice", events) }
                case .ended(.hold(let direction), _, let reason):
                    if held.remove("hold-\(direction)") == nil { complain("hold-\(direction) ends twice", events) }
                    if reason != .returned { last["fall"] = event.time }
                case .paused: pausedAt = event.time
                case .resumed: pausedAt = nil
                default: break
                }
                guard let name = gesture.kind.gesture?.description else { return }
                if isPaused { complain("\(name) while paused", events) }
                last[name] = event.time
            case .line(let change):
                let wire = String(change.name.prefix { !$0.isNumber })
                guard wire != "ready" else { return }
                guard change.value else {
                    if isOn.remove(wire) == nil { complain("\(change.name) goes off twice", events) }
                    offAt[wire] = change.time
                    return
                }
                switched += 1
                if !isOn.insert(wire).inserted { complain("\(change.name) goes on twice", events) }
                for other in ["up", "down"] where ["up", "down"].contains(wire) && other != wire {
                    if isOn.contains(other) { complain("\(change.name) and \(other) are on", events) }
                    if change.time - (offAt[other] ?? -.infinity) < 0.5 - 1e-6 { complain("\(change.name) is on within the dead time", events) }
                }
                if tested[change.name].map({ change.time <= $0 }) == true { return }
                let gestures = ApplianceRandomTests.bound[change.name] ?? [], isLevel = wire == "call" || wire == "down"
                if isPaused { complain("\(change.name) goes on while paused", events) }
                if isLevel, gestures.isDisjoint(with: held) { complain("\(change.name) goes on, but nothing is held", events) }
                guard let moment = gestures.compactMap({ last[$0] }).max(), isLevel || change.time - moment < 1.5 else {
                    return complain("\(change.name) goes on without a gesture", events)
                }
                if !isLevel, used[change.name] == moment { complain("\(change.name) goes on twice for one gesture", events) }
                used[change.name] = moment
            default: break
            }
        }

        /// What is on of the outputs that only a hold keeps on, or that a pause makes safe.
        func stray(at time: Double) -> [String] {
            let isLongAgo = held.isEmpty && time - (last["fall"] ?? -.infinity) > 0.6
            let dark = (isLongAgo ? ["call", "down"] : []) + (pausedAt.map { time - $0 > 0.6 } == true ? ["lamp"] : [])
            return dark.filter { isOn.contains($0) && time > (testedUntil[$0] ?? -.infinity) }
        }

        /// Until when somebody tests an output on a wire.
        private var testedUntil: [String: Double] { Dictionary(tested.map { (String($0.key.prefix { !$0.isNumber }), $0.value) }) { max($0, $1) } }

        /// What has not ended.
        var unended: Set<String> { held.union(isOn) }
    }

    private static func script(_ random: inout SplitMix64) -> String {
        var words = ["fps 20", "still 2s"]
        for _ in 0..<60 {
            let direction = ["left", "right", "up", "down"].randomElement(using: &random)!
            words.append("still")
            words.append(["look \(direction)", "hold \(direction) 3s", "hold \(direction) 2s", "nod 2", "shake", "talk 1s", "hold \(direction) 5s", "lean 1s"].randomElement(using: &random)!)
            if random.chance(0.08) { words += ["leave", "still 1s", "return", "still 2s"] }
        }
        return words.map { $0.hasPrefix("still") ? "still \(Double.random(in: 0.4...1.6, using: &random))s" : $0 }.joined(separator: "; ")
    }

    /// What a client asks for and is answered at once; `nil` for nothing.
    private static func request(_ number: Int, _ random: inout SplitMix64) -> String? {
        switch number {
        case 0: #"{"request":"pause"}"#
        case 1, 2, 3: #"{"request":"resume"}"#
        case 4: #"{"request":"calibrate"}"#
        case 5: #"{"request":"calibrate","other":true}"#
        case 6: #"{"request":"calibrate","cancel":true}"#
        case 7: #"{"request":"calibrate-range","directions":["left","up"]}"#
        case 8: #"{"request":"teach","name":"wave"}"#
        case 9, 10: #"{"request":"calibrate","cancel":true}"#
        case 12: #"{"request":"try","settings":{"gestures.threshold_up":\#(random.number(0.1...0.4))}}"#
        case 13: #"{"request":"try","settings":{"outputs.call1.gesture":["hold-right"]}}"#
        case 14: #"{"request":"try","settings":{"outputs.bell1.pulse":2,"gestures.max_hold":3}}"#
        case 15: #"{"request":"try","settings":{"camera.mirrored":\#(random.chance(0.5))}}"#
        case 16: #"{"request":"discard"}"#
        case 17: random.chance(0.2) ? #"{"request":"undo"}"# : nil
        case 18, 19, 20: #"{"request":"profile","name":"\#(["", "two", "three", "none"].randomElement(using: &random)!)"}"#
        case 22: #"{"request":"camera","name":"\#(random.chance(0.5) ? "back" : "front")"}"#
        case 29: #"{"request":"forget-ranges"}"#
        default: nil
        }
    }

    @Test("an output goes on for a gesture only, once, never in a pause nor beside its rival, and goes off with its hold", arguments: [1, 2, 5])
    func random(seed: Int) throws {
        var random = SplitMix64(seed), watch = Watch()
        let folder = try TemporaryFolder(), percent = Mutex(60.0)
        for number in [2, 3] { _ = try folder.file("p\(number).toml", Self.files[number - 1]) }
        let profiles = "[profiles.two]\nfile = \"\(folder.path)/p2.toml\"\n[profiles.three]\nfile = \"\(folder.path)/p3.toml\"\n[budget.battery]\nsupply = \"pack\"\n"
            + "[camera]\nalternatives = [\"back\", \"front\"]\n"
        let main = Self.files[0] + profiles
        var faults = ScriptedCameras.Faults()
        faults.stall = random.number(5...100)
        faults.cancel = random.number(5...100)
        faults.freeze = random.number(20...100)
        faults.thaw = faults.freeze + random.number(0.2...4)
        faults.garbage = random.chance(0.3) ? random.number(20...100) : .infinity
        let names = Set(Self.bound.keys)
        let run = try ApplianceHarness(Self.script(&random), configuration: main, faults: faults, recording: names, folder: folder,
                                       gauge: { _ in PowerSupply.Reading(percent: percent.withLock { $0 }) })
        let client = try run.client()
        var isStopped = 0.0
        run.cpu.atFrame = { [unowned run] in
            if isStopped > 0 { run.standStill(isStopped) }
            isStopped = 0
        }
        func ask(_ line: String) throws { _ = try client.reply(line) }
        while run.time < 150, watch.complaints.isEmpty {
            let number = Int.random(in: 0..<56, using: &random)
            if let line = Self.request(number, &random) { try ask(line) }
            switch number {
            case 11: try client.send(#"{"request":"ask","question":"?","timeout":2}"#)
            case 21:
                let (place, number) = (["call", "bell", "lamp", "up", "down"].randomElement(using: &random)!, Int.random(in: 1...3, using: &random))
                watch.tested["\(place)\(number)"] = run.time + 2.5
                try ask(#"{"request":"test-output","name":"\#(place)\#(number)","seconds":\#(random.number(0.1...2))}"#)
            case 23: run.standStill(random.number(0.1...6))
            case 24: run.pass(random.number(0.1...6))
            case 25: isStopped = random.number(0.1...6)
            case 26: percent.withLock { $0 = random.chance(0.2) ? 2 : 80 }
            case 27: try run.edit(random.chance(0.5) ? main : main.replacing("hold-up", with: "hold-right").replacing("[outputs.lamp1]", with: "[outputs.lamp3]"))
            case 28: try run.edit("broken = ")
            case 30...: run.run(random.number(0.5...5))
            default: break
            }
            if random.chance(0.5) {  // somebody looks after it: a pause or a measurement that nobody ends would be all that is tested
                percent.withLock { $0 = 80 }
                try ask(#"{"request":"resume"}"#)
                try ask(#"{"request":"calibrate","cancel":true}"#)
            }
            run.run(random.number(0.02...0.6))
            watch.look(run.events)
            let stray = watch.stray(at: run.time)
            if !stray.isEmpty { watch.complain("\(stray) on at \(run.time) without a hold", run.events) }
        }
        run.end()
        watch.look(run.events)
        #expect(watch.complaints.isEmpty && watch.unended.isEmpty, "\(watch.complaints) \(watch.unended) at \(run.time)")
        #expect(watch.switched > 3, "\(watch.switched)")
        for name in names { #expect((run.steps(name).last?.value ?? 0) == 0, "\(name)") }
    }
}
