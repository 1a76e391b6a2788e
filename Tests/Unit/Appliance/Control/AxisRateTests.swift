import ApplianceSupport
import Platform
import Testing
import TestSupport

@Suite("Axes for a controller")
struct AxisRateTests {
    private static let axes = """
        [axes.speed]
        direction = "vertical"
        [axes.steer]
        direction = "horizontal"

        """

    /// The times and values of an axis in a client's lines.
    private func told(_ text: String, _ name: String) -> [(time: Double, value: Double)] {
        text.split(separator: "\n").compactMap { line in
            guard let fields = JSONValue.object(line.utf8), fields["event"]?.text == "axis", fields["name"]?.text == name,
                  case .number(let time)? = fields["t"], case .number(let value)? = fields["value"] else { return nil }
            return (time, value)
        }
    }

    @Test("a client that asks for axes is told every one at its rate, at rest and at full drive; others only what changes")
    func rate() throws {
        let run = try ApplianceHarness("fps 30; still 4s; hold left 25deg 4s; still 3s", configuration: Self.axes)
        let client = try run.client(), other = try run.client()
        #expect(try client.ask(#"{"request":"subscribe","axes":20}"#).ok == true)
        #expect(try other.ask(#"{"request":"subscribe"}"#).ok == true)
        var text = "", plain = ""
        for _ in 0..<20 {
            run.run(0.5)
            text += try client.rest(isOpen: true)
            plain += try other.rest(isOpen: true)
        }
        for name in ["speed", "steer"] {
            let lines = told(text, name)
            #expect((190...260).contains(lines.count), "\(lines.count)")
            let gaps = zip(lines, lines.dropFirst()).map { $1.time - $0.time }
            #expect(gaps.allSatisfy { $0 < 0.06 }, "\(gaps.max() ?? 0)")
        }
        #expect(told(text, "steer").contains { $0.value == 1 } && told(text, "steer").last?.value == 0)
        #expect(told(text, "speed").filter { $0.value == 0 }.count > 150)
        #expect(told(plain, "steer").count < 40)
    }

    @Test("when nothing turns the loop no line comes, and what was missed is not made up for")
    func silence() throws {
        let run = try ApplianceHarness("fps 30; still 20s", configuration: Self.axes), client = try run.client()
        #expect(try client.ask(#"{"request":"subscribe","axes":10}"#).ok == true)
        run.run(1)
        _ = try client.rest(isOpen: true)
        run.standStill(3)
        run.run(0.55)
        #expect(told(try client.rest(isOpen: true), "steer").count <= 7)
    }

    @Test("a rate out of range, or without an axis, is refused and changes nothing", arguments: [
        ("0", "bad-field"), ("51", "bad-field"), ("-1", "bad-field"), ("\"20\"", "bad-field"), ("20", "unavailable"),
    ])
    func refused(rate: String, error: String) throws {
        let run = try ApplianceHarness(configuration: error == "unavailable" ? "" : Self.axes), client = try run.client()
        let reply = try client.ask(#"{"request":"subscribe","axes":\#(rate)}"#)
        #expect(reply.ok == false && reply.error == error, "\(reply)")
        run.run(1)
        #expect(try client.rest(isOpen: true).isEmpty)
    }
}
