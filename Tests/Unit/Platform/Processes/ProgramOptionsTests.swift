import Platform
import Testing
import TestSupport

@Suite("Command lines of small programs")
struct ProgramOptionsTests {
    private func read(_ words: String) throws -> ProgramOptions {
        try ProgramOptions(words.split(separator: " ", omittingEmptySubsequences: false).dropFirst().map(String.init), valued: ["--config", "--socket"],
                           flags: ["--enabled"])
    }

    @Test("values and flags are read in any order, the last of two values counts, and a value may look like an option")
    func good() throws {
        let options = try read("p --enabled --config a --socket --config --config b")
        #expect(options["--config"] == "b" && options["--socket"] == "--config")
        #expect(options.has("--enabled") && !options.has("--help"))
        #expect(try read("p -h").has("--help") && read("p --help").has("--help"))
        #expect(try read("p")["--config"] == nil)
    }

    @Test("what is wrong is named", arguments: [
        ("p --config", "a value is missing after --config"), ("p --config ", "a value is missing after --config"),
        ("p --confg a", "unknown option \"--confg\""), ("p --help a", "unknown option \"a\""), ("p --enabled=1", "unknown option \"--enabled=1\""),
    ])
    func bad(words: String, problem: String) throws {
        #expect(try thrown(ProgramOptions.Fault.self) { _ = try read(words) }.problem == problem)
    }
}
