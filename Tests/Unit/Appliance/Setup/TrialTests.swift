import Appliance
import ApplianceSupport
import Gestures
import Glibc
import Platform
import Settings
import Testing
import TestSupport
import Wire

@Suite("Settings on trial")
struct TrialTests {
    private static let file = "# mine\n[gestures]\n#threshold_left = 0.18\nshake = true   # yes\n[outputs.bell]\ngesture = \"nod\"\nline = \"\"\n"

    private static func text(of file: String) -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }

    private static func setting(_ client: HarnessClient, _ key: String) throws -> String {
        try client.reply("{\"request\":\"settings\",\"under\":\"\(key)\"}")
    }

    @Test("settings are listed with value, default, range, unit, meaning, and whether they are in the file")
    func listed() throws {
        let run = try ApplianceHarness(configuration: Self.file), client = try run.client()
        let left = try Self.setting(client, "gestures.threshold_left")
        #expect(left.contains(#""key":"gestures.threshold_left","kind":"number","value":0.18,"default":0.18,"minimum":0.02,"maximum":3,"unit":"IOD","meaning":"How far"#), "\(left)")
        #expect(left.contains(#""set":false,"changeable":true"#) && left.contains(#""trial":null,"can_undo":false"#))
        #expect(try Self.setting(client, "gestures.shake").contains(#""set":true"#))
        let bell = try Self.setting(client, "outputs.bell.")
        #expect(bell.contains(#""key":"outputs.bell.gesture","kind":"list","value":["nod"]"#) && bell.contains(#""key":"outputs.bell.pulse""#))
        let all = try client.reply(#"{"request":"settings"}"#)
        #expect(all.contains(#""key":"camera.rate""#) && all.contains(#""outputs":["bell"]"#) && !all.contains("outputs.bell") && all.utf8.count < 60000)
    }

    @Test("a trial holds at once and goes back by itself two minutes after the last change")
    func expiry() throws {
        let run = try ApplianceHarness(configuration: Self.file), client = try run.client()
        try run.wait { $0.state == "ready" }
        #expect(try client.ask(#"{"request":"try","settings":{"gestures.threshold_left":0.5}}"#).ok == true)
        #expect(try Self.setting(client, "gestures.threshold_left").contains(#""value":0.5,"#))
        #expect(try run.status().state == "ready", "the rest position stays")
        run.run(100)
        #expect(try client.reply(#"{"request":"try","settings":{"gestures.shake":false}}"#).contains(#""left":120,"changed":["gestures.shake","gestures.threshold_left"]"#))
        run.run(110)
        #expect(try Self.setting(client, "gestures.threshold_left").contains(#""value":0.5,"#))
        run.run(11)
        #expect(try Self.setting(client, "gestures.threshold_left").contains(#""value":0.18,"#))
        #expect(try Self.setting(client, "gestures.shake").contains(#""value":true"#))
        #expect(run.output.contains(#""event":"trial","state":"began","changed":["gestures.threshold_left"]"#))
        #expect(run.output.contains(#""event":"trial","state":"expired""#))
        #expect(Self.text(of: run.file).hasSuffix(Self.file))
    }

    @Test("a faulty trial names all faults and changes nothing", arguments: [
        (#"{"gestures.threshold_left":9,"gestures.nodd":true,"gestures.nod":true}"#, ["gestures.nodd: there is no such setting"]),
        (#"{"gestures.threshold_left":9,"gestures.nod":3}"#, ["gestures.threshold_left: 9", "0.02 to 3 IOD", "gestures.nod: 3"]),
        (#"{"gestures.threshold_left":0.05,"gestures.idle_zone_radius":0.1}"#, ["gestures.threshold_left"]),
        (#"{"outputs.bell.line":"GPIO4"}"#, ["can only be changed in the file"]), (#"{"outputs.bell.safe":true}"#, ["can only be changed in the file"]),
        (#"{"outputs.horn.gesture":"nod"}"#, ["no such setting"]), (#"{"camera.object":"/tmp/x.so"}"#, ["can only be changed in the file"]),
        (#"{"outputs.bell.dead_time":0.02}"#, ["belongs to what is wired"]), (#"{"outputs.bell.max_on":0}"#, ["belongs to what is wired"]),
        (#"{"outputs.bell.min_off":0}"#, ["belongs to what is wired"]), (#"{"outputs.bell.on_loss":"keep"}"#, ["belongs to what is wired"]),
        (#"{"outputs.bell.state":"alarm"}"#, ["belongs to what is wired"]), (#"{"outputs.bell.min_on":60,"gestures.nod":false}"#, ["belongs to what is wired"]),
        (#"{"budget.battery.on_critical":["sh"]}"#, ["can only be changed in the file"]), (#"{"control.directory":"x"}"#, ["can only be changed in the file"]),
        (#"{"filters.hold-lift.acceptance":1}"#, ["did you mean hold-left?"]), (#"{"":1}"#, ["no such setting"]), (#"{"gestures":{}}"#, ["wrong type"]),
        (#"{}"#, ["missing"]), ("[]", ["missing"]), (#"{"gestures.nod":[1]}"#, ["wrong type"]), (#"{"config_version":2}"#, ["no such setting"]),
    ])
    func faults(settings: String, words: [String]) throws {
        let run = try ApplianceHarness(configuration: Self.file), client = try run.client()
        let before = try Self.setting(client, "gestures.")
        let refused = try client.ask("{\"request\":\"try\",\"settings\":\(settings)}")
        #expect(refused.ok == false && refused.error == "bad-field")
        for word in words { #expect(refused.detail?.contains(word) == true, "\(refused.detail ?? "")") }
        #expect(try Self.setting(client, "gestures.") == before && !run.output.contains("\"trial\""))
    }

    @Test("nothing is tried while a person is measured, nor more than 40 settings at once")
    func bounded() throws {
        let run = try ApplianceHarness(configuration: Self.file), client = try run.client()
        try run.wait { $0.state == "ready" }
        #expect(try client.ask(#"{"request":"calibrate-range"}"#).ok == true)
        let busy = try client.ask(#"{"request":"try","settings":{"gestures.threshold_left":0.5}}"#)
        #expect(busy.error == "busy" && busy.detail?.contains("or cancel it") == true)
        #expect(try client.ask(#"{"request":"calibrate","cancel":true}"#).ok == true)
        let settings = Configuration.schema.settings(of: Configuration(), under: "gestures.").filter { Configuration.isTunable($0) && [.number, .boolean].contains($0.kind) }
        try #require(settings.count > 40)
        func tries(_ count: Int) throws -> ControlLine {
            try client.ask("{\"request\":\"try\",\"settings\":{" + settings.prefix(count).map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}}")
        }
        #expect(try tries(41).detail?.contains("more than 40") == true && !run.output.contains("\"trial\""))
        #expect(try tries(40).ok == true)
    }

    @Test("a previous file that is no longer valid is not put back")
    func damagedPrevious() throws {
        let run = try ApplianceHarness(configuration: Self.file), client = try run.client()
        #expect(try client.ask(#"{"request":"try","settings":{"gestures.threshold_left":0.5}}"#).ok == true)
        #expect(try client.ask(#"{"request":"keep"}"#).ok == true)
        let kept = Self.text(of: run.file)
        _ = try run.folder.file("nodline.toml.former", "[gestures]\nnodd = true\n")
        #expect(try client.ask(#"{"request":"undo"}"#).detail?.contains("nodd") == true)
        #expect(try Self.text(of: run.file) == kept && Self.setting(client, "gestures.threshold_left").contains(#""value":0.5,"#))
    }

    @Test("what is kept is in the file with all its comments, and undo puts the previous file back")
    func keeping() throws {
        let run = try ApplianceHarness(configuration: Self.file), client = try run.client()
        let before = Self.text(of: run.file)
        chmod(run.file, 0o604)
        #expect(try client.ask(#"{"request":"keep"}"#).error == "unavailable")
        #expect(try client.ask(#"{"request":"try","settings":{"gestures.threshold_left":0.5,"gestures.shake":false,"filters.hold-left.acceptance":1.5}}"#).ok == true)
        #expect(try client.ask(#"{"request":"keep"}"#).durable == true)
        #expect(Self.text(of: run.file) == before.replacing("#threshold_left = 0.18\n", with: "#threshold_left = 0.18\nthreshold_left = 0.5\n")
            .replacing("shake = true   # yes", with: "shake = false   # yes") + "\n[filters.hold-left]\nacceptance = 1.5\n")
        #expect(Self.text(of: run.file + ".former") == before)
        var status = stat()
        #expect(stat(run.file, &status) == 0 && status.st_mode & 0o777 == 0o604)
        run.run(130)
        let kept = try Self.setting(client, "gestures.threshold_left")
        #expect(kept.contains(#""value":0.5,"#) && kept.contains(#""set":true"#) && kept.contains(#""trial":null,"can_undo":true"#))
        #expect(try client.ask(#"{"request":"undo"}"#).durable == true)
        #expect(Self.text(of: run.file) == before)
        #expect(try Self.setting(client, "gestures.threshold_left").contains(#""value":0.18,"#))
        #expect(run.output.contains(#""state":"kept""#) && run.output.contains(#""state":"undone""#))
        #expect(try client.ask(#"{"request":"undo"}"#).durable == true, "undone by mistake")
        #expect(try Self.setting(client, "gestures.threshold_left").contains(#""value":0.5,"#))
    }

    @Test("a file behind a link is kept and taken back too, also after a restart")
    func linked() throws {
        let folder = try TemporaryFolder()
        try folder.make("real", ["nodline.toml": ""])
        #expect(symlink("real/nodline.toml", folder.path + "/nodline.toml") == 0)
        let run = try ApplianceHarness(configuration: Self.file, folder: folder), client = try run.client()
        let before = try folder.text("real/nodline.toml")
        #expect(try client.ask(#"{"request":"try","settings":{"gestures.threshold_left":0.5}}"#).ok == true)
        #expect(try client.ask(#"{"request":"keep"}"#).ok == true)
        let kept = try folder.text("real/nodline.toml")
        #expect(kept.contains("threshold_left = 0.5") && before == Self.text(of: folder.path + "/real/nodline.toml.former"))
        run.end()
        let again = try ApplianceHarness(configuration: nil, folder: folder), next = try again.client()
        #expect(try Self.setting(next, "gestures.threshold_left").contains(#""can_undo":true"#))
        #expect(try next.ask(#"{"request":"undo"}"#).durable == true)
        #expect(try folder.text("real/nodline.toml") == before && access(folder.path + "/nodline.toml.former", F_OK) != 0)
    }

    @Test("discard, a reload and a change of profile end a trial; null gives the default")
    func ends() throws {
        let run = try ApplianceHarness(configuration: Self.file.replacing("#threshold_left = 0.18", with: "threshold_left = 0.3")), client = try run.client()
        #expect(try client.ask(#"{"request":"try","settings":{"gestures.threshold_left":null}}"#).ok == true)
        #expect(try Self.setting(client, "gestures.threshold_left").contains(#""value":0.18,"#))
        #expect(try client.ask(#"{"request":"discard"}"#).ok == true)
        #expect(try Self.setting(client, "gestures.threshold_left").contains(#""value":0.3,"#))
        #expect(try client.ask(#"{"request":"try","settings":{"gestures.threshold_left":0.4}}"#).ok == true)
        #expect(try client.ask(#"{"request":"profile","name":""}"#).ok == true)
        #expect(try Self.setting(client, "gestures.threshold_left").contains(#""value":0.3,"#))
        #expect(try client.ask(#"{"request":"discard"}"#).error == "unavailable")
        #expect(run.output.ranges(of: #""state":"discarded""#).count == 2)
    }

    @Test("a file that was edited meanwhile is not overwritten")
    func edited() throws {
        let run = try ApplianceHarness(configuration: Self.file), client = try run.client()
        #expect(try client.ask(#"{"request":"try","settings":{"gestures.threshold_left":0.5}}"#).ok == true)
        try run.edit(Self.file + "# by hand\n")
        let edited = Self.text(of: run.file)
        let refused = try client.ask(#"{"request":"keep"}"#)
        #expect(refused.error == "unavailable" && refused.detail?.contains("was edited") == true)
        #expect(Self.text(of: run.file) == edited && access(run.file + ".former", F_OK) != 0)
        #expect(try Self.setting(client, "gestures.threshold_left").contains(#""value":0.5,"#), "the trial goes on")
        #expect(try client.ask(#"{"request":"profile","name":""}"#).ok == true)
        #expect(try client.ask(#"{"request":"try","settings":{"gestures.threshold_left":0.5}}"#).ok == true)
        #expect(try client.ask(#"{"request":"keep"}"#).ok == true)
        #expect(Self.text(of: run.file).contains("# by hand") && Self.text(of: run.file + ".former") == edited)
    }

    @Test("what was kept cannot be undone over a file that was edited by hand since, also after a restart")
    func editedSince() throws {
        let folder: TemporaryFolder, byHand: String
        do {
            let run = try ApplianceHarness(configuration: Self.file), client = try run.client()
            #expect(try client.ask(#"{"request":"try","settings":{"gestures.threshold_left":0.5}}"#).ok == true)
            #expect(try client.ask(#"{"request":"keep"}"#).ok == true)
            #expect(try Self.setting(client, "gestures.threshold_left").contains(#""can_undo":true"#))
            byHand = Self.text(of: run.file) + "# by hand\n"
            folder = run.folder
            _ = try folder.file("nodline.toml", byHand)
            #expect(try client.ask(#"{"request":"profile","name":""}"#).ok == true)
            #expect(try Self.setting(client, "gestures.threshold_left").contains(#""can_undo":false"#))
            #expect(try client.ask(#"{"request":"undo"}"#).error == "unavailable")
            #expect(Self.text(of: run.file) == byHand)
            run.end()
        }
        let again = try ApplianceHarness(configuration: nil, folder: folder), client = try again.client()
        #expect(try Self.setting(client, "gestures.threshold_left").contains(#""can_undo":false"#))
        #expect(try client.ask(#"{"request":"undo"}"#).error == "unavailable")
    }

    @Test("ranges that were measured hold unless their key is tried, and undo brings them back")
    func ranges() throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("state.json", #"{"version":1,"profile":"","ranges":{"":{"left":0.4,"right":0.4,"up":0.4,"down":0.4,"idleZone":0.1}}}"#)
        let run = try ApplianceHarness(configuration: Self.file, folder: folder), client = try run.client()
        #expect(try client.ask(#"{"request":"try","settings":{"gestures.shake":false}}"#).ok == true)
        #expect(try Self.setting(client, "gestures.threshold_left").contains(#""value":0.4,"#))
        #expect(try client.ask(#"{"request":"try","settings":{"gestures.threshold_left":0.6}}"#).ok == true)
        #expect(try client.ask(#"{"request":"keep"}"#).ok == true)
        #expect(try client.ask(#"{"request":"profile","name":""}"#).ok == true)
        #expect(try Self.setting(client, "gestures.threshold_left").contains(#""value":0.6,"#))
        #expect(try Self.setting(client, "gestures.threshold_right").contains(#""value":0.4,"#))
        #expect(try client.ask(#"{"request":"undo"}"#).ok == true)
        #expect(try Self.setting(client, "gestures.threshold_left").contains(#""value":0.4,"#))
    }

    @Test("a held output ends when a trial begins during the hold, and a bell that toggles stays on")
    func held() throws {
        let run = try ApplianceHarness("fps 30; still 2s; look right; still 3s; hold left 9s; still 30s", configuration: """
            [outputs.call]
            gesture = "hold-left"
            action = "level"
            [outputs.lamp]
            gesture = "right"
            action = "toggle"
            """)
        let client = try run.client()
        try run.wait { $0.outputs["lamp"] == 1 }
        #expect(try client.ask(#"{"request":"try","settings":{"gestures.threshold_up":0.5}}"#).ok == true)
        #expect(try run.status().outputs == ["call": 0, "lamp": 1])
        try run.wait { $0.outputs["call"] == 1 }
        #expect(try client.ask(#"{"request":"try","settings":{"gestures.threshold_up":0.6}}"#).ok == true)
        #expect(try run.status().outputs["call"] == 0)
    }
}
