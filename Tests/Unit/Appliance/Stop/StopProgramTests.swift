import ApplianceSupport
import Glibc
import Testing
import TestSupport
import Wire

@Suite("What a stop does to running programs")
struct StopProgramTests {
    private let panel = ButtonPanel()

    @Test("whatever switches everything off ends a running program whose output is off already; a pause and a lost face do not", arguments: [
        "button", "request", "enable", "pause", "loss",
    ])
    func endsPrograms(by way: String) throws {
        let folder = try TemporaryFolder(), script = way == "loss" ? "fps 20; still 3s; leave; still 9s" : "fps 20; still 20s"
        let word = "[outputs.word]\ncall = true\ntime_limit = 600\ncommand = [\"/bin/sh\", \"-c\", \"echo $$ > $0; exec sleep 600\", \"\(folder.path)/child\"]\n"
        let run = try ApplianceHarness(script, configuration: word + StopTests.red + (way == "enable" ? StopTests.dead : ""), folder: folder, buttons: panel.source)
        if way == "enable" {
            panel.hold("dead", at: run.clock.now)
            panel.settle("dead")
        }
        try run.wait { $0.state == "ready" }
        let client = try run.client()
        #expect(try client.ask(#"{"request":"call"}"#).ok == true)
        #expect(waits { (try? folder.text("child"))?.hasSuffix("\n") == true })
        let child = try #require(try pid_t(folder.text("child").dropLast()))
        run.run(2)
        #expect(kill(child, 0) == 0)
        switch way {
        case "button":
            panel.press("red", at: run.clock.now)
            panel.settle("red")
        case "enable":
            panel.letGo("dead", at: run.clock.now)
            panel.settle("dead")
        case "loss": run.run(6)
        default: #expect(try client.ask("{\"request\":\"\(way == "request" ? "stop" : way)\"}").ok == true)
        }
        run.run(1)
        if ["pause", "loss"].contains(way) { #expect(kill(child, 0) == 0) } else { #expect(isGone(child)) }
    }
}
