import Appliance
import Gestures
import MQTTSettings
import Outputs
import Settings
import Testing
import TestSupport

@Suite("The section [drive]")
struct DriveConfigurationTests {
    private static let two = "[drive]\nleft = [\"pwmchip0:0\", \"GPIO23\", \"GPIO24\"]\nright = [\"pwmchip0:1\", \"GPIO5\", \"GPIO6\"]\nstandby = \"GPIO25\"\n"
    private static let car = "[drive]\nmotor = [\"pwmchip0:0\", \"GPIO23\", \"GPIO24\"]\nservo = \"pwmchip0:1\"\n"

    @Test("it stands for outputs and axes like any others: interlocked, with dead time, and off in their safe state")
    func expands() throws {
        let read = try Configuration.read(text: Self.two + "[outputs.bell]\nline = \"GPIO17\"\ngesture = \"nod\"\n", file: "f")
        #expect(read.outputs.map(\.name) == ["bell", "drive-left-forward", "drive-left-back", "drive-right-forward", "drive-right-back", "drive-standby"])
        #expect(read.axes.map(\.name) == ["drive-left", "drive-right"] && read.axes.map(\.wheel) == [Wheel(turn: -1), Wheel(turn: 1)])
        for output in read.outputs where output.way != nil {
            #expect(!output.safe && output.needsFrames && output.deadTime == 0.3 && output.maxOn == 11 && !output.interlock.isEmpty && output.line.bias == .pullDown)
        }
        #expect(read.outputs.last?.state == .ready)
        #expect(Set(read.outputs.map(\.interlock)) == ["", "drive-left", "drive-right"])
        let car = try Configuration.read(text: Self.car, file: "f")
        #expect(car.outputs.map(\.name) == ["drive-motor-forward", "drive-motor-back"] && car.axes.map(\.name) == ["drive-motor", "drive-servo"])
        #expect(try Configuration.read(text: "[drive]\n", file: "f") == Configuration.read(text: "", file: "f"))
    }

    @Test("an MQTT broker hears of the same outputs before any is switched", arguments: [two, car, two.replacing("standby = \"GPIO25\"\n", with: ""), "[drive]\n"]
        + ["communication", "kiosk", "robot", "scrolling", "usb-switch"].map { "deploy/examples/\($0).toml" })
    func announced(source: String) throws {
        let folder = try TemporaryFolder(), written = source.hasSuffix(".toml") ? try Checkout.text(source) : source
        let text = written + "\n[outputs.lamp]\nline = \"GPIO2\"\nstate = \"camera-on\"\n"
        let announced = try MQTTSettings.read(file: folder.file("nodline.toml", text)).outputs
        #expect(try announced.keys.sorted() == Configuration.read(text: text, file: "f").outputs.map(\.name).sorted())
        #expect(announced["lamp"] == [])
    }

    @Test("curve and ends go to the motors, and the curve alone to the servo")
    func curves() throws {
        let read = try Configuration.read(text: Self.car + "expo = 40\nleast = 20\nmost = 80\nmost_back = 50\n", file: "f")
        #expect(read.axes.map(\.curve) == [AxisCurve(expo: 0.4, ahead: .init(least: 0.2, most: 0.8), back: .init(least: 0.2, most: 0.5)), AxisCurve(expo: 0.4)])
    }

    @Test("what check prints has the section and not what follows from it, and gives the same configuration", arguments: [two, car, ""])
    func prints(text: String) throws {
        let read = try Configuration.read(text: text, file: "f")
        #expect(!read.toml.contains("drive-") && read.toml.contains("[drive]"))
        #expect(try Configuration.read(text: read.toml, file: "g") == read)
    }

    @Test("all faults are told at once")
    func together() {
        let text = "[drive]\nleft = [\"pwmchip0:0\", \"GPIO23\"]\nrigth = [\"a\"]\nramp = 99\nleast = 60\nmost = 50\n"
        #expect { try Configuration.read(text: text, file: "f") } throws: { error in
            (error as? ConfigurationError)?.faults.map(\.key) == ["drive.left", "drive.left", "drive.rigth", "drive.ramp", "drive.most"]
        }
    }

    @Test("faults are named by the section's own keys", arguments: [
        ("[drive]\nleft = [\"pwmchip0:0\", \"GPIO23\", \"GPIO24\"]\n", "drive.left", "expected right"),
        (car + "left = [\"pwmchip1:0\", \"GPIO5\", \"GPIO6\"]\n", "drive.motor", "cannot be combined"),
        ("[drive]\nmotor = [\"pwmchip0:0\", \"GPIO23\", \"GPIO24\"]\n", "drive.motor", "needs servo"),
        ("[drive]\nservo = \"pwmchip0:0\"\n", "drive.servo", "needs motor"),
        ("[drive]\nmotor = [\"pwmchip0:0\", \"GPIO23\"]\nservo = \"pwmchip0:1\"\n", "drive.motor", "expected three"),
        ("[drive]\nmotor = [\"pwmchip0:0\", \"GPIO23\", \"\"]\nservo = \"pwmchip0:1\"\n", "drive.motor", "expected three"),
        ("[drive]\nmotor = [\"GPIO12\", \"GPIO23\", \"GPIO24\"]\nservo = \"pwmchip0:1\"\n", "drive.motor", "not a channel"),
        ("[drive]\nmotor = [\"pwmchip0:0\", \"GPIO23\", \"GPIO23\"]\nservo = \"pwmchip0:1\"\n", "drive.motor", "is used by drive.motor already"),
        (car.replacing("pwmchip0:1", with: "pwmchip0:0"), "drive.servo", "is used by drive.motor already"),
        (car + "[outputs.bell]\nline = \"GPIO23\"\ngesture = \"nod\"\n", "drive.motor", "is used by outputs.bell already"),
        (car + "[outputs.drive-motor-back]\nline = \"GPIO17\"\ngesture = \"nod\"\n", "drive.motor", "drive-motor-back"),
        (car + "[inputs.red]\nline = \"GPIO24\"\naction = \"stop\"\n", "inputs.red.line", "is used by drive.motor already"),
        ("[drive]\nmost = 50\n", "drive.most", "expected left and right"), (car + "turn = 50\n", "drive.turn", "two motors"),
        (car + "deadtime = 1\n", "drive.deadtime", "did you mean dead_time?"), (car + "ramp = 5\nmax_on = 2\n", "drive.max_on", "less than ramp"),
        (car + "most = 0\n", "drive.most", "5 to 100 %"), (car + "least = 60\nmost = 50\n", "drive.most", "not more than least, which is 60"),
        (car + "least = 40\nmost_back = 30\n", "drive.most_back", "not more than least"), ("[axes.x]\nleast = 90\nmost = 90\n", "axes.x.most", "not more than least"), (car + "[camera]\nrate = 5\n", "camera.rate", "[drive] moves"),
    ])
    func faults(text: String, key: String, words: String) {
        #expect { try Configuration.read(text: text, file: "f") } throws: { error in
            guard let faults = (error as? ConfigurationError)?.faults else { return false }
            return faults.contains { $0.key == key && $0.problem.contains(words) }
        }
    }

    @Test("who looks for a radio's signal or a wheelchair is told that there is none, not what is written alike", arguments: [
        ("[drive]\nppm = \"GPIO5\"\n", "drive.ppm", "no signal of radios"), ("[drive]\nsbus_port = 1\n", "drive.sbus_port", "no signal of radios"),
        ("[axes.x]\nppm = \"GPIO5\"\n", "axes.x.ppm", "no signal of radios"), ("[sbus]\nport = 1\n", "sbus", "no signal of radios"),
        ("[axes.x]\npwm = \"pwmchip0:0\"\npreset = \"S-Bus\"\n", "axes.x.preset", "no signal of radios"),
        ("[wheelchair]\n", "wheelchair", "never driven"), ("[drive]\nr-net = true\n", "drive.r-net", "never driven"),
    ])
    func never(text: String, key: String, words: String) throws {
        let faults = try thrown(ConfigurationError.self) { _ = try Configuration.read(text: text, file: "f") }.faults
        #expect(faults.map(\.key) == [key] && faults[0].problem.contains(words) && !faults[0].problem.contains("did you mean"), "\(faults)")
        for word in ["pwm", "ramp", "ethernet", "internet"] { #expect(NeverDriven.reason(word) == nil, "\(word)") }
    }
}
