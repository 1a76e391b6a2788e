import Appliance
import Gestures
import Pipeline
import TestSupport
import Testing

@Suite("Configuration")
struct ConfigurationTests {
    private func read(_ text: String) throws -> Configuration { try ConfigurationReader.read(text: text, file: "n.toml") }

    private func faults(_ text: String) throws -> [ConfigurationFault] {
        try thrown(ConfigurationError.self) { _ = try read(text) }.faults
    }

    /// The manual with every commented option taken in.
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
        for key in ConfigurationSchema.keys {
            let name = key.path.split(separator: ".").last ?? ""
            let lines = text.split(separator: "\n").filter { $0.hasPrefix(name + " = ") }
            #expect(lines.map(String.init) == ["\(name) = \(key.toml(in: Configuration()))"])
        }
        let names = ConfigurationSchema.cameraKeys.map(\.path) + ConfigurationSchema.filterKeys.map(\.path)
            + ConfigurationSchema.outputKeys.map(\.path) + ConfigurationSchema.inputKeys.map(\.path)
        for name in names { #expect(text.contains("\n# \(name) ") || text.contains(", \(name),") || text.contains(" \(name)  ")) }
    }

    @Test("the examples are valid", arguments: ["demo"])
    func examples(name: String) throws {
        #expect(try !read(Checkout.text("deploy/examples/\(name).toml")).outputs.isEmpty)
    }

    @Test("what check prints reads back as the same configuration")
    func roundTrip() throws {
        var configuration = Configuration()
        configuration.camera.orientation = 6
        configuration.models.runtime = "a \"b\"\\\n\u{1}"
        configuration.gestures.thresholds.up = 0.333
        var output = OutputConfiguration(name: "call-1")
        output.gestures = [.hold(.left), .stroke(.up)]
        output.action = .toggle
        output.line.name = "gpiochip0:17"
        output.line.bias = .pullUp
        output.line.drive = .openDrain
        output.safe = true
        configuration.outputs = [output]
        var lamp = OutputConfiguration(name: "lamp")
        lamp.state = .dark
        configuration.outputs.append(lamp)
        var input = InputConfiguration(name: "again")
        input.action = .camera
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
        #expect(try read(configuration.toml) == configuration)
    }

    @Test("all faults of meaning come at once, each with file, line, key, value, range and the nearest key")
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
            "n.toml:8: outputs.bell.gesture: [ 'hold-left', 'hold-lft' ] is not possible; expected one or a list of "
                + "\"left\", \"right\", \"up\", \"down\", \"hold-left\", \"hold-right\", \"hold-up\", "
                + "\"hold-down\", \"nod\" or \"shake\"; "
                + "did you mean \"hold-left\"?",
            "n.toml:9: outputs.bell.action: \"levl\" is not possible; expected one of \"level\", \"pulse\" or \"toggle\"; "
                + "did you mean \"level\"?",
        ])
    }

    @Test("a fault of syntax comes alone, with its line", arguments: [
        ("[camera\nmirrored = true", 1), ("[camera]\nmirrored = maybe", 2), ("a = 1\na = 2", 2),
        ("[camera]\n[gestures]\n[camera]", 3),
    ])
    func syntax(text: String, line: Int) throws {
        let found = try faults(text)
        #expect(found.count == 1)
        #expect(found.first?.line == line)
    }

    @Test("what single keys cannot say is checked too", arguments: [
        ("[gestures]\nidle_zone_radius = 0.3", 4, "inside the idle zone"),
        ("[gestures]\ndiscrete_min = 1.5", 1, "leaves no time"),
        ("[gestures]\nmax_hold = 1", 1, "every gesture for a posture"),
        ("[gestures]\nacceptance = 0.5\n[outputs.a]\ngesture = \"left\"\n[outputs.b]\ngesture = \"hold-left\"", 1, "discrete_max"),
        ("[outputs.a]\ngesture = \"left\"\naction = \"level\"", 1, "hold-left"),
        ("[gestures]\ncontinuous = false\n[outputs.a]\ngesture = \"hold-up\"", 1, "never comes"),
        ("[gestures]\npause_gesture = \"up\"\n[outputs.a]\ngesture = \"hold-up\"", 1, "a direction of its own"),
        ("[gestures]\npause_gesture = \"up\"\npause_time = 25", 1, "never pauses"),
        ("[filters.hold-lft]\nacceptance = 1", 1, "did you mean hold-left?"),
        ("[filters.nod]\nrelease = 1", 1, "is for holds"),
        ("[filters.hold-up]\nacceptance = 0.5\n[outputs.a]\ngesture = \"up\"\n[outputs.b]\ngesture = \"hold-up\"", 1, "discrete_max"),
        ("[gestures]\nnod = false\n[outputs.a]\ngesture = \"nod\"", 1, "never comes"),
        ("[outputs.a]\ngesture = \"shake\"\naction = \"level\"", 1, "does not"),
        ("[gestures]\nnod_count = 1\n[outputs.a]\ngesture = \"down\"", 1, "every look down"),
        ("[outputs.a]\naction = \"pulse\"", 1, "gesture = \"hold-left\" or state = \"dark\""),
        ("[outputs.a]\ngesture = \"left\"\nstate = \"dark\"", 1, "one of the two"),
        ("[outputs.a]\ngesture = \"left\"\nline = \"X\"\n[inputs.b]\nline = \"X\"", 1, "used by outputs.a already"),
        ("[inputs.a]\naction = \"calibrat\"", 1, "did you mean \"calibrate\"?"),
        ("[cameras.a]\norientation = 9", 1, "expected a whole number from 1 to 8"),
        ("[cameras.a]\nmach = \"b\"", 1, "did you mean match?"),
        ("[cameras.a]\nmatch = \"\"", 1, "which one it is"),
        ("[cameras.auto]\nmirrored = true", 1, "which one it is"),
        ("[cameras.front]\nmatch = \"back\"", 1, "another name for the table"),
        ("[cameras.a]\nmatch = \"X\"\n[cameras.b]\nmatch = \"X\"", 1, "matched by cameras.a already"),
        ("cameras = [\"front\"]", 1, "[cameras.NAME]"),
        ("[outputs]\na = 3", 1, "expected a table"),
        ("[outputs.\"a b\"]\ngesture = \"left\"", 1, "is no name"),
        ("config_version = 2", 1, "expected 1"),
        ("camera = 1", 1, "expected a table: [camera]"),
        ("[detecton]\nthreads = 1", 1, "did you mean detection?"),
        ("[gestures]\nacceptance = nan", 1, "expected a number"),
    ])
    func conflicts(text: String, count: Int, expected: String) throws {
        let found = try faults(text)
        #expect(found.count == count)
        #expect(found.allSatisfy { $0.problem.contains(expected) }, "\(found)")
    }

    @Test("a camera's table says how it lies, however it was chosen; an id counts before a model, a model before a place")
    func cameras() throws {
        let configuration = try read("""
            [camera]
            orientation = 6
            [cameras.bed]
            match = "IMX708"
            orientation = 3
            [cameras.front]
            mirrored = true
            [cameras.one]
            match = "/base/i2c@10"
            orientation = 8
            """)
        #expect(configuration.choice("bed") == "IMX708")
        #expect(configuration.choice("front") == "front")
        #expect(configuration.choice("usb cam") == "usb cam")
        for (id, model, location, orientation, isMirrored) in [
            ("/base/i2c@10", "imx708_wide", CameraInfo.Location.front, Orientation.turnCounterclockwise, false),
            ("/base/i2c@12", "imx708_wide", .front, .upsideDown, false),
            ("/base/i2c@12", "ov5647", .front, .upright, true),
            ("/base/i2c@12", "ov5647", .back, .turnClockwise, false),
        ] {
            let camera = CameraInfo(id: id, model: model, location: location, formats: "")
            #expect(configuration.mounting(of: camera) == Mounting(orientation: orientation, isMirrored: isMirrored))
        }
    }

    @Test("a hold may come sooner where no stroke shares its direction")
    func soonerHold() throws {
        #expect(try read("[gestures]\nacceptance = 0.2\n[outputs.a]\ngesture = \"hold-left\"").gestures.acceptance == 0.2)
    }

    @Test("a fault of one key does not hide what others conflict in; lines count with Windows line ends too")
    func together() throws {
        let found = try faults("[camera]\r\norientation = 9\r\n[gestures]\r\nthreshold_left = 0.05\r\n")
        #expect(found.map(\.line) == [2, 4])
        #expect(found.last?.problem.contains("inside the idle zone") == true)
    }

    @Test("a missing file and one that is no text are told apart")
    func files() throws {
        let folder = try TemporaryFolder()
        let missing = try thrown(ConfigurationError.self) {
            _ = try ConfigurationReader.read(file: folder.path + "/no.toml")
        }
        #expect(missing.description.hasSuffix("there is no such file"))
        let binary = try folder.file("b.toml", [0xFF, 0xFE, 0x00])
        let unreadable = try thrown(ConfigurationError.self) { _ = try ConfigurationReader.read(file: binary) }
        #expect(unreadable.description.hasSuffix("it cannot be read as UTF-8 text"))
    }
}
