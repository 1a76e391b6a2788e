import FoundationEssentials
import Replays
import Testing
import TestSupport
import Traces

@Suite("Simulation scripts")
struct SimulationScriptTests {
    @Test("statements are parsed with their units, in any order, and with defaults")
    func parsing() throws {
        let script = try SimulationScript("fps 15; still 3s; look left; hold right 1.5s 25deg; hold up 30° 2s; nod; shake 4; "
            + "light 0.5 2s; drift up 0.2 5s; drop 5%; jitter 0.01s; size 90; leave; return")
        #expect(script.rate == 15 && script.dropped == 0.05 && script.jitter == 0.01 && script.size == 90)
        #expect(script.actions == [
            .still(seconds: 3), .look(.left, degrees: 22, seconds: 0.7), .hold(.right, degrees: 25, seconds: 1.5),
            .hold(.up, degrees: 30, seconds: 2), .nod(count: 2, degrees: 15, seconds: 0.45),
            .shake(count: 4, degrees: 16, seconds: 0.35),
            .light(factor: 0.5, seconds: 2), .drift(.up, distance: 0.2, seconds: 5), .leave, .comeBack,
        ])
    }

    @Test("a clip's labels follow the default configuration: one nod is a look down, two swings of a shake are ignored", arguments: [
        ("nod 1", "down"), ("nod 2", "nod"), ("shake 1", "left"), ("shake 2", "ignore"), ("shake 3", "shake"),
    ])
    func labels(movement: String, expected: String) throws {
        let folder = try TemporaryFolder()
        let labels = folder.path + "/a.csv"
        let made = try Program(["simulate", "--script", "fps 10; roll left 10deg; \(movement) 0.5s", "-o", folder.path + "/a.y4m",
                                "--labels", labels])
        #expect(made.status == 0)
        #expect(try Label.read(file: labels).map { "\($0.gesture)" } == [expected])
    }

    @Test("a clip format other than Y4M is refused, and nothing is written")
    func kind() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/a.mp4"
        let run = try Program(["simulate", "--script", "still 1s", "-o", file])
        #expect(run.status == 2 && run.errors.contains(".y4m"))
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test("a wrong statement is named with what was expected", arguments: [
        ("still 2s; lok left", "did you mean look?"), ("look", "\"left\", \"right\", \"up\" or \"down\""),
        ("hold left 0s", "out of range"), ("fps", "expected frames a second"), ("tilt up", "\"left\" or \"right\""),
        ("look left sideways", "\"sideways\" is not understood"), ("", "the script has no movement"), ("fps 10", "the script has no movement"),
        ("nod 99", "out of range"), ("drop 5", "per cent"), ("still nan s", "not understood"),
    ])
    func faults(text: String, expected: String) throws {
        let fault = try thrown(ScriptError.self) { _ = try SimulationScript(text) }
        #expect(fault.description.contains(expected))
    }
}
