// Checks the examples in deploy/examples on simulated heads.
import Appliance
import ApplianceSupport
import FoundationEssentials
import Outputs
import Pipeline
import Replays
import Testing
import TestSupport

@Suite("Examples")
struct ExampleTests {
    private static let names = ["communication", "demo", "kiosk", "robot", "scrolling", "usb-switch"]

    /// An example's events on a simulated head; from `covered` seconds on the camera sees a grey wall.
    /// - Parameter changed: lines of the example and their replacements.
    private func events(_ example: String, _ script: String, covered: Double = .infinity,
                        changed: [String: String] = [:]) throws -> [EventLine] {
        var text = try Checkout.text("deploy/examples/\(example).toml")
        for (line, other) in changed {
            try #require(text.contains(line))
            text = text.replacing(line, with: other)
        }
        var replay = Replay(try HeadSwitch(try Configuration.read(text: text, file: "\(example).toml")))
        var lines: [String] = []
        _ = try replay.run(try FilmSource(script, covered: covered)) { event in
            if event.isReported, !event.isMoved { lines.append(event.json) }
        }
        return try EventLine.read(lines)
    }

    /// The changes of some outputs: "switch 1".
    private func lines(_ events: [EventLine], _ names: String...) -> [String] {
        events.filter { $0.event == "line" && names.contains($0.name ?? "") }.map { "\($0.name ?? "") \(Int($0.value?.number ?? -1))" }
    }

    /// The moments at which an output went on or off.
    private func times(_ events: [EventLine], _ name: String, _ value: Double) -> [Double] {
        events.filter { $0.event == "line" && $0.name == name && $0.value == .number(value) }.map(\.t)
    }

    private func axis(_ events: [EventLine], _ name: String) -> [EventLine] { events.filter { $0.event == "axis" && $0.name == name } }

    @Test("every example passes check, and none is missing in this test", arguments: names)
    func check(name: String) throws {
        let run = try Program("check", "--config", Checkout.root + "deploy/examples/\(name).toml")
        #expect(run.status == 0, "\(run.errors)")
        let files = try FileManager.default.contentsOfDirectory(atPath: Checkout.root + "deploy/examples")
        #expect(files.filter { $0.hasSuffix(".toml") }.count == Self.names.count)
    }

    @Test("communication: each nod is one press, looking up pauses and wakes, and nothing is pressed in between")
    func communication() throws {
        let events = try events("communication", "fps 15; still 2s; nod 2; still 2s; hold up 2.6s; still 1s; nod 2; still 1.5s; "
            + "hold up 3.6s; still 1.5s; nod 2; still 2s")
        #expect(lines(events, "switch", "asleep") == ["switch 1", "switch 0", "asleep 1", "asleep 0", "switch 1", "switch 0"])
        for (on, off) in zip(times(events, "switch", 1), times(events, "switch", 0)) { #expect(abs(off - on - 0.3) < 0.01) }
        // The relay is on while gestures count and at no other time.
        #expect(lines(events, "ready") == ["ready 1", "ready 0", "ready 1", "ready 0"])
        #expect(try #require(times(events, "ready", 0).first) == (try #require(times(events, "asleep", 1).first)))
        #expect(lines(events, "buzzer").isEmpty)
    }

    @Test("communication: without a face the relay drops within 0.3 s, and the buzzer beeps after alarm_after")
    func communicationAlone() throws {
        let events = try events("communication", "fps 15; still 11s", covered: 2,
                                changed: ["alarm_after = 60": "alarm_after = 5"])
        let drop = try #require(times(events, "ready", 0).first), beep = try #require(times(events, "buzzer", 1).first)
        #expect((2...2.3).contains(drop))
        #expect((6.9...7.3).contains(beep))
        #expect(times(events, "buzzer", 1).count >= 2)  // it beeps repeatedly
    }

    @Test("kiosk: a nod or shake without a question switches nothing")
    func kiosk() throws {
        let events = try events("kiosk", "fps 15; still 2s; nod 2; still 1.5s; shake 3; still 2s")
        #expect(events.contains { $0.gesture == "nod" } && events.contains { $0.gesture == "shake" })
        #expect(lines(events, "question", "service") == ["service 1", "service 0"])
    }

    @Test("robot: it drives while the head is up or down, steers proportionally, and stops in the middle")
    func robot() throws {
        let events = try events("robot", "fps 30; still 2s; hold up 2s; still 2s; hold down 2s; still 2s; hold left 12deg 1.2s; still 1.5s; "
            + "hold right 25deg 1.2s; still 2s")
        #expect(lines(events, "drive-motor-forward", "drive-motor-back")
            == ["drive-motor-forward 1", "drive-motor-forward 0", "drive-motor-back 1", "drive-motor-back 0"])
        let speed = axis(events, "drive-motor"), steer = axis(events, "drive-servo")
        let forward = (try #require(times(events, "drive-motor-forward", 1).first))...(try #require(times(events, "drive-motor-forward", 0).first))
        let reverse = (try #require(times(events, "drive-motor-back", 1).first))...(try #require(times(events, "drive-motor-back", 0).first))
        #expect(reverse.lowerBound - forward.upperBound > 0.3)
        #expect(speed.filter { forward.contains($0.t) }.contains { ($0.value?.number ?? 0) > 0.3 })
        #expect(speed.filter { reverse.contains($0.t) }.contains { ($0.value?.number ?? 0) < -0.3 })
        // The servo is reversed: left is negative. A small turn steers a little, a large one fully.
        #expect(steer.contains { (-0.9 ... -0.1).contains($0.value?.number ?? 0) } && !steer.contains { ($0.value?.number ?? 0) < -0.95 })
        #expect(steer.contains { $0.value == 1 })
        #expect(speed.last?.value == 0 && steer.last?.value == 0)
    }

    @Test("robot: when the face is lost, motor and driver board stop within 0.3 s, and nothing restarts by itself")
    func robotLost() throws {
        let gone = 3.5
        let events = try events("robot", "fps 30; still 2s; hold up 4s; still 1s", covered: gone)
        #expect(try (2...gone).contains(#require(times(events, "drive-motor-forward", 1).first)))
        for name in ["drive-motor-forward", "drive-standby"] { #expect(try (gone...gone + 0.3).contains(#require(times(events, name, 0).first))) }
        let speed = axis(events, "drive-motor")
        let rest = try #require(speed.first { $0.value == 0 && $0.t > gone })
        #expect(rest.t <= gone + 0.3)
        #expect(!events.contains { $0.t > gone + 0.3 && ($0.event == "line" || $0.event == "axis") && $0.value != 0 })
    }

    @Test("scrolling: looking up and down scrolls only between two nods, and a lost face stops it")
    func scrolling() throws {
        let script = "fps 30; still 2s; hold up 1.5s; still 1s; nod 2; still 1.5s; hold down 2s; still 1.5s; nod 2; still 1.5s; hold up 1.5s; still 1s"
        let whole = try events("scrolling", script)
        let nods = whole.filter { $0.gesture == "nod" }.map(\.t)
        #expect(nods.count == 2)
        let page = axis(whole, "page")
        let first = try #require(nods.first), last = try #require(nods.last)
        #expect(page.allSatisfy { (first...last).contains($0.t) })
        #expect(page.contains { ($0.value?.number ?? 0) < -0.3 })
        #expect(page.last?.value == 0)
        let gone = first + 2.5  // while looking down
        let cut = axis(try events("scrolling", script, covered: gone), "page")
        #expect(cut.contains { $0.t < gone && $0.value != 0 })
        #expect(cut.last?.value == 0 && (cut.last?.t ?? 99) <= gone + 0.3)
    }

    @Test("usb-switch: a look left is one Space, a look right one Enter, each for a tenth of a second")
    func usbSwitch() throws {
        let events = try events("usb-switch", "fps 15; still 2s; look left; still 1.5s; look right; still 1.5s; nod 2; still 1.5s; look left; still 1.5s")
        #expect(lines(events, "next", "choose") == ["next 1", "next 0", "choose 1", "choose 0", "next 1", "next 0"])
        for (on, off) in zip(times(events, "next", 1), times(events, "next", 0)) { #expect(abs(off - on - 0.1) < 0.01) }
    }
}
