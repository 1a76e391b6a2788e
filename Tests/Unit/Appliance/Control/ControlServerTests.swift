import Appliance
import ApplianceSupport
import FoundationEssentials
import Gestures
import Glibc
import Outputs
import Platform
import Testing
import TestSupport
import Wire

@Suite("Requests at the control socket")
struct ControlServerTests {
    @Test("status, pause, resume and why work, and a reply has its request's id; while paused, questions and calibrations are refused")
    func requests() throws {
        let run = try ApplianceHarness(configuration: "[outputs.bell]\ngesture = \"hold-left\"\naction = \"level\"\n")
        try run.wait { $0.state == "ready" && $0.capture_fps != nil }
        let status = try run.status()
        #expect(status.face && !status.paused && !status.calibrating && status.camera == "fake-front")
        #expect(status.outputs == ["bell": 0] && status.operating_point == "high@30" && status.uptime > 0)
        let client = try run.client()
        let pause = try client.ask(#"{"request":"pause","id":7}"#)
        #expect(pause.id == .number(7) && pause.durable == true)
        #expect(try run.status().paused)
        let refused = try client.ask(#"{"request":"ask","question":"?","timeout":1}"#)
        #expect(refused.ok == false && refused.error == "paused" && refused.detail?.contains("nodline resume") == true)
        #expect(try client.ask(#"{"request":"calibrate-range"}"#).error == "paused")
        #expect(try client.ask(#"{"request":"resume"}"#).ok == true)
        #expect(try !run.status().paused)
        #expect(try client.ask(#"{"request":"why"}"#).ok == true)
    }

    @Test("commands pause and resume, stop and release, and say so", arguments: [("pause", "nothing fires", "paused"), ("stop", "until nodline release", "stopped")])
    func commands(command: String, words: String, state: String) throws {
        let run = try ApplianceHarness(), back = command == "pause" ? "resume" : "release"
        try run.wait { $0.state == "ready" }
        #expect(try run.program(command).output.contains(words) && run.status().state == state)
        #expect(try run.program(back).status == 0 && run.status().state != state)
        #expect(try run.program(command, "--json").output.contains(#""reply":"\#(command)""#) && run.status().state == state)
    }

    @Test("a pause that a power cut would undo says what hinders it, and where")
    func unkept() throws {
        let run = try ApplianceHarness()
        try run.wait { $0.state == "ready" }
        try run.folder.make("state.json.new", [:])  // where the next state is written
        let reply = try run.client().reply(#"{"request":"pause"}"#)
        #expect(reply.contains(#""ok":true,"durable":false,"#) && reply.contains("\(run.folder.path)/state.json.new: Is a directory"), "\(reply)")
        #expect(try run.program("stop").errors.contains("/state.json.new: Is a directory"))
        #expect(try run.status().state == "stopped")
    }

    @Test("why reports a movement that was too small with its values, in words and as JSON")
    func why() throws {
        let run = try ApplianceHarness("fps 30; still 2s; look left; still 2s", configuration: "[gestures]\nthreshold_left = 1.5\n")
        let client = try run.client()
        run.run(6)
        let reply = try client.reply(#"{"request":"why"}"#)
        #expect(reply.contains(#""rule":"too-small""#) && reply.contains(#""gesture":"left""#) && reply.contains(#""bound":"#))
        let words = try run.program("why").output
        #expect(words.contains("left") && words.contains("it needs"), "\(words)")
    }

    @Test("clients receive the events of standard output, and with pointer the raw pointer too")
    func events() throws {
        let run = try ApplianceHarness("fps 30; still 2s; look left; still 3s")
        let all = try run.client(), listener = try run.client(ControlPlace.events)
        #expect(try all.ask(#"{"request":"subscribe","pointer":true}"#).ok == true)
        var sawPointer = false
        let look = try all.next { line in
            sawPointer = sawPointer || line.event == "pointer"
            return line.event == "recognised"
        }
        #expect(sawPointer && look.gesture == "left")
        var names: [String] = []
        while !names.contains("recognised") { names.append(try listener.next().event ?? "") }
        #expect(!names.contains("pointer"))
        run.end()
        #expect(run.output.contains(#""event":"recognised","gesture":"left""#))
        #expect(listener.isDropped())
    }

    @Test("a camera or profile is chosen by name; an unknown or invalid one changes nothing")
    func choosing() throws {
        let other = try TemporaryFolder()
        let profile = try other.file("p.toml", "[outputs.lamp]\ngesture = \"nod\"\n")
        let wrong = try other.file("w.toml", "[camera]\nrate = 1000\n")
        let run = try ApplianceHarness(configuration: "[profiles.evening]\nfile = \"\(profile)\"\n[profiles.wrong]\nfile = \"\(wrong)\"\n")
        try run.wait { $0.state == "ready" }
        #expect(try run.program("camera").output.contains("●  fake-front"))
        #expect(try run.program("camera", "back").status == 0)
        try run.wait { $0.camera == "fake-back" && $0.state == "ready" }
        let none = try run.program("camera", "side")
        #expect(none.status == 1 && none.errors.contains("fake-back"))
        #expect(try run.status().camera == "fake-back" && run.status().state == "ready", "what is refused costs nobody a rest")
        #expect(try run.program("profile", "evening").output.contains("●  evening"))
        #expect(try run.status().profile == "evening" && run.status().outputs == ["lamp": 0])
        let refused = try run.program("profile", "wrong")
        #expect(refused.status == 1 && refused.errors.contains("camera.rate"))
        let before = try run.status().faults.count
        #expect(try run.program("profile", "evning").errors.contains("did you mean evening?"))
        #expect(try run.status().faults.count == before, "a slip is no fault of the board")
        #expect(try run.status().profile == "evening")
        #expect(try run.program("profile", "--main").status == 0)
        #expect(try run.status().profile.isEmpty)
    }

    @Test("repeated expensive requests are refused as busy, but a pause is not")
    func pace() throws {
        let run = try ApplianceHarness()
        let client = try run.client()
        var errors: [String?] = []
        for _ in 0..<20 { errors.append(try client.ask(#"{"request":"profile","name":""}"#).error) }
        #expect(errors.first == .some(nil) && errors.contains("busy"), "\(errors)")
        errors = []
        for _ in 0..<20 {
            #expect(try client.ask(#"{"request":"pause"}"#).ok == true)  // a pause is always possible
            errors.append(try client.ask(#"{"request":"resume"}"#).error)
        }
        #expect(errors.contains("busy"))
    }

    @Test("status prints a question's control characters escaped, and keeps them in JSON")
    func escapes() throws {
        let run = try ApplianceHarness()
        try run.wait { $0.state == "ready" }
        let asking = try run.client()
        try asking.send(#"{"request":"ask","question":"\u001b[2J\u009bA\nstate  ready","timeout":60}"#)
        try run.wait { $0.question != nil }
        let status = try run.program("status")
        #expect(status.output.contains(#"\u001b[2J\u009bA\u000astate  ready"#), "\(status.output)")
        #expect(!status.output.unicodeScalars.contains("\u{1B}") && !status.output.unicodeScalars.contains("\u{9B}"))
        let json = try run.program("status", "--json")
        #expect(try JSONDecoder().decode(StatusReply.self, from: Data(json.output.utf8)).question == "\u{1B}[2J\u{9B}A\nstate  ready")
    }
}
