import ApplianceSupport
import FoundationEssentials
import Glibc
import Testing
import TestSupport

@Suite("nodline safe")
struct SafeCommandTests {
    private func line(_ name: String, _ gesture: String = "left") -> String {
        "[outputs.\(name)]\nline = \"GPIO-\(name)\"\ngesture = \"\(gesture)\"\n"
    }

    @Test("safe uses the configuration of the last run if the file is broken or missing, and says so")
    func brokenFile() throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("night.toml", line("night"))
        let text = "state.directory = \"\(folder.path)\"\n[profiles.night]\nfile = \"night.toml\"\n" + line("day")
        let appliance = try LiveAppliance(text, folder: folder)
        _ = try appliance.wait { $0.what == "output-unavailable" && $0.detail?.contains("GPIO-day") == true }
        #expect(try appliance.end() == 0)
        let environment = "STATE_DIRECTORY=\(folder.path)"
        for broken in ["[outputs.day\n", "camera.rate = 500\n", nil] {
            if let broken { _ = try folder.file("nodline.toml", broken) } else { unlink(appliance.file) }
            let safe = try Program(["safe", "--config", appliance.file], environment: [environment])
            #expect(safe.errors.contains("using the configuration of the last run"))
            #expect(safe.errors.contains("nodline.toml"))
            // This machine has no such lines, so each attempt is reported.
            #expect(safe.errors.contains("line GPIO-day") && safe.errors.contains("line GPIO-night"))
            #expect(safe.status == 1)
        }
        #expect(try Program(["safe", "--config", appliance.file], environment: ["STATE_DIRECTORY=/no/such/folder"]).status == 2)
    }

    @Test("safe uses a profile whose file is gone as it ran last, in its place before the others, and says so")
    func missingProfile() throws {
        let folder = try TemporaryFolder()
        func line(_ safe: String) -> String { "[outputs.lamp]\nline = \"GPIO-lamp\"\ngesture = \"left\"\n\(safe)" }
        _ = try folder.file("night.toml", "[outputs.night]\nline = \"GPIO-night\"\ngesture = \"left\"\n")
        let text = "state.directory = \"\(folder.path)\"\n[profiles.night]\nfile = \"night.toml\"\n" + line("")
        let appliance = try LiveAppliance(text, folder: folder)
        _ = try appliance.wait { $0.what == "output-unavailable" }
        #expect(try appliance.end() == 0)
        try #require(unlink(folder.path + "/night.toml") == 0)
        _ = try folder.file("state.json", "{\"version\":1,\"profile\":\"night\",\"ranges\":{}}")
        let safe = try Program("safe", "--config", appliance.file)
        #expect(safe.errors.contains("the profile is used as it ran last") && safe.errors.contains("night.toml: there is no such file"), "\(safe.errors)")
        let first = safe.errors.ranges(of: "line GPIO-night").first?.lowerBound, second = safe.errors.ranges(of: "line GPIO-lamp").first?.lowerBound
        #expect(try #require(first) < #require(second), "\(safe.errors)")
    }

    @Test("safe also covers outputs of the last run that were removed from the file, but not lines that are buttons now")
    func removedOutput() throws {
        let folder = try TemporaryFolder()
        let state = "state.directory = \"\(folder.path)\"\n"
        let lamp = "[outputs.lamp]\nled = \"no-such-lamp\"\ngesture = \"left\"\n"
        let appliance = try LiveAppliance(state + line("one") + line("two") + lamp, folder: folder)
        _ = try appliance.wait { $0.what == "output-unavailable" && $0.detail?.contains("GPIO-two") == true }
        #expect(try appliance.end() == 0)
        try appliance.edit(state + line("three") + "[inputs.b]\nline = \"GPIO-two\"\n[inputs.c]\nkey = \"space\"\n")
        let safe = try Program("safe", "--config", appliance.file)
        #expect(safe.errors.contains("line GPIO-three") && safe.errors.contains("line GPIO-one") && safe.errors.contains("no-such-lamp"))
        #expect(!safe.errors.contains("GPIO-two") && !safe.errors.contains("of the last run"))
    }
}
