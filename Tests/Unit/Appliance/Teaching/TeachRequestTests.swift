import Appliance
import ApplianceSupport
import FoundationEssentials
import Gestures
import Glibc
import Platform
import Testing
import TestSupport
import Wire

@Suite("Teaching at the control socket")
struct TeachRequestTests {
    /// A tilt that is not like ordinary movement, again and again.
    private static func tilts(_ count: Int) -> String { String(repeating: "; tilt left 25deg 0.3s; still 2.2s", count: count) }

    /// The teaching's events until it is over: "rest", "next 1", "found 1", "dropped nothing-moved", "done".
    private static func steps(_ events: HarnessClient, _ seconds: Double = 200) throws -> (steps: [String], last: ControlLine) {
        var steps: [String] = []
        while true {
            let line = try events.next(within: seconds) { $0.event == "teach" }
            let step = line.step ?? ""
            steps.append(step + (["next", "found"].contains(step) ? " \(line.point ?? 0)" : step == "dropped" ? " \(line.reason ?? "")" : ""))
            #expect(line.name == "my-jerk")
            if step == "done" || step == "cancelled" { return (steps, line) }
            if step == "computing" {
                // The template is made on a thread with a clock of its own.
                _ = events.harness.run(until: #""step":"done""#, step: 0.001)
            }
        }
    }

    /// A run that is ready, with a client for requests and one for events.
    private static func start(_ script: String, _ configuration: String = "", folder: TemporaryFolder? = nil) throws -> (ApplianceHarness, HarnessClient, HarnessClient) {
        let run = try ApplianceHarness("fps 15; still 3s" + script, configuration: "camera.rate = 15\n" + configuration, folder: folder)
        try run.wait { $0.state == "ready" }
        return (run, try run.client(), try run.client(ControlPlace.events))
    }

    @Test("a movement is taught while nothing fires, is kept, drives its output, and can be printed, forgotten and taken over again")
    func taught() throws {
        let (run, client, events) = try Self.start("; still 5s" + Self.tilts(30), """
            feedback.sounds = ["next"]
            feedback.device = "none"
            [outputs.bell]
            gesture = ["my-jerk", "tilt-left", "hold-tilt-left"]
            """)
        #expect(run.events.faults.contains("gesture-not-taught"))
        #expect(try client.ask(#"{"request":"teach","name":"jerk","repetitions":5}"#).ok == true)
        #expect(try run.status().state == "teaching")
        #expect(try client.ask(#"{"request":"ask","question":"?"}"#).error == "busy")
        #expect(try client.ask(#"{"request":"record-rest"}"#).error == "busy")
        let (steps, last) = try Self.steps(events)
        #expect(steps.first == "rest" && steps.contains("next 1") && steps.contains("found 5") && steps.suffix(2) == ["computing", "done"], "\(steps)")
        #expect(last.kept == true && last.points == 5 && (last.found ?? 0) >= 4, "\(last.words ?? "")")
        #expect(last.words?.contains("expected to fire by itself at most") == true)
        let begun = try #require(run.output.firstRange(of: #""step":"rest""#)), computed = try #require(run.output.firstRange(of: #""step":"computing""#))
        #expect(!run.output[begun.lowerBound..<computed.lowerBound].contains(#""event":"line""#), "something fired")
        #expect(run.output[begun.lowerBound..<computed.lowerBound].contains(#""cue":"next""#))
        let file = run.folder.path + "/taught/main/jerk.taught"
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        // It counts from now on, without a restart or a reload.
        let fired = try events.next { $0.event == "recognised" && $0.gesture?.hasPrefix("my-") == true }
        #expect(fired.gesture == "my-jerk" && (fired.likeness ?? 0) > 0.5 && (fired.duration ?? 0) > 0.2)
        #expect(try events.next { $0.event == "line" && $0.t ?? 0 >= fired.t ?? 0 }.name == "bell")
        #expect(try run.status().taught == ["my-jerk"])
        #expect(try client.reply(#"{"request":"taught"}"#).contains(#""name":"my-jerk","channels":["#))
        let exported = try run.program("teach", "--export", "jerk")
        #expect(exported.output.hasPrefix("nodline taught gesture 1\n"), "what the mesh sees of brows and smile while the head tilts carries nothing")
        #expect(try exported.status == 0 && exported.output == String(contentsOfFile: file, encoding: .utf8), "\(exported.output.prefix(200))")
        #expect(try run.program("teach", "--list").output.contains("my-jerk"))
        #expect(try client.ask(#"{"request":"forget-taught","name":"jrek"}"#).detail?.contains("did you mean jerk?") == true)
        #expect(try client.ask(#"{"request":"forget-taught","name":"my-jerk"}"#).ok == true)
        #expect(access(file, F_OK) != 0)
        let copy = try run.folder.file("copy.taught", exported.output)
        #expect(try run.program("teach", "--import", copy).output.contains("in use: my-jerk"))
        #expect(try String(contentsOfFile: file, encoding: .utf8) == exported.output)
        #expect(try run.status().taught == ["my-jerk"])
    }

    @Test("raised brows are taught and recognised from pictures: the mesh runs for them, and what carries them is kept")
    func brows() throws {
        let script = "; still 5s" + String(repeating: "; brows 0.25 0.6s; still 2.5s", count: 30)
        let (run, client, events) = try Self.start(script, "[outputs.bell]\ngesture = \"my-jerk\"\n")
        #expect(try client.ask(#"{"request":"teach","name":"jerk","repetitions":6}"#).ok == true)
        let (steps, last) = try Self.steps(events)
        try #require(last.kept == true, "\(steps) \(last.words ?? "")")
        let text = try String(contentsOfFile: run.folder.path + "/taught/main/jerk.taught", encoding: .utf8), gesture = try TaughtGesture(text: text)
        #expect(text.hasPrefix("nodline taught gesture 2\n") && gesture.channels.contains(.brows), "\(gesture.channels)")
        #expect(try client.reply(#"{"request":"taught"}"#).contains(#""brows"],"repetitions":6"#))
        let fired = try events.next { $0.event == "recognised" && $0.gesture?.hasPrefix("my-") == true }
        #expect(try events.next { $0.event == "line" && $0.t ?? 0 >= fired.t ?? 0 }.name == "bell")
    }

    @Test("with adapt_taught a movement that nothing undid moves the template in its file, and one that was undone does not", arguments: [false, true])
    func adapts(isUndone: Bool) throws {
        let later = String(repeating: "; tilt left 23deg 0.33s; still 9s", count: 30)
        let (run, client, events) = try Self.start("; still 5s" + Self.tilts(8) + later, "gestures.taught = true\ngestures.adapt_taught = true\n")
        #expect(try client.ask(#"{"request":"teach","name":"jerk","repetitions":5}"#).ok == true)
        let (steps, last) = try Self.steps(events)
        try #require(last.kept == true, "\(steps) \(last.words ?? "")")
        let file = run.folder.path + "/taught/main/jerk.taught"
        let before = try String(contentsOfFile: file, encoding: .utf8)
        _ = try events.next(within: 120) { $0.event == "recognised" && $0.gesture?.hasPrefix("my-") == true }
        if isUndone { #expect(try client.ask(#"{"request":"pause"}"#).ok == true) }
        run.run(40)  // past the repetitions that follow each other too soon to be taken as meant
        run.end()
        let after = try String(contentsOfFile: file, encoding: .utf8)
        #expect((after == before) == isUndone)
        let stored = try TaughtGesture(text: after), taught = try TaughtGesture(text: before)
        #expect(after.contains("taught = ") == !isUndone, "what it was taught with bounds how far it may go")
        #expect(stored.limits.likeness == taught.limits.likeness && stored.limits.duration == taught.limits.duration)
        #expect((stored.limits.size == taught.limits.size) == isUndone, "the limits of size follow the template's size, so that they stay what they were for the person")
    }

    @Test("a teaching that finds nothing, or different movements, says why and changes nothing", arguments: [
        ("; still 200s", "nothing-moved"),
        ("; still 5s" + String(repeating: "; tilt left 25deg 0.3s; still 2s; look right 25deg; still 2s; look up; still 2s; hold left 25deg 1s; still 2s; tilt right 20deg 0.3s; still 2s", count: 6), ""),
    ])
    func refused(script: String, reason: String) throws {
        let (run, client, events) = try Self.start(script)
        #expect(try client.ask(#"{"request":"teach","name":"jerk","repetitions":5}"#).ok == true)
        let (steps, last) = try Self.steps(events, 300)
        #expect(last.kept == false && last.words?.isEmpty == false, "\(steps)")
        #expect(reason.isEmpty ? ["too-different", "too-few", "like-rest"].contains(last.reason ?? "") : last.reason == reason, "\(last.reason ?? "") \(steps)")
        #expect(steps.contains { $0.hasPrefix("dropped") })
        #expect(SysfsFile.names(in: run.folder.path + "/taught/main").isEmpty)
        #expect(try run.status().taught == [])
        try run.wait { $0.state == "ready" }
    }

    @Test("a face that is lost in the middle is told and asked for again; for long, it ends the teaching")
    func lostFace() throws {
        let (_, client, events) = try Self.start("; still 4s" + Self.tilts(2) + "; leave; still 60s")
        #expect(try client.ask(#"{"request":"teach","name":"jerk","repetitions":5}"#).ok == true)
        let (steps, last) = try Self.steps(events)
        #expect(last.step == "cancelled" && last.reason?.contains("no face was seen") == true || last.reason == "face-lost", "\(steps) \(last.reason ?? "")")
    }

    @Test("a face that is lost in the middle of a movement spoils that one, which is asked for again, and the teaching goes on")
    func lostInTheMiddle() throws {
        let gone = "; tilt left 25deg 0.6s; leave; still 1s; return; still 3s"
        let (_, client, events) = try Self.start("; still 5s" + Self.tilts(3) + gone + Self.tilts(20))
        #expect(try client.ask(#"{"request":"teach","name":"jerk","repetitions":5}"#).ok == true)
        let (steps, last) = try Self.steps(events)
        #expect(steps.contains("dropped face-lost") && steps.contains("found 5"), "\(steps)")
        #expect(last.kept == true, "\(last.words ?? "")")
    }

    @Test("a reload, a pause, another camera, a cancel and a client that leaves end a teaching, and nothing has changed")
    func disturbed() throws {
        let (run, client, events) = try Self.start(Self.tilts(40))
        func begin(_ owner: HarnessClient) throws { #expect(try owner.ask(#"{"request":"teach","name":"jerk"}"#).ok == true) }
        func reason() throws -> String? { try events.next { $0.event == "teach" && $0.step == "cancelled" }.reason }
        try begin(client)
        try run.edit("[outputs.bell]\ngesture = \"nod\"\n")
        #expect(try client.ask(#"{"request":"profile","name":""}"#).ok == true)
        #expect(try reason() == "the configuration was changed")
        try begin(client)
        #expect(try client.ask(#"{"request":"calibrate","cancel":true}"#).ok == true)
        #expect(try reason() == "somebody cancelled it")
        try begin(client)
        #expect(try client.ask(#"{"request":"camera","name":"back"}"#).ok == true)
        #expect(try reason() == "the view was changed")
        do {
            let leaves = try run.client()
            run.run(4)  // changes are limited
            try begin(leaves)
        }
        #expect(try reason() == "the client that asked for it has left")
        run.run(6)
        try begin(client)
        #expect(try client.ask(#"{"request":"pause"}"#).ok == true)
        #expect(try reason() == "it was paused")
        #expect(try client.ask(#"{"request":"teach","name":"jerk"}"#).error == "paused")
        #expect(SysfsFile.names(in: run.folder.path + "/taught/main").isEmpty)
    }

    @Test("a template that cannot be written is told, nothing is half-written, and the old one stays")
    func unwritable() throws {
        let folder = try TemporaryFolder()
        mkdir(folder.path + "/taught", 0o700)
        mkdir(folder.path + "/taught/main", 0o700)
        mkdir(folder.path + "/taught/main/jerk.taught.new", 0o700)
        let (run, client, events) = try Self.start("; still 4s" + Self.tilts(14), folder: folder)
        #expect(try client.ask(#"{"request":"teach","name":"jerk","repetitions":5}"#).ok == true)
        let (steps, last) = try Self.steps(events)
        #expect(last.kept == false && last.reason == "not-written" && last.words?.contains("nothing has changed") == true, "\(steps) \(last.words ?? "")")
        #expect(SysfsFile.names(in: folder.path + "/taught/main") == ["jerk.taught.new"])
        #expect(try run.status().taught == [])
    }

    @Test("names and numbers that cannot be are refused with advice", arguments: [
        (#"{"request":"teach"}"#, "name is missing"), (#"{"request":"teach","name":"../x"}"#, "letters and digits"),
        (#"{"request":"teach","name":"jerk","repetitions":3}"#, "expected 5 to 10"), (#"{"request":"teach","name":"jerk","times":5}"#, "not a field"),
        (#"{"request":"import-taught","name":"jerk","text":"nonsense"}"#, ""), (#"{"request":"import-taught","name":"jerk","text":"x","part":3}"#, "does not follow"),
    ])
    func badFields(request: String, words: String) throws {
        let run = try ApplianceHarness("fps 10; still 1s"), client = try run.client()
        let reply = try client.ask(request)
        #expect(reply.error == "bad-field" && (words.isEmpty || reply.detail?.contains(words) == true), "\(reply.detail ?? "")")
        #expect(SysfsFile.names(in: run.folder.path + "/taught").isEmpty)
    }
}
