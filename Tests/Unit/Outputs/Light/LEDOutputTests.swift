import Outputs
import Testing
import TestSupport

@Suite("LEDs as outputs")
struct LEDOutputTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("an LED turns on and off, and gets its trigger back when the output is closed")
    func led() throws {
        try folder.make("bell", ["brightness": "3", "max_brightness": "200\n", "trigger": "none [heartbeat] timer\n"])
        do {
            let led = try LEDOutput(name: "bell", brightness: 0.5, root: folder.path)
            #expect(try folder.text("bell/trigger") == "none")
            #expect(try folder.text("bell/brightness") == "0")
            try led.set(true)
            #expect(try folder.text("bell/brightness") == "100")
        }
        #expect(try folder.text("bell/brightness") == "0")
        #expect(try folder.text("bell/trigger") == "heartbeat")
    }

    @Test("an LED whose safe state is on is lit from the start, and after the output is closed")
    func ledSafeOn() throws {
        try folder.make("bell", ["brightness": "0", "max_brightness": "1\n", "trigger": "[none] timer\n"])
        do {
            let led = try LEDOutput(name: "bell", safe: true, root: folder.path)
            #expect(try folder.text("bell/brightness") == "1")
            try led.set(false)
            #expect(try folder.text("bell/brightness") == "0")
        }
        #expect(try folder.text("bell/brightness") == "1")
    }

    @Test("for a missing LED the nearest one is suggested")
    func ledMissing() throws {
        try folder.make("nodline::bell", [:])
        let fault = try thrown(OutputError.self) { _ = try LEDOutput(name: "nodline:bell", root: folder.path) }
        #expect("\(fault)".hasSuffix("there is no such light; did you mean nodline::bell?"))
    }
}
