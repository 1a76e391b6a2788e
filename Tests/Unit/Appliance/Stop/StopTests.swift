import Appliance
import ApplianceSupport
import Testing
import TestSupport
import Wire

@Suite("Stop and enable")
struct StopTests {
    static let outputs = """
        [outputs.call]
        line = "GPIO1"
        gesture = "hold-left"
        action = "level"
        min_on = 2
        [outputs.lamp]
        line = "GPIO2"
        gesture = "hold-left"
        action = "toggle"
        [outputs.bell]
        line = "GPIO3"
        gesture = "hold-left"
        pulse = 30
        call = true
        [outputs.ready]
        line = "GPIO4"
        state = "ready"
        [outputs.beat]
        line = "GPIO5"
        state = "heartbeat"
        [outputs.paused]
        line = "GPIO6"
        state = "paused"
        [axes.drive]
        direction = "horizontal"
        pwm = "pwmchip0:0"
        preset = "motor"

        """
    static let red = "[inputs.red]\nline = \"GPIO20\"\naction = \"stop\"\n"
    static let dead = "[inputs.dead]\nline = \"GPIO21\"\naction = \"enable\"\n"
    /// What may not be on after a stop.
    static let driven = ["call", "lamp", "bell", "ready", "beat", "drive"]

    private let panel = ButtonPanel()

    private func run(_ script: String, _ inputs: String, folder: TemporaryFolder? = nil) throws -> ApplianceHarness {
        try ApplianceHarness(script, configuration: Self.outputs + inputs, recording: Set(Self.driven + ["paused"]), folder: folder, buttons: panel.source)
    }

    private func isOn(_ name: String, _ run: ApplianceHarness) -> Bool { (run.steps(name).last?.value ?? 0) != 0 }

    private func on(_ run: ApplianceHarness) -> [String] { Self.driven.filter { isOn($0, run) } }

    private func hold(_ name: String, for seconds: Double, _ run: ApplianceHarness) {
        panel.hold(name, at: run.clock.now)
        panel.settle(name)
        run.run(seconds)
        panel.letGo(name, at: run.clock.now)
        panel.settle(name)
        run.run(0.1)
    }

    @Test("a stop switches everything off at once, and nothing goes on until it is released", arguments: ["button", "request"])
    func stops(by way: String) throws {
        let run = try run("fps 20; still 2s; nod 2; still 2s; hold left 8s; still 2s; hold left 3s; nod 2; still 3s; hold left 6s; still 9s", Self.red)
        try run.wait { $0.gesture?.gesture?.description == "hold-left" }
        run.run(1.5)
        let before = on(run)
        #expect(Set(before).union(["beat"]) == Set(Self.driven), "\(before)")
        let client = try run.client()
        if way == "button" {
            panel.press("red", at: run.clock.now)
            panel.settle("red")
            run.run(0.02)
        } else {
            #expect(try client.ask(#"{"request":"stop"}"#).ok == true)
        }
        #expect(on(run) == [] && isOn("paused", run))
        let status = try client.status(), stopped = run.time
        #expect(status.state == "stopped" && status.paused && status.stopped == (way == "button" ? "the button red" : "a request"))
        #expect(run.output.contains(#""event":"stopped","by":"\#(way == "button" ? "the button red" : "a request")""#))
        while run.time < stopped + 16 {
            run.run(0.25)
            #expect(on(run) == [], "at \(run.time)")
        }
        #expect(try client.ask(#"{"request":"release"}"#).ok == true)
        #expect(run.output.contains(#""event":"released","by":"a request""#))
        try run.wait { $0.state == "ready" && ($0.stopped ?? nil) == nil && !$0.paused }
        try run.wait { $0.isLine("call", true) }
    }

    @Test("who ends a stop or a pause is told what still keeps everything off")
    func remains() throws {
        let run = try ApplianceHarness()
        for command in ["pause", "stop"] { #expect(try run.program(command).status == 0) }
        #expect(try run.program("release").output == "released, but it is still paused: nodline resume\n")
        #expect(try run.program("resume").output == "resumed: gestures count again\n")
        #expect(try run.program("stop", "--json").output.contains(#""remains":["stopped"]"#))
        #expect(try run.program("release").output == "released: gestures count again\n")
        let enabling = try self.run("fps 20; still 9s", Self.dead)
        #expect(try enabling.program("resume").output == "resumed, but the enable button is not held: nothing fires\n")
    }

    @Test("only a later, long press or a request to release ends a stop, never what ends a pause nor what changes the configuration", arguments: [
        "short", "stays", "soon", "pounding", "resume", "pause-button", "wake", "reload", "profile", "camera", "restart", "loss", "broken", "late",
    ])
    func latches(_ way: String) throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("p.toml", Self.outputs + Self.red)
        let more = Self.red + "[inputs.rest]\nline = \"GPIO22\"\naction = \"pause\"\n[profiles.p]\nfile = \"\(folder.path)/p.toml\"\n"
            + "[gestures]\npause_gesture = \"up\"\nwake_gesture = \"up\"\nwake_time = 1\n[camera]\nalternatives = [\"back\", \"front\"]\n"
        var run = try run(way == "loss" ? "fps 20; still 3s; leave; still 4s; return; still 90s" : "fps 20; still 4s; hold up 6s; still 90s", more, folder: folder)
        try run.wait { $0.state == "ready" }
        if way == "stays" {
            hold("red", for: 6, run)
        } else {
            panel.press("red", at: run.clock.now)
            panel.settle("red")
        }
        run.run(way == "soon" ? 1 : 3)
        switch way {
        case "short": panel.press("red", at: run.clock.now)
        case "soon": hold("red", for: 4, run)
        case "pounding":
            panel.press("red", at: run.clock.now)
            run.run(0.5)
            hold("red", for: 4, run)
        case "late":
            panel.hold("red", at: run.clock.now)
            panel.settle("red")
            run.run(4)
            panel.letGo("red", at: run.clock.now)
            run.standStill(0.7)
        case "resume":
            let reply = try run.client().ask(#"{"request":"resume"}"#)
            #expect(reply.error == "stopped" && reply.detail?.contains("nodline release") == true)
        case "pause-button":
            for _ in 0..<2 {
                panel.press("rest", at: run.clock.now)
                panel.settle("rest")
                run.run(0.5)
            }
        case "wake": run.run(9)
        case "reload":
            try run.edit(Self.outputs + Self.red + "[gestures]\nmax_hold = 3\n")
            #expect(try run.client().ask(#"{"request":"profile","name":""}"#).ok == true)
        case "broken": panel.remove("red")
        case "profile": #expect(try run.client().ask(#"{"request":"profile","name":"p"}"#).ok == true)
        case "camera": #expect(try run.client().ask(#"{"request":"camera","name":"front"}"#).ok == true)
        case "restart":
            run.end()
            run = try self.run("fps 20; still 9s", more, folder: folder)
        default: run.run(6)
        }
        run.run(4)
        let status = try run.client().status()
        #expect(status.state == "stopped" && status.paused && status.stopped == "the button red", "\(status.state)")
        #expect(on(run) == [])
        guard !["broken", "restart"].contains(way) else { return }
        hold("red", for: 3.2, run)
        #expect(try (run.client().status().stopped ?? nil) == nil, "a long press of its own")
        #expect(run.output.contains(#""event":"released","by":"the button red""#))
    }

    @Test("a stop button that is pressed when it is first looked at stops, and so does one that does not work", arguments: ["pressed", "missing", "unplugged"])
    func begins(_ way: String) throws {
        if way == "pressed" { panel.hold("red", at: 0) }
        if way == "missing" { panel.remove("red") }
        let run = try run("fps 20; still 9s", Self.red), client = try run.client()
        run.run(1)
        if way == "unplugged" {
            #expect(try (client.status().stopped ?? nil) == nil)
            panel.remove("red")
            #expect(run.run(until: "does not work"))
        }
        run.run(0.5)
        #expect(try client.status().state == "stopped")
        let reply = try client.ask(#"{"request":"release"}"#)
        #expect(way == "pressed" ? reply.error == "stopped" && reply.detail?.contains("is pressed") == true : reply.ok == true)
    }

    @Test("a stop is obeyed however late it is heard")
    func late() throws {
        let run = try run("fps 20; still 9s", Self.red)
        try run.wait { $0.state == "ready" }
        panel.press("red", at: run.clock.now)
        panel.settle("red")
        run.standStill(5)
        run.run(0.2)
        #expect(try run.client().status().state == "stopped")
    }

    @Test("who asks for what only gestures may do is told that it is stopped", arguments: [
        ("stop", #"{"request":"call"}"#), ("stop", #"{"request":"test-output","name":"lamp"}"#), ("stop", #"{"request":"ask","question":"?"}"#),
        ("stop", #"{"request":"calibrate-range"}"#), ("enable", #"{"request":"call"}"#), ("enable", #"{"request":"test-output","name":"lamp"}"#),
        ("enable", #"{"request":"ask","question":"?"}"#),
    ])
    func refusals(way: String, request: String) throws {
        let run = try run("fps 20; still 9s", way == "stop" ? Self.red : Self.dead), client = try run.client()
        run.run(2)
        if way == "stop" { #expect(try client.ask(#"{"request":"stop"}"#).ok == true) }
        let reply = try client.ask(request)
        #expect(reply.error == (way == "stop" ? "stopped" : "paused") && reply.detail?.contains(way == "stop" ? "nodline release" : "enable button") == true, "\(reply)")
        run.run(1)
        #expect(on(run) == [])
    }

    @Test("nothing fires or drives unless every enable button is held, pressed anew after a start; letting one go switches everything off at once")
    func enables() throws {
        panel.hold("dead", at: 0)
        let run = try run("fps 20; still 2s; hold left 3s; still 4s; hold left 9s; still 3s; hold left 4s; still 9s",
                          Self.dead + "[inputs.second]\nline = \"GPIO23\"\naction = \"enable\"\n")
        panel.hold("second", at: run.clock.now)
        panel.settle("second")
        let client = try run.client()
        while run.time < 5.5 {
            run.run(0.25)
            #expect(on(run) == [])
        }
        #expect(try client.status().state == "not-enabled" && client.status().enabled == false && client.status().paused)
        panel.letGo("dead", at: run.clock.now)
        panel.hold("dead", at: run.clock.now)
        panel.settle("dead")
        try run.wait { $0.isLine("call", true) }
        #expect(try client.status().enabled == true)
        run.run(1)
        #expect(isOn("drive", run) && isOn("call", run))
        panel.letGo("second", at: run.clock.now)
        panel.settle("second")
        run.run(0.02)
        #expect(on(run) == [])
        let end = run.time + 14
        while run.time < end {
            run.run(0.25)
            #expect(on(run) == [])
        }
        #expect(!run.output.contains(#""event":"stopped""#))
    }

    @Test("a configuration with an enable button drives nothing before that is held, also when it comes by a reload")
    func reloads() throws {
        let run = try run("fps 20; still 2s; hold left 20s; still 20s", "")
        try run.wait { $0.isLine("call", true) }
        try run.edit(Self.outputs + Self.dead)
        let client = try run.client()
        #expect(try client.ask(#"{"request":"profile","name":""}"#).ok == true)
        #expect(try client.status().state == "not-enabled" && on(run) == [])
        run.run(3)
        try run.edit(Self.outputs)
        #expect(try client.ask(#"{"request":"profile","name":""}"#).ok == true)
        #expect(try (client.status().enabled ?? nil) == nil && !client.status().paused)
    }
}
