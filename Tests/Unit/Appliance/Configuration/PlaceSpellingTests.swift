import Appliance
import Settings
import Testing
import TestSupport

@Suite("Names of lines, browsers' hosts and interfaces that cannot be right")
struct PlaceSpellingTests {
    private func problems(_ text: String) -> [String] {
        do { _ = try Configuration.read(text: text, file: "c.toml") } catch { return error.faults.map(\.description) }
        return []
    }

    @Test("a line's place has one spelling, so that no two outputs can have the same one", arguments: [
        ("gpiochip0:017", "expected a chip and a line of it, counted from 0, as \"gpiochip0:17\""), ("gpiochip0:+17", "as \"gpiochip0:17\""),
        ("gpiochip0:-1", "is no place"), ("gpiochip0:x", "is no place"), ("gpiochip0:99999999999", "is no place"), ("/dev/gpiochip0:007", "as \"gpiochip0:7\""),
        ("GPIO17 ", "expected the name alone"), (" GPIO17", "expected the name alone"), ("GPIO\\t17", "has a tab"),
        ("/sys/class/gpio/gpio17", "is a path; expected the kernel's name of a line, as \"GPIO17\""), ("gpiochip0 17", "as \"gpiochip0:17\""),
        ("gpiochip0/017", "as \"gpiochip0:17\""), ("/dev/gpiochip4", "as \"gpiochip4:17\""), ("0:17", "as \"gpiochip0:17\""), ("P9.12", "as \"P9_12\""),
        ("gpiochip0 17 'GPIO17' input", "as \"gpiochip0:17\""), ("GPIO*", "has * (letter 5)"), ("GРIO17", "has Р (letter 2, U+420"),
        ("ＧＰＩＯ１７", "has Ｇ (letter 1, U+FF27"), ("GPIO１7", "has １ (letter 5, U+FF11"), ("line 17: \\\"GPIO17\\\"", "has \" (letter 10)"),
        ("a-name-of-more-than-thirty-one-l", "has 32 letters; the kernel's names have 31 at most"),
    ])
    func misspelled(name: String, expected: String) {
        for table in ["[outputs.a]\ngesture = \"nod\"", "[inputs.a]\naction = \"calibrate\""] {
            let found = problems("\(table)\nline = \"\(name)\"\n")
            #expect(found.count == 1 && found[0].hasPrefix("c.toml:3: ") && found[0].contains(".a.line") && found[0].contains(expected), "\(found)")
        }
    }

    @Test("a chip with and without /dev/ is one place")
    func sameChip() {
        let found = problems("""
            [outputs.a]
            line = "gpiochip0:17"
            gesture = "nod"
            [inputs.b]
            line = "/dev/gpiochip0:17"
            action = "calibrate"
            """)
        #expect(found.count == 1 && found[0].contains("used by outputs.a already"), "\(found)")
    }

    @Test("the kernel's names are taken as they are", arguments: ["GPIO17", "PIN 12", "ID_SDA", "gpio:red:017", "gpiochip0:0", "/dev/gpiochip4:17", "relays0:3", "PR.04", "P9_12 [gpmc_ben1]",
                                                                        "7J1 Header Pin11", "GPIO17 (pin 11)", "a-name-of-just-thirty-one-bytes"])
    func right(name: String) {
        #expect(problems("[outputs.a]\ngesture = \"nod\"\nline = \"\(name)\"\n") == [])
    }

    @Test("a name that no browser and no interface can have is refused", arguments: [
        ("hosts", "http://x/"), ("hosts", "*"), ("hosts", "a b"), ("hosts", "x:8020"), ("hosts", ""), ("hosts", "x."), ("hosts", "größe.de"), ("hosts", "fe80::1"),
        ("interfaces", "192.168.1.1"), ("interfaces", "eth 0"), ("interfaces", "a/b"), ("interfaces", ""), ("interfaces", "a-name-of-sixteen"), ("interfaces", "eth0:1"),
    ])
    func impossible(key: String, name: String) {
        let found = problems("[web]\n\(key) = [\"\(name)\"]\n")
        #expect(found.count == 1 && found[0].contains("web.\(key)") && found[0].contains("\"\(name)\"") && found[0].contains("; expected names"), "\(found)")
    }

    @Test("what can be no program, broker, folder or channel is refused, and what was meant is said", arguments: [
        ("outputs.a.command = \"/usr/bin/aplay x.wav\"", "expected the program and each argument in quotes of its own: [\"/usr/bin/aplay\", \"x.wav\"]"),
        ("outputs.a.command = [\"/usr/bin/aplay -q x.wav\"]", "[\"/usr/bin/aplay\", \"-q\", \"x.wav\"]"), ("outputs.a.command = [\"\"]", "\"\" is not a full path"),
        ("budget.battery.on_critical = \"/usr/bin/systemctl poweroff\"", "[\"/usr/bin/systemctl\", \"poweroff\"]"),
        ("mqtt.server = \"192.168.1.300\"", "four numbers from 0 to 255"), ("mqtt.server = \"192.168.1\"", "four numbers"), ("mqtt.server = \"-x\"", "begins with a letter"),
        ("mqtt.server = \"192,168,1,5\"", "server = \"192.168.1.5\""), ("mqtt.server = \"home,local\"", "server = \"home.local\""),
        ("state.directory = \"state\"", "expected a path from the root"), ("state.directory = \"~/nodline\"", "expected a path from the root"),
        ("axes.a.pwm = \"pwmchip0:99999999999\"", "is not a channel"), ("axes.a.pwm = \"pwmchip0:+1\"", "is not a channel"), ("axes.a.pwm = \"GPIO12:1\"", "is not a channel"),
    ])
    func notPossible(line: String, expected: String) {
        let found = problems("outputs.a.gesture = \"nod\"\n\(line)\n")
        #expect(found.count == 1 && found[0].hasPrefix("c.toml:2: ") && found[0].contains(expected), "\(found)")
    }

    @Test("what a program lacks on this machine is a warning: it may be there later, or on another one")
    func hindered() throws {
        let folder = try TemporaryFolder()
        let plain = try folder.file("plain", "#!/bin/sh\n")
        func hindrance(_ path: String) throws -> [String] {
            let configuration = try Configuration.read(text: "[outputs.a]\ngesture = \"nod\"\ncommand = [\"\(path)\"]\n", file: "c.toml")
            #expect(configuration.hinderedPrograms.allSatisfy { $0.key == "outputs.a.command" })
            return configuration.hinderedPrograms.map(\.problem)
        }
        #expect(try hindrance("/bin/sh") == [])
        #expect(try hindrance(folder.path).first?.hasSuffix("is no program, but a folder") == true)
        #expect(try hindrance(plain).first?.contains("may not be started: sudo chmod a+x") == true)
        #expect(try hindrance(folder.path + "/none").first?.contains("on this machine (No such file or directory)") == true)
        #expect(try Configuration.read(text: "", file: "c.toml").hinderedPrograms.isEmpty)
    }

    @Test("names that can be are taken", arguments: [
        ("hosts", "switch.example.org"), ("hosts", "xn--gre-jna4q.de"), ("hosts", "192.168.1.5"), ("hosts", "[fe80::1]"), ("interfaces", "usb0"), ("interfaces", "eth0.100"),
        ("interfaces", "wlx00c0ca123456"),
    ])
    func possible(key: String, name: String) {
        #expect(problems("[web]\n\(key) = [\"\(name)\"]\n") == [])
    }
}
