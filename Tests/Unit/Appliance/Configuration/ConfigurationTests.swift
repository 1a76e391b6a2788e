import Appliance
import ApplianceSupport
import FoundationEssentials
import Gestures
import Outputs
import Pipeline
import Settings
import Testing
import TestSupport

@Suite("Configuration")
struct ConfigurationTests {
    private func read(_ text: String) throws -> Configuration { try Configuration.read(text: text, file: "n.toml") }

    private func faults(_ text: String) throws -> [ConfigurationFault] {
        try thrown(ConfigurationError.self) { _ = try read(text) }.faults
    }

    /// The manual with every option uncommented.
    private func manual() throws -> String {
        try Checkout.text("deploy/nodline.toml").split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("#") && !$0.hasPrefix("# ") && $0 != "#" ? $0.dropFirst() : $0 }.joined(separator: "\n")
    }

    @Test("the manual is a valid configuration that changes nothing")
    func manualIsDefault() throws {
        #expect(try read(Checkout.text("deploy/nodline.toml")) == Configuration())
    }

    @Test("the manual names every option once, at its default")
    func manualIsComplete() throws {
        let text = try manual()
        #expect(try read(text) == Configuration())
        for section in Configuration.schema.sections {
            let part = text.components(separatedBy: "\n[\(section.name)]\n").last?.components(separatedBy: "\n[").first ?? ""
            for row in section.rows(Configuration()) {
                let lines = part.split(separator: "\n").filter { $0.hasPrefix(row.name + " = ") }
                #expect(lines.map(String.init) == ["\(row.name) = \(row.value)"])
            }
        }
        let names = Configuration.schema.tables.flatMap { $0.rows.map(\.name) }
        for name in names { #expect(text.contains("\n# \(name) ") || text.contains("\n# \(name), ") || text.contains(", \(name),") || text.contains(" \(name)  ")) }
    }

    @Test("the example of every table is valid and changes something", arguments: Configuration.schema.tables.map(\.example))
    func tableExamples(example: String) throws {
        #expect(try read(example) != Configuration())
    }

    @Test("strictness changes several limits together; a key for one limit overrides it, before or after it in the file")
    func strictness() throws {
        let strict = try read("[gestures]\nthreshold_left = 0.3\nstrictness = \"strict\"\n").gestures
        #expect(strict.thresholds.left == 0.3 && strict.thresholds.up == 0.22 && strict.quietMouth == 0.07)
        let relaxed = try read("[gestures]\nstrictness = \"relaxed\"\nquiet_mouth = 0\n").gestures
        #expect(relaxed.thresholds.left == 0.15 && relaxed.quietMouth == 0)
        #expect(try read("[gestures]\nstrictness = \"normal\"\n") == Configuration())
    }

    @Test("the examples are valid", arguments: ["demo", "communication", "kiosk", "robot", "scrolling", "usb-switch"])
    func examples(name: String) throws {
        #expect(try !read(Checkout.text("deploy/examples/\(name).toml")).outputs.isEmpty)
    }

    @Test("a profile's file may have a button for the next profile, although it cannot know the others")
    func profileButton() throws {
        #expect(try read("[inputs.a]\nline = \"X\"\naction = \"profile\"").inputs.first?.action == .profile)
    }

    @Test("the configuration that check prints is read back unchanged")
    func roundTrip() throws {
        var configuration = Configuration()
        configuration.camera.orientation = 6
        (configuration.models.runtime, configuration.budget.onCritical) = ("a \"b\"\\", ["/a \"b\"\\\n\u{1}", "x"])
        configuration.gestures.thresholds.up = 0.333
        var output = OutputConfiguration(name: "call-1")
        output.gestures = [.hold(.left), .look(.up)]
        output.action = .toggle
        output.line.name = "gpiochip0:17"
        output.line.bias = .pullUp
        output.line.drive = .openDrain
        output.safe = true
        configuration.outputs = [output]
        var lamp = OutputConfiguration(name: "lamp")
        lamp.state = .dark
        configuration.outputs.append(lamp)
        var siren = OutputConfiguration(name: "siren")
        siren.state = .alarm
        siren.action = .blink
        siren.period = 0.5
        siren.maxOn = 30
        configuration.outputs.append(siren)
        var steer = AxisConfiguration(name: "steer")
        steer.direction = .vertical
        steer.isReversed = true
        steer.hold = .up
        steer.attach = .nod
        steer.detach = .shake
        steer.slew = 2
        steer.pwm.name = "pwmchip0:1"
        steer.pwm.low = 1100
        configuration.axes = [steer]
        var input = InputConfiguration(name: "again")
        input.action = .camera
        input.line.name = "GPIO27"
        input.line.activeLow = true
        configuration.inputs = [input]
        configuration.camera.alternatives = ["front", "a \"b\""]
        var bed = CameraConfiguration(name: "bed")
        bed.match = "imx708"
        bed.orientation = 3
        bed.mirrored = true
        configuration.cameras = [bed, CameraConfiguration(name: "front")]
        configuration.gestures.acceptance = 1.5
        var filter = FilterConfiguration(name: "hold-left")
        filter.release = 0.2
        configuration.filters = [filter]
        configuration.gestures.filters[.hold(.left)] = filter.filter
        configuration.budget.cpuPercent = 12.5
        configuration.budget.battery.capacity = 20
        configuration.budget.onCritical = ["/sbin/poweroff", "a \"b\""]
        #expect(try read(configuration.toml) == configuration)
    }

    @Test("all faults of meaning are reported together, with file, line, key, value, range and the nearest key")
    func fiveFaults() throws {
        let found = try faults("""
            config_version = 1
            [camera]
            orientation = 9
            [gestures]
            acceptence = 1.0
            threshold_left = "far"
            [outputs.bell]
            gesture = ["hold-left", "hold-lft"]
            action = "levl"
            """)
        #expect(found.map(\.description) == [
            "n.toml:3: camera.orientation: 9 is not possible; expected a whole number from 1 to 8",
            "n.toml:5: gestures.acceptence: no such key; did you mean acceptance?",
            "n.toml:6: gestures.threshold_left: \"far\" is not possible; expected a number from 0.02 to 3 IOD",
            "n.toml:8: outputs.bell.gesture: [\"hold-left\", \"hold-lft\"] is not possible; expected one or a list of "
                + "\"left\", \"right\", \"up\", \"down\", \"hold-left\", \"hold-right\", \"hold-up\", "
                + "\"hold-down\", \"nod\", \"shake\", \"tilt-left\", \"tilt-right\", \"hold-tilt-left\", \"hold-tilt-right\", "
                + "\"mouth\", \"eyes-closed\", \"brows\", \"smile\", \"hold-mouth\", \"hold-eyes-closed\", \"hold-brows\", "
                + "\"hold-smile\", \"gaze-NAME\" or \"my-NAME\"; "
                + "did you mean \"hold-left\"?",
            "n.toml:9: outputs.bell.action: \"levl\" is not possible; expected one of \"level\", \"pulse\", \"toggle\" or "
                + "\"blink\"; "
                + "did you mean \"level\"?",
        ])
    }

    @Test("at most fifty faults are listed, with the number of the others")
    func manyFaults() {
        let text = (0..<300).map { "nonsense\($0) = 1\n" }.joined()
        let error = #expect(throws: ConfigurationError.self) { try Configuration.read(text: text, file: "c.toml") }
        let lines = error?.description.split(separator: "\n") ?? []
        #expect(lines.count == 52 && lines.first?.hasPrefix("300 faults") == true && lines.last == "… and 250 more")
    }

    @Test("a syntax error is reported alone, with its line", arguments: [
        ("[camera\nmirrored = true", 1), ("[camera]\nmirrored = maybe", 2), ("a = 1\na = 2", 2),
        ("[camera]\n[gestures]\n[camera]", 3),
    ])
    func syntax(text: String, line: Int) throws {
        let found = try faults(text)
        #expect(found.count == 1)
        #expect(found.first?.line == line)
    }

    @Test("conflicts between keys and impossible values are refused with a reason", arguments: [
        ("[gestures]\nidle_zone_radius = 0.3", 4, "inside the idle zone"),
        ("[gestures]\ndiscrete_min = 1.5", 1, "leaves no time"),
        ("[gestures]\nmax_hold = 1", 1, "every gesture as a new posture"),
        ("[gestures]\nacceptance = 0.5\n[outputs.a]\ngesture = \"left\"\n[outputs.b]\ngesture = \"hold-left\"", 1, "discrete_max"),
        ("[outputs.a]\ngesture = \"left\"\naction = \"level\"", 1, "hold-left"),
        ("[gestures]\ncontinuous = false\n[outputs.a]\ngesture = \"hold-up\"", 1, "never recognised"),
        ("[gestures]\npause_gesture = \"up\"\n[outputs.a]\ngesture = \"hold-up\"", 1, "another direction"),
        ("[gestures]\npause_gesture = \"up\"\npause_time = 25", 1, "never pauses"),
        ("[filters.hold-lft]\nacceptance = 1", 1, "did you mean hold-left?"),
        ("[filters.nod]\nrelease = 1", 1, "is for holds"),
        ("[filters.hold-up]\nacceptance = 0.5\n[outputs.a]\ngesture = \"up\"\n[outputs.b]\ngesture = \"hold-up\"", 1, "discrete_max"),
        ("[gestures]\nnod = false\n[outputs.a]\ngesture = \"nod\"", 1, "never recognised"),
        ("[outputs.a]\ngesture = \"shake\"\naction = \"level\"", 1, "does not"),
        ("[gestures]\nnod_count = 1\n[outputs.a]\ngesture = \"down\"", 1, "every look down"),
        ("[outputs.a]\naction = \"pulse\"", 1, "gesture = \"hold-left\" or state = \"dark\""),
        ("[outputs.a]\ngesture = \"left\"\nstate = \"dark\"", 1, "one of the two"),
        ("[outputs.a]\ngesture = \"left\"\nline = \"X\"\n[inputs.b]\nline = \"X\"", 1, "used by outputs.a already"),
        ("[inputs.a]\nline = \"X\"\naction = \"calibrat\"", 1, "did you mean \"calibrate\"?"),
        ("[cameras.a]\norientation = 9", 1, "expected a whole number from 1 to 8"),
        ("[cameras.a]\nmach = \"b\"", 1, "did you mean match?"),
        ("[cameras.a]\nmatch = \"\"", 1, "does not identify a camera"),
        ("[cameras.auto]\nmirrored = true", 1, "does not identify a camera"),
        ("[cameras.front]\nmatch = \"back\"", 1, "another name for the table"),
        ("[cameras.a]\nmatch = \"X\"\n[cameras.b]\nmatch = \"X\"", 1, "matched by cameras.a already"),
        ("cameras = [\"front\"]", 1, "[cameras.NAME]"),
        ("[outputs]\na = 3", 1, "expected a table"),
        ("[outputs.\"a b\"]\ngesture = \"left\"", 1, "is not a valid name"), ("[outputs.\"\"]", 1, "is not a valid name; expected 1 to 32 letters"),
        ("config_version = 2", 1, "expected 1"),
        ("camera = 1", 1, "expected a table: [camera]"),
        ("[detecton]\nthreads = 1", 1, "did you mean detection?"),
        ("[gestures]\nacceptance = nan", 1, "expected a number"),
        ("[budget]\nmin_rate = 4", 1, "0.4 s apart"),
        ("[budget]\nmax_rate = 8", 1, "a held output needs"),
        ("[budget]\nmin_rate = 20\nmax_rate = 15", 1, "less than min_rate, which is 20"),
        ("[budget]\nmax_rate = 60", 1, "at most camera.rate, which is 30"),
        ("[camera]\nrate = 15\n[budget]\nmin_rate = 20", 1, "at most camera.rate, which is 15"),
        ("[budget.battery]\nlow_percent = 5", 1, "more than critical_percent, which is 5"),
        ("[budget.battery]\non_critical = [\"poweroff\"]", 1, "not a full path"),
        ("[budget.battery]\nsupply = \"\"\ntarget_hours = 8", 1, "needs a battery"),
        ("[budget.battery]\nsupply = \"../BAT0\"", 1, "is a path"),
        ("[status]\nled = \"../../etc\"", 1, "is a path"),
        ("[outputs.a]\ngesture = \"nod\"\nled = \"..\"", 1, "is a path"),
        ("[budget.batery]\nsupply = \"a\"", 1, "did you mean battery?"),
        ("[budget.battery]\ncapasity_wh = 3", 1, "did you mean capacity_wh?"),
        ("[budget]\nbattery = 3", 1, "expected a table: [budget.battery]"),
        ("budget.battery.supply = 3", 1, "text in quotes"),
        ("[inputs.a]\naction = \"pause\"", 1, "line = \"GPIO27\""),
        ("[inputs.a]\nline = \"X\"\naction = \"camera\"", 1, "camera.alternatives"),
        ("[filters.hold-up]\nacceptance = 9\n[gestures]\nmax_hold = 8", 1, "max_hold, 8"),
        ("[camera]\nrate = 8\n[axes.a]\npwm = \"pwmchip0:0\"", 1, "axes.a moves"),
        ("[camera]\nrate = 1\n[outputs.a]\ngesture = \"nod\"", 1, "outputs.a needs one: frames 0.4 s apart"),
        ("[camera]\nrate = 2.5\n[outputs.a]\ngesture = \"left\"\naction = \"toggle\"", 1, "expected at least 5"),
    ])
    func conflicts(text: String, count: Int, expected: String) throws {
        let found = try faults(text)
        #expect(found.count == count)
        #expect(found.allSatisfy { $0.problem.contains(expected) }, "\(found)")
    }

    @Test("an output's conflicting keys are refused with a reason", arguments: [
        ("state = \"ready\"\naction = \"toggle\"", 1, "a state lasts"),
        ("action = \"pulse\"\nstate = \"dark\"", 1, "a state lasts"),
        ("state = \"ready\"\nsafe = true", 1, "a dead program would then show"),
        ("state = \"heartbeat\"\nsafe = true", 1, "rests off"),
        ("state = \"heartbeat\"\naction = \"blink\"", 1, "continues without frames"),
        ("state = \"heartbeat\"\nmax_on = 3", 1, "show a wrong state"),
        ("state = \"heartbeat\"\nusb = \"space\"", 1, "expected line"),
        ("state = \"ready\"\nrate = 5", 1, "only for state = \"heartbeat\""),
        ("state = \"ready\"\nmin_on = 2", 1, "show a wrong state"),
        ("state = \"camera-on\"\nmax_on = 2", 1, "show a wrong state"),
        ("state = \"ready\"\naction = \"blink\"\nmin_off = 2", 1, "show a wrong state"),
        ("state = \"alarm\"\non_loss = \"safe\"", 1, "a state is always followed"),
        ("gesture = \"left\"\non_pause = \"safe\"", 1, "a pulse ends by itself"),
        ("gesture = \"hold-left\"\naction = \"level\"\non_stale = \"safe\"", 1, "always turns off"),
        ("gesture = \"left\"\nperiod = 2", 1, "action = \"blink\""),
        ("gesture = \"left\"\naction = \"toggle\"\npulse = 2", 1, "action = \"pulse\""),
        ("gesture = \"left\"\nmin_on = 2", 1, "use pulse"),
        ("gesture = \"left\"\naction = \"blink\"\nmin_off = 2", 1, "use period"),
        ("gesture = \"left\"\npulse = 2\nmax_on = 1", 1, "less than pulse, which is 2"),
        ("gesture = \"left\"\naction = \"toggle\"\nmin_on = 2\nmax_on = 1", 1, "less than min_on, which is 2"),
        ("gesture = \"left\"\naction = \"toggle\"\nsafe = true\nmax_on = 1", 1, "leave the safe state"),
        ("gesture = \"left\"\naction = \"blink\"\nsafe = true", 1, "would not be safe"),
        ("gesture = \"left\"\ndead_time = 1", 1, "expected interlock"),
        ("gesture = \"left\"\ninterlock = \"m\"", 1, "no other output"),
        ("gesture = \"left\"\ninterlock = \"m\"\n[outputs.b]\ngesture = \"left\"\ninterlock = \"m\"", 1, "drives outputs.a too"),
        ("state = \"dark\"\ninterlock = \"m\"\n[outputs.b]\ngesture = \"left\"\ninterlock = \"m\"", 1, "cannot be combined with state"),
        ("call = true\nstate = \"dark\"", 1, "combined with state"), ("call = true\nfeedback = \"held\"", 1, "combined with feedback"),
        ("call = true\naction = \"toggle\"", 1, "ends by itself"), ("call = true\nsafe = true", 1, "would not be safe"), ("call = false", 1, "gesture"),
        ("call = true\ninterlock = \"m\"\n[outputs.b]\ngesture = \"left\"\ninterlock = \"m\"", 1, "cannot be combined with interlock"),
        ("gesture = \"left\"\nline = \"X\"\nled = \"Y\"", 1, "cannot be combined with line"),
        ("gesture = \"left\"\nkey = \"spcae\"", 1, "did you mean \"space\"?"),
        ("gesture = \"left\"\nusb = \"play-pause\"", 1, "not a key of a USB keyboard, mouse or gamepad"), ("gesture = \"left\"\nbluetooth = \"play-pause\"", 1, "not a key of a Bluetooth keyboard, mouse or gamepad"),
        ("gesture = \"left\"\nkey = \"space\"\n[outputs.b]\ngesture = \"right\"\nkey = \"space\"", 1, "used by outputs.a already"),
        ("gesture = \"left\"\ncommand = [\"aplay\"]", 1, "not a full path"),
        ("gesture = \"left\"\ncommand = [\"/bin/true\"]\naction = \"blink\"", 1, "again and again"),
        ("gesture = \"left\"\ntime_limit = 3", 1, "there is none"),
        ("gesture = \"left\"\nkey = \"space\"\nactive_low = true", 1, "is for a line"),
        ("gesture = \"left\"\nkey = \"space\"\naction = \"toggle\"\nsafe = true", 1, "key space staying on is not safe"),
    ])
    func outputConflicts(keys: String, count: Int, expected: String) throws {
        let found = try faults("[outputs.a]\n" + keys)
        #expect(found.count == count && found.allSatisfy { $0.problem.contains(expected) && $0.line != nil }, "\(found)")
    }

    @Test("an axis's conflicting keys are refused with a reason", arguments: [
        ("attach = \"nod\"", 1, "expected detach"), ("detach = \"nod\"", 1, "expected attach"),
        ("pwm = \"pwmchip0\"", 1, "chip and number"), ("pwm = \"pwmchip0:0\"\npointer = \"x\"", 1, "cannot be combined with pwm"),
        ("pwm = \"pwmchip0:0\"\nmax_speed = 3", 1, "the axis has none"), ("pointer = \"x\"\npreset = \"motor\"", 1, "pwm as well"),
        ("pointer = \"x\"\nhigh = 2000", 1, "pwm as well"), ("usb = \"stick-x\"\nmax_speed = 3", 1, "the axis has none"),
        ("bluetooth = \"stick-x\"\nmax_speed = 3", 1, "the axis has none"), ("usb = \"stick-x\"\n[axes.b]\nusb = \"stick-x\"", 1, "used by axes.a already"),
        ("pwm = \"pwmchip0:0\"\nfrequency = 600", 1, "does not fit"), ("pwm = \"pwmchip0:0\"\nlow = 1600", 1, "expected them to rise"),
        ("while = \"hold-up\"\npointer = \"y\"\n[gestures]\ncontinuous = false", 1, "never recognised"),
        ("pointer = \"y\"\n[axes.b]\npointer = \"y\"", 1, "used by axes.a already"), ("while = \"hold-up\"\npointer = \"y\"\n[gestures]\npause_gesture = \"up\"", 1, "or axis uses"),
    ])
    func axisConflicts(keys: String, count: Int, expected: String) throws {
        let found = try faults("[axes.a]\n" + keys)
        #expect(found.count == count && found.allSatisfy { $0.problem.contains(expected) && $0.line != nil }, "\(found)")
    }

    @Test("a camera with 1 frame per second is enough for states, and one with 2.6 for a nod")
    func slowCamera() throws {
        #expect(try read("[camera]\nrate = 1\n[outputs.a]\nstate = \"dark\"").camera.rate == 1)
        #expect(try read("[camera]\nrate = 2.6\n[outputs.a]\ngesture = \"nod\"").camera.rate == 2.6)
    }

    @Test("an output with a state has the action level unless blink is configured")
    func stateAction() throws {
        #expect(try read("[outputs.a]\nstate = \"alarm\"").outputs.first?.action == .level)
        #expect(try read("[outputs.a]\naction = \"blink\"\nstate = \"alarm\"").outputs.first?.action == .blink)
    }

    @Test("the key x and the mouse axis x can both be used over USB")
    func usb() throws {
        #expect(try read("[outputs.a]\ngesture = \"nod\"\nusb = \"x\"\n[axes.a]\nusb = \"x\"").axes.count == 1)
    }

    @Test("a fault in a nested table is reported with its line and full key")
    func nested() throws {
        let found = try faults("[budget]\ncpu_percent = -1\n[budget.battery]\n\nlow_percent = 200\n")
        #expect(found.map(\.line) == [2, 5])
        #expect(found.map(\.key) == ["budget.cpu_percent", "budget.battery.low_percent"])
        #expect(try read("[budget.battery]\ncapacity_wh = 20").budget.battery.capacity == 20)
        #expect(try read("[budget]\nbattery = { capacity_wh = 20 }").budget.battery.capacity == 20)
    }

    @Test("a hold may have a shorter acceptance time if no look uses its direction")
    func soonerHold() throws {
        #expect(try read("[gestures]\nacceptance = 0.2\n[outputs.a]\ngesture = \"hold-left\"").gestures.acceptance == 0.2)
    }

    @Test("a fault in one key does not hide conflicts between others; line numbers are right with Windows line ends")
    func together() throws {
        let found = try faults("[camera]\r\norientation = 9\r\n[gestures]\r\nthreshold_left = 0.05\r\n")
        #expect(found.map(\.line) == [2, 4])
        #expect(found.last?.problem.contains("inside the idle zone") == true)
    }

    @Test("whoever pauses with the head can resume with it, unless a button or a gesture of its own does", arguments: [
        ("", nil), ("pause_gesture = \"up\"", .up), ("pause_gesture = \"up\"\nwake_gesture = \"down\"", .down),
        ("pause_gesture = \"up\"\n[inputs.b]\nline = \"GPIO1\"\naction = \"pause\"", nil), ("wake_gesture = \"left\"", .left),
        ("pause_gesture = \"up\"\n[inputs.b]\nline = \"GPIO1\"\naction = \"calibrate\"", .up),
        ("pause_gesture = \"up\"\nwake_gesture = \"down\"\n[inputs.b]\nline = \"GPIO1\"\naction = \"pause\"", .down),
    ] as [(String, HeadDirection?)])
    func wayBack(gestures: String, wake: HeadDirection?) throws {
        let configuration = try read("[gestures]\n" + gestures)
        #expect(configuration.gestures.wakeGesture == wake)
        #expect(try read(configuration.toml) == configuration, "what check prints is the same configuration")
    }

    @Test("a pause by the head ends by the head, if the configuration says only how it begins")
    func resumes() throws {
        let run = try ApplianceHarness("fps 20; still 3s; hold up 6s; still 2s; hold up 2s; still 2s; hold up 7s; still 2s",
                                       configuration: "[gestures]\npause_gesture = \"up\"\n[outputs.bell]\ngesture = \"left\"\n")
        run.run(12)
        #expect(try run.status().paused)
        run.run(14)
        #expect(try !run.status().paused)
    }
}
