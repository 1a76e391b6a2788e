import Appliance
import FoundationEssentials
import Gestures
import Glibc
import Platform
import Settings
import Testing
import TestSupport

@Suite("Taught movements in the configuration")
struct TaughtConfigurationTests {
    @Test("a taught movement may drive outputs and axes and have a filter, before it is taught")
    func bound() throws {
        let configuration = try Configuration.read(text: """
            [outputs.bell]
            gesture = ["my-jerk", "left"]
            action = "toggle"
            [axes.wheel]
            attach = "my-jerk"
            detach = "my-jerk"
            [filters.my-jerk]
            ignore_repeat = 2
            quiet_mouth = 0.05
            """, file: "test")
        let jerk = HeadGesture.taught(try #require(GestureName("jerk")))
        #expect(configuration.outputs[0].gestures == [jerk, .look(.left)])
        #expect(configuration.axes[0].attach == jerk)
        #expect(configuration.gestures.taught.isEmpty)
        #expect(configuration.toml.contains(#"gesture = ["my-jerk", "left"]"#))
    }

    @Test("what does not fit a taught movement is refused with advice", arguments: [
        ("[outputs.bell]\ngesture = \"my-jerk\"\naction = \"level\"\n", "needs a gesture that lasts"),
        ("[filters.my-jerk]\nacceptance = 1\n", "does not last"),
        ("[filters.my-jerk]\neyes = \"ahead\"\n", "is for turns of the head"),
        ("[filters.mine-jerk]\nignore_repeat = 1\n", "my-NAME"),
    ])
    func refused(text: String, words: String) throws {
        let error = #expect(throws: ConfigurationError.self) { try Configuration.read(text: text, file: "test") }
        #expect(error?.faults.first?.problem.contains(words) == true, "\(String(describing: error))")
    }

    @Test("nodline check warns of a movement that was not taught in the profile, and does not refuse it")
    func check() throws {
        let folder = try TemporaryFolder(), state = folder.path + "/state"
        mkdir(state, 0o755)
        _ = try folder.file("evening.toml", "[outputs.bell]\ngesture = \"my-tilt\"\n")
        let file = try folder.file("nodline.toml", "state.directory = \"\(state)\"\n[outputs.bell]\ngesture = \"my-jerk\"\n[profiles.evening]\nfile = \"evening.toml\"\n")
        let check = try Program("check", "--config", file)
        #expect(check.status == 0)
        #expect(check.output.contains("# warning: outputs.bell.gesture: \"my-jerk\" has not been taught in this profile yet: nodline teach jerk"), "\(check.output.prefix(600))")
        #expect(check.output.contains("# warning: profiles.evening: outputs.bell.gesture: \"my-tilt\""))
    }

    @Test("names are letters, digits, - and _, with or without my-", arguments: [
        ("jerk", "jerk"), ("my-jerk", "jerk"), ("Jerk_2", "Jerk_2"), ("my-é", "é"), ("李", "李"), ("", nil), ("../jerk", nil), ("ruck vor", nil), ("my-", nil), (String(repeating: "a", count: 33), nil),
    ] as [(String, String?)])
    func names(text: String, name: String?) { #expect(TeachRequest.gesture(text)?.description == name) }
}
