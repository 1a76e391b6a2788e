import Appliance
import Settings
import Testing
import TestSupport

@Suite("The configurations that nodline safe reads")
struct ConfigurationSourceTests {
    @Test("the profile that ran last comes first, so that a line gets that one's safe state", arguments: ["", "day", "night", "gone"])
    func order(last: String) throws {
        let folder = try TemporaryFolder()
        func output(_ name: String) -> String { "[outputs.\(name)]\nline = \"GPIO17\"\ngesture = \"left\"\n" }
        _ = try folder.file("day.toml", output("day"))
        _ = try folder.file("night.toml", output("night"))
        let main = "state.directory = \"\(folder.path)\"\n[profiles.day]\nfile = \"day.toml\"\n[profiles.night]\nfile = \"night.toml\"\n" + output("main")
        let source = ConfigurationSource(file: try folder.file("nodline.toml", main))
        let store = StateStore(folder: folder.path)
        store.change { $0.profile = last }
        #expect(last.isEmpty || store.writer.flush(within: hang))
        try KeptConfiguration(state: folder.path).keep(source, profiles: source.read().profiles)

        let first = ["day", "night"].contains(last) ? last : "main"
        let others = ["main", "day", "night"].filter { $0 != first }
        #expect(try source.all(StateStore.lastProfile) { _, _, _ in nil }.map { $0.outputs[0].name } == [first] + others)
        #expect(KeptConfiguration(state: folder.path).all.map { $0.outputs[0].name } == [first] + others)
    }

    @Test("a profile whose file is not there is a fault of the main file's key")
    func missingProfile() throws {
        let folder = try TemporaryFolder(), main = try folder.file("nodline.toml", "[profiles.day]\nfile = \"gone.toml\"\n")
        let error = try thrown(ConfigurationError.self) { _ = try ConfigurationSource(file: main).read(profile: "day") }
        #expect(error.faults.map(\.key) == ["profiles.day.file"] && error.faults.map(\.file) == [main], "\(error)")
        #expect(error.description.hasSuffix("gone.toml: there is no such file"))
    }
}
