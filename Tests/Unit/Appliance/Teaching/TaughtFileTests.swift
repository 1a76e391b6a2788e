import Appliance
import ApplianceSupport
import FoundationEssentials
import Gestures
import Glibc
import Platform
import Testing
import TestSupport
import Wire

@Suite("Files of taught movements")
struct TaughtFileTests {
    /// A template that can be used.
    static func template(_ name: String = "jerk") -> String {
        """
        nodline taught gesture 1
        name = \(name)
        repetitions = 6
        rate = 0.1 0.8 1.5
        likeness = 0.8
        duration = 0.3 2.0
        size = 0.5 2.0
        measured = turn-left turn-up
        tolerance = 0.05 0.05
        channels = turn-left
        point = 0.0
        point = 0.1
        point = 0.2
        point = 0.2
        point = 0.1
        point = 0.0

        """
    }

    /// A state folder with these files.
    private static func folder(_ files: [String: String]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        mkdir(folder.path + "/taught", 0o700)
        mkdir(folder.path + "/taught/main", 0o700)
        for (name, text) in files { _ = try folder.file("taught/main/\(name).taught", text) }
        return folder
    }

    @Test("a file that is damaged or of a newer version is told, stays as it is, keeps its name from being taught over, and can be forgotten; the others work", arguments: [
        ("damaged", "expected"), ("", "expected"), (template().replacing("0.2\n", with: "nan\n"), "line 13"), ("nodline taught gesture 3\nname = jerk\n", "update the program"),
    ])
    func unusable(text: String, words: String) throws {
        let folder = try Self.folder(["jerk": text, "wag": Self.template("wag")])
        let run = try ApplianceHarness(configuration: "[outputs.bell]\ngesture = [\"my-jerk\", \"my-wag\", \"left\"]\n", folder: folder)
        let fault = try run.wait { $0.fault?.what == "taught-unusable" }.fault
        #expect(fault?.detail.contains("taught/main/jerk.taught") == true && fault?.detail.contains(words) == true, "\(fault?.detail ?? "")")
        #expect(try run.wait { $0.fault?.what == "gesture-not-taught" }.fault?.detail.contains("\"my-jerk\" has not been taught") == true)
        try run.wait { $0.state == "ready" }
        let client = try run.client(), status = try client.status()
        #expect(status.faults.contains { $0.what == "taught-unusable" } && status.taught == ["my-wag"])
        let list = try client.reply(#"{"request":"taught"}"#)
        #expect(list.contains(#""name":"my-wag","channels":["turn-left"],"repetitions":6,"per_hour":0.1,"per_hour_95":0.8,"hours":1.5,"bound":true"#), "\(list)")
        #expect(list.contains(#""faults":[{"name":"my-jerk","detail":""#), "\(list)")
        let refused = try client.ask(#"{"request":"teach","name":"jerk"}"#)
        #expect(refused.error == "unavailable" && refused.detail?.contains("--forget jerk") == true, "\(refused.detail ?? "")")
        #expect(try String(contentsOfFile: folder.path + "/taught/main/jerk.taught", encoding: .utf8) == text)
        let doctor = try Program("doctor", "--config", run.file)
        #expect(doctor.output.contains("✗ taught") && doctor.output.contains("nodline teach --forget jerk") && doctor.output.contains("my-wag"), "\(doctor.output)")
        #expect(try client.ask(#"{"request":"forget-taught","name":"jerk"}"#).ok == true)
        #expect(SysfsFile.names(in: folder.path + "/taught/main") == ["wag.taught"])
        #expect(try client.ask(#"{"request":"forget-taught","name":"jerk"}"#).error == "unavailable")
    }

    @Test("a file that is no text, a link, a folder or another gesture's is a fault, not a crash")
    func strange() throws {
        let folder = try Self.folder(["jerk": "\0\u{1}", "large": String(repeating: "a", count: 100_000), "other": Self.template()])
        symlink("/etc/passwd", folder.path + "/taught/main/link.taught")
        mkdir(folder.path + "/taught/main/folder.taught", 0o700)
        let (gestures, faults) = TaughtFolder(state: folder.path, profile: "").read()
        #expect(gestures.isEmpty && faults.map(\.name) == ["folder", "jerk", "large", "link", "other"], "\(faults)")
    }

    @Test("a reload takes new files over, and each profile has its own")
    func reload() throws {
        let folder = try Self.folder([:])
        mkdir(folder.path + "/taught/profile-evening", 0o700)
        _ = try folder.file("taught/profile-evening/wag.taught", Self.template("wag"))
        _ = try folder.file("evening.toml", "gestures.taught = true\n")
        let run = try ApplianceHarness(configuration: "gestures.taught = true\n[profiles.evening]\nfile = \"evening.toml\"\n", folder: folder)
        let client = try run.client()
        #expect(try client.status().taught == [])
        _ = try folder.file("taught/main/jerk.taught", Self.template())
        #expect(try client.ask(#"{"request":"profile","name":""}"#).ok == true)
        #expect(try client.status().taught == ["my-jerk"])
        #expect(try client.ask(#"{"request":"profile","name":"evening"}"#).ok == true)
        #expect(try client.status().taught == ["my-wag"])
    }

    @Test("a full disk refuses a template, nothing is half-written, and the old one stays")
    func fullDisk() throws {
        let folder = try Self.folder(["jerk": Self.template()]), copy = try folder.file("new.taught", Self.template().replacing("likeness = 0.8", with: "likeness = 0.9"))
        // The limit of 0 bytes per file acts as a full disk, for this process only.
        let appliance = try LiveAppliance("state.directory = \"\(folder.path)\"\ncontrol.directory = \"\(folder.path)/run\"\n", folder: folder, before: "trap '' XFSZ; ulimit -f 0")
        waits { access(folder.path + "/run/nodline.sock", F_OK) == 0 }
        let refused = try Program("teach", "--import", copy, "--socket", folder.path + "/run/nodline.sock")
        #expect(refused.status == 1 && refused.errors.contains("File too large"), "\(refused.errors)")
        let list = try Program("teach", "--list", "--socket", folder.path + "/run/nodline.sock")
        #expect(list.output.contains("my-jerk"), "\(list.output) \(list.errors)")
        #expect(try appliance.end() == 0)
        #expect(try String(contentsOfFile: folder.path + "/taught/main/jerk.taught", encoding: .utf8) == Self.template())
        #expect(SysfsFile.names(in: folder.path + "/taught/main") == ["jerk.taught"])
    }

    @Test("replay and evaluate take templates, and refuse one that cannot be used with its line")
    func commands() throws {
        let folder = try TemporaryFolder(), good = try folder.file("good.taught", Self.template()), bad = try folder.file("bad.taught", "nodline taught gesture 1\nname =\n")
        mkdir(folder.path + "/clips", 0o755)
        _ = try folder.file("clips/rest.heads", "t,certain\n0\n0.1\n")
        let refused = try Program("evaluate", folder.path + "/clips", "--taught", good, "--taught", bad)
        #expect(refused.status == 2 && refused.errors.contains("bad.taught: line 2"), "\(refused.errors)")
        let twice = try Program("evaluate", folder.path + "/clips", "--taught", good, "--taught", good)
        #expect(twice.status == 2 && twice.errors.contains("same gesture"), "\(twice.errors)")
        #expect(try Program("evaluate", folder.path + "/clips", "--taught", good).status == 0)
    }
}
