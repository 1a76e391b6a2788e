// Checks the wiring drawings against data sheets, pages and examples.
import Appliance
import Platform
import Testing
import TestSupport

/// A drawing as data: which pins of the header it uses, and which terminals its wires join.
private struct Drawing {
    let name: String, text: String
    /// The kernel's lines, "GPIO17", and "GND", "5 V", "3.3 V", by the header's pin.
    let pins: [Int: String]
    private let nets: [Set<String>]

    init(_ name: String) throws {
        self.name = name
        text = try Checkout.text("hardware/wiring/\(name).svg")
        pins = Dictionary(uniqueKeysWithValues: Drawing.values("<g data-pin=\"", in: text).compactMap { value in
            let parts = value.components(separatedBy: "\" data-line=\"")
            return Int(parts[0]).map { ($0, parts[1]) }
        })
        var nets: [Set<String>] = []
        for ends in Drawing.values("data-ends=\"", in: text) {
            var joined = Set(ends.split(separator: " " as Character).map(String.init))
            for net in nets where !net.isDisjoint(with: joined) { joined.formUnion(net) }
            nets.removeAll { !$0.isDisjoint(with: joined) }
            nets.append(joined)
        }
        self.nets = nets
    }

    /// What follows each opening, up to the quotation mark before the tag's end or the next attribute.
    private static func values(_ opening: String, in text: String) -> [String] {
        text.components(separatedBy: opening).dropFirst().map { $0.components(separatedBy: "\"/>")[0] }
    }

    func net(of end: String) -> Set<String> { nets.first { $0.contains(end) } ?? [end] }

    /// The header's pins that a terminal is joined to.
    func pins(at end: String) -> Set<Int> {
        Set(net(of: end).compactMap { $0.hasPrefix("pin.") ? Int($0.dropFirst(4)) : nil })
    }

    var lines: Set<String> { Set(pins.values.filter { $0.hasPrefix("GPIO") }) }
}

@Suite("Wiring")
struct WiringTests {
    private static let names = ["led", "button", "switch-jack", "relay", "ready", "heartbeat", "buzzer", "servo", "robot", "battery"]

    @Test("the drawings are what hardware/wiring/draw makes")
    func inStep() throws {
        let check = try ChildProcess("python3", [Checkout.root + "hardware/wiring/draw", "--check"], input: .null, output: .null)
        #expect(check.wait() == 0)
    }

    @Test("text is at least 11 px high on a page of 838 px, and on a telephone of 358 px", arguments: names)
    func readable(name: String) throws {
        let text = try Drawing(name).text
        func number(after opening: String) -> Double? {
            Double(text.components(separatedBy: opening).dropFirst().first.map { String($0.prefix { $0 != "\"" && $0 != " " }) } ?? "")
        }
        let width = try #require(number(after: "viewBox=\"0 0 "))
        let size = try #require(number(after: "font-size=\""))
        #expect(text.components(separatedBy: "font-size").count == 2, "one size for all of it")
        #expect(size / width * 838 >= 11)
        #expect(size / width * 358 >= 11)
    }

    /// Each row: a drawing and two terminals that a wire joins. Transistor: 1 emitter, 2 base, 3 collector (2N3904). Photo-MOS
    /// relay: 1 anode, 2 cathode, 3 and 4 the contact (TLP222A).
    @Test("parts are joined as their data sheets number them", arguments: [
        ("led", "pin.15", "R1.a"), ("led", "R1.b", "D1.anode"), ("led", "D1.cathode", "pin.25"),
        ("button", "pin.13", "R1.a"), ("button", "R1.b", "S1.a"), ("button", "S1.b", "pin.25"),
        ("buzzer", "Q1.1", "pin.14"), ("buzzer", "Q1.2", "R1.b"), ("buzzer", "R1.a", "pin.18"), ("buzzer", "Q1.3", "buzzer.-"),
        ("buzzer", "buzzer.+", "pin.2"), ("buzzer", "D1.cathode", "buzzer.+"), ("buzzer", "D1.anode", "buzzer.-"),
        ("buzzer", "R2.a", "pin.14"), ("buzzer", "R2.b", "pin.18"),
        ("switch-jack", "R1.b", "K1.1"), ("switch-jack", "R1.a", "pin.11"), ("switch-jack", "K1.2", "pin.25"),
        ("switch-jack", "K1.3", "plug.tip"), ("switch-jack", "K1.4", "plug.sleeve"),
        ("switch-jack", "R2.a", "pin.11"), ("switch-jack", "R2.b", "pin.25"),
        ("heartbeat", "R1.b", "K1.1"), ("heartbeat", "R1.a", "pin.37"), ("heartbeat", "K1.2", "pin.39"), ("heartbeat", "K1.3", "K2.in1"),
        ("heartbeat", "K1.4", "K2.in2"), ("heartbeat", "R2.a", "pin.37"), ("heartbeat", "R2.b", "pin.39"), ("heartbeat", "F1.a", "K2.A1"),
        ("heartbeat", "F1.a", "K2.11"), ("heartbeat", "F1.b", "supply.+"), ("heartbeat", "K2.14", "load.+"),
        ("heartbeat", "K2.A2", "supply.-"), ("heartbeat", "load.-", "supply.-"),
        ("relay", "K1.IN", "pin.11"), ("relay", "supply.+", "F1.b"), ("relay", "F1.a", "K1.COM"), ("relay", "K1.NO", "load.+"),
        ("relay", "load.-", "supply.-"), ("relay", "D1.cathode", "load.+"), ("relay", "D1.anode", "load.-"),
        ("ready", "K1.IN", "pin.16"), ("ready", "F1.a", "K1.COM"), ("ready", "K1.NC", "load.+"), ("ready", "load.-", "supply.-"),
        ("servo", "servo.signal", "pin.33"), ("servo", "servo.+", "servo-supply.+"), ("servo", "servo.-", "servo-supply.-"),
        ("servo", "servo.-", "pin.34"), ("servo", "R5.a", "pin.33"), ("servo", "R5.b", "pin.34"),
        ("robot", "driver.VCC", "pin.1"), ("robot", "driver.AIN1", "pin.16"), ("robot", "driver.AIN2", "pin.18"),
        ("robot", "driver.GND", "pin.20"), ("robot", "driver.STBY", "pin.22"), ("robot", "driver.PWMA", "pin.32"),
        ("robot", "R1.a", "pin.16"), ("robot", "R2.a", "pin.18"), ("robot", "R3.a", "pin.22"), ("robot", "R4.a", "pin.32"),
        ("robot", "R1.b", "pin.20"), ("robot", "R2.b", "pin.20"), ("robot", "R3.b", "pin.20"), ("robot", "R4.b", "pin.20"),
        ("robot", "driver.VM", "S1.a"), ("robot", "S1.b", "F1.a"), ("robot", "F1.b", "battery.+"), ("robot", "driver.GND2", "battery.-"),
        ("robot", "motor.2", "driver.AO1"), ("robot", "motor.1", "driver.AO2"), ("robot", "servo.signal", "pin.33"),
        ("battery", "gauge.QSTRT", "pin.9"), ("battery", "gauge.GND", "pin.9"), ("battery", "gauge.SDA", "pin.3"),
        ("battery", "gauge.SCL", "pin.5"), ("battery", "gauge.VIN", "pin.1"), ("battery", "gauge.CELL", "power.B+"),
        ("battery", "F1.a", "power.B+"), ("battery", "F1.b", "cell.+"), ("battery", "cell.-", "power.B-"), ("battery", "gauge.GND2", "cell.-"),
        ("battery", "power.5V", "pin.2"), ("battery", "power.GND", "pin.6"),
    ])
    func joined(name: String, one: String, other: String) throws {
        #expect(try Drawing(name).net(of: one).contains(other))
    }

    @Test("no wire joins two different pins of the header, unless both are ground", arguments: names)
    func noShort(name: String) throws {
        let drawing = try Drawing(name)
        for pin in drawing.pins.keys {
            let met = Set(drawing.pins(at: "pin.\(pin)").compactMap { drawing.pins[$0] })
            #expect(met == [drawing.pins[pin] ?? ""])
        }
    }

    @Test("loads with their own supply have no wire to the board", arguments: [
        ("switch-jack", ["plug.tip", "plug.sleeve"]), ("relay", ["load.+", "load.-", "supply.+", "supply.-", "K1.COM"]),
        ("ready", ["load.+", "load.-", "supply.+", "supply.-", "K1.COM"]), ("heartbeat", ["K2.in1", "K2.in2", "K2.A1", "K2.A2", "K2.11", "load.+"]),
        ("servo", ["servo.+"]),
        ("robot", ["servo.+", "battery.+", "motor.1", "motor.2"]),
    ])
    func apart(name: String, ends: [String]) throws {
        let drawing = try Drawing(name)
        for end in ends { #expect(drawing.pins(at: end).isEmpty, "\(end)") }
    }

    @Test("the table of pins in boards.md has each drawing's lines with their pins and the drawing's name")
    func boards() throws {
        let page = try Checkout.text("hardware/boards.md")
        var uses: [String: (pin: String, use: String)] = [:]
        for row in page.split(separator: "\n" as Character) where row.hasPrefix("| GPIO") {
            let cells = row.split(separator: "|" as Character).map { $0.trimmingSpaces }
            for first in stride(from: 0, to: cells.count - 2, by: 3) where cells[first].hasPrefix("GPIO") {
                uses[cells[first]] = (cells[first + 1], cells[first + 2])
            }
        }
        #expect(uses.count == 14)
        for name in WiringTests.names where name != "battery" {  // its I²C pins are not free lines
            for (pin, line) in try Drawing(name).pins where line.hasPrefix("GPIO") {
                let row = try #require(uses[line], "\(line) of \(name).svg is not in the table")
                #expect(row.pin == String(pin))
                #expect(row.use.contains(name), "\(line): \(row.use) does not name \(name)")
            }
        }
    }

    /// Lines of outputs, inputs and PWM channels, by the table that names them.
    private func lines(of configuration: Configuration) -> [String: String] {
        var lines: [String: String] = [:]
        for output in configuration.outputs where !output.line.name.isEmpty { lines[output.name] = output.line.name }
        for input in configuration.inputs { lines[input.name] = input.line.name }
        for axis in configuration.axes {
            // GPIO12 is the first channel of the header's PWM, and GPIO13 the second.
            let channel = axis.pwm.name
            if !channel.isEmpty { lines[axis.name] = channel.hasSuffix(":0") ? "GPIO12" : "GPIO13" }
        }
        return lines
    }

    @Test("an example's lines are those of the drawings that it is built from", arguments: [
        ("communication", ["switch": "switch-jack", "asleep": "led", "ready": "ready", "buzzer": "buzzer", "care": "button"]),
        ("kiosk", ["seen": "led", "service": "ready"]), ("usb-switch", ["ready": "led"]),
        ("robot", ["drive-servo": "robot", "drive-motor": "robot", "drive-motor-forward": "robot", "drive-motor-back": "robot", "drive-standby": "robot", "stop": "button"]),
    ])
    func examples(example: String, drawings: [String: String]) throws {
        let text = try Checkout.text("deploy/examples/\(example).toml")
        let lines = lines(of: try Configuration.read(text: text, file: example))
        for (name, drawing) in drawings {
            #expect(try Drawing(drawing).lines.contains(lines[name] ?? "no line"), "\(name)")
        }
        if example == "robot" { #expect(try Drawing("robot").lines == Set(lines.filter { drawings[$0.key] == "robot" }.values)) }
    }

    @Test("a page's lines are those of the drawings", arguments: [
        ("docs/terminal.md", ["bell": "relay", "works": "ready", "buzzer": "buzzer", "care": "button"]),
        ("docs/robot.md", ["drive-servo": "robot", "drive-motor": "robot", "drive-motor-forward": "robot", "drive-motor-back": "robot", "drive-standby": "robot", "stop": "button"]),
        ("hardware/wiring/README.md", ["lamp": "led", "again": "button", "switch": "switch-jack", "bell": "relay", "ready": "ready",
                                       "beat": "heartbeat", "buzzer": "buzzer"]),
    ])
    func pages(page: String, drawings: [String: String]) throws {
        let text = try Checkout.text(page)
        var lines: [String: String] = [:]
        for block in text.components(separatedBy: "```toml\n").dropFirst() {
            let configuration = try Configuration.read(text: block.components(separatedBy: "```")[0], file: page)
            lines.merge(self.lines(of: configuration)) { $1 }
        }
        for (name, drawing) in drawings {
            #expect(try Drawing(drawing).lines.contains(lines[name] ?? "no line"), "\(name)")
        }
    }
}

private extension Substring {
    var trimmingSpaces: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
