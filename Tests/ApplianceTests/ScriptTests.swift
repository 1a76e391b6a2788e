import Appliance
import TestSupport
import Testing

@Suite("Simulation scripts")
struct ScriptTests {
    @Test("statements are parsed with their units, in any order, and with defaults")
    func parsing() throws {
        let script = try SimulationScript("fps 15; still 3s; look left; hold right 1.5s 25deg; hold up 30° 2s; nod; shake 4; "
            + "light 0.5 2s; drift up 0.2 5s; drop 5%; jitter 0.01s; size 90; leave; return")
        #expect(script.rate == 15 && script.dropped == 0.05 && script.jitter == 0.01 && script.size == 90)
        #expect(script.actions == [
            .still(seconds: 3), .look(.left, degrees: 22, seconds: 0.7), .hold(.right, degrees: 25, seconds: 1.5),
            .hold(.up, degrees: 30, seconds: 2), .nod(count: 2, degrees: 15), .shake(count: 4, degrees: 16),
            .light(factor: 0.5, seconds: 2), .drift(.up, distance: 0.2, seconds: 5), .leave, .comeBack,
        ])
    }

    @Test("a wrong statement is named with what was expected", arguments: [
        ("still 2s; lok left", "did you mean look?"), ("look", "\"left\", \"right\", \"up\" or \"down\""),
        ("hold left 0s", "out of range"), ("fps", "expected frames a second"), ("tilt up", "\"left\" or \"right\""),
        ("look left sideways", "\"sideways\" is not understood"), ("", "nothing happens"), ("fps 10", "nothing happens"),
        ("nod 99", "out of range"), ("drop 5", "per cent"), ("still nan s", "not understood"),
    ])
    func faults(text: String, expected: String) throws {
        let fault = try thrown(ScriptFault.self) { _ = try SimulationScript(text) }
        #expect(fault.description.contains(expected))
    }
}
