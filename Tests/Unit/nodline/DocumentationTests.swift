// Checks the documentation against the program.
import Appliance
import FoundationEssentials
import Glibc
import Pipeline
import Platform
import Settings
import Testing
import TestSupport

@Suite("Documentation")
struct DocumentationTests {
    private func files(in folder: String, ending: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: Checkout.root + folder).filter { $0.hasSuffix(ending) }
            .map { folder + "/" + $0 }.sorted()
    }

    private func pages() throws -> [String] {
        try ["README.md", "CONTRIBUTING.md", "SECURITY.md"] + files(in: "docs", ending: ".md") + files(in: "hardware", ending: ".md")
            + files(in: "deploy", ending: ".md")
    }

    /// The configurations on a page, each complete.
    private func blocks(of page: String) -> [String] {
        page.components(separatedBy: "```toml\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    }

    @Test("every configuration that a page shows is valid and changes something")
    func configurations() throws {
        var count = 0
        for page in try pages() {
            for block in blocks(of: try Checkout.text(page)) {
                let file = "\(page), block \(count + 1)"
                do {
                    let configuration = try Configuration.read(text: block, file: file)
                    #expect(configuration != Configuration(), "\(file) changes nothing")
                } catch {
                    Issue.record("\(file): \(error)")
                }
                count += 1
            }
        }
        #expect(count >= 10)  // guards against a changed fence that hides them all
    }

    @Test("the pieces in terminal.md form one valid file in their order, also with the edit below them")
    func firstHour() throws {
        let page = try Checkout.text("docs/terminal.md")
        let whole = blocks(of: page).joined(separator: "\n")
        // The lines that the page says to put under [gestures].
        let edit = page.components(separatedBy: "\n").filter { $0.hasPrefix("    ") && $0.contains(" = ") }.joined(separator: "\n")
        #expect(edit.components(separatedBy: "\n").count == 3)
        let folder = try TemporaryFolder()
        for text in [whole, whole.replacing("[gestures]\n", with: "[gestures]\n" + edit + "\n")] {
            let check = try Program("check", "--config", folder.file("my.toml", text))
            #expect(check.status == 0, "\(check.errors)")
        }
    }

    @Test("the sample file and the reference are what the program prints", arguments: [
        ("deploy/nodline.toml", ["reference", "--sample"]), ("docs/configuration.md", ["reference"]),
    ])
    func printed(file: String, command: [String]) throws {
        #expect(try Checkout.text(file) == Program(command).output,
                "out of step; print it again: .build/release/nodline \(command.joined(separator: " ")) > \(file)")
    }

    @Test("every key of the reference has a meaning")
    func explained() {
        #expect(!ConfigurationReference(Configuration.schema).markdown.contains("|  |\n"))
    }

    @Test("troubleshooting.md explains each fault that the program reports, and no other")
    func faults() throws {
        let table = try Checkout.text("docs/troubleshooting.md").components(separatedBy: "## Faults by name").last ?? ""
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let names = rows.flatMap { $0.split(separator: "|")[0].split(separator: "`").filter { $0.allSatisfy { $0.isLetter || $0 == "-" } } }
        #expect(names.map(String.init).sorted() == FaultCode.allCases.map(\.rawValue).sorted())
    }

    @Test("light.md explains as many patterns as the light has, and a dark light")
    func light() throws {
        let rows = try Checkout.text("docs/light.md").split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(rows.count == StatusPattern.allCases.count + 1)
        #expect(Set(rows.map { $0.split(separator: "|")[0] }).count == rows.count)
    }

    /// The commands that --help lists.
    private func commandNames() throws -> [String] {
        let help = try Program("--help").output.components(separatedBy: "SUBCOMMANDS:").last ?? ""
        return help.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.contains("See '") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    @Test("every command that a page names in backticks exists")
    func named() throws {
        var commands = Set(try commandNames()), count = 0
        for page in try pages() + ["ARCHITECTURE.md", "CHANGELOG.md"] {
            for word in try Checkout.text(page).components(separatedBy: "`nodline ").dropFirst() {
                let command = String(word.prefix { $0.isLetter || $0 == "-" })
                guard !command.isEmpty, !command.hasPrefix("-") else { continue }
                if !commands.contains(command), try Program(command, "--help").output.contains("USAGE: nodline \(command)") {
                    commands.insert(command)  // one that --help of nodline does not list
                }
                #expect(commands.contains(command), "\(page): `nodline \(command)`")
                count += 1
            }
        }
        #expect(count >= 100)
    }

    @Test("README has at most 600 words")
    func short() throws { #expect(try Checkout.text("README.md").split { $0.isWhitespace }.count <= 600) }

    @Test("docs/README.md lists every page of docs")
    func listed() throws {
        let index = try Checkout.text("docs/README.md")
        for page in try files(in: "docs", ending: ".md") where page != "docs/README.md" {
            #expect(index.contains("](\(page.dropFirst("docs/".count)))"), "\(page)")
        }
    }

    @Test("the man page has every command that --help lists, and the table of commands.md has each once")
    func commands() throws {
        let commands = try commandNames()
        #expect(commands.count >= 20 && commands.contains("ask"), "\(commands)")
        // Headings: ".B run", ".BI ask " question"", ".BR pause ", " resume".
        let manual = try Checkout.text("deploy/nodline.1").replacing("\\-", with: "-").split(separator: "\n")
        let headings = zip(manual, manual.dropFirst()).filter { $0.0 == ".TP" && $0.1.hasPrefix(".B") }.map(\.1)
        let headed = headings.flatMap { heading in
            heading.hasPrefix(".BR") ? heading.split { " \",".contains($0) }.dropFirst() : heading.split(separator: " ").dropFirst().prefix(1)
        }.map(String.init)
        #expect(headed.sorted() == commands.sorted())
        let page = try Checkout.text("docs/commands.md")
        let rows = page.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("| `nodline ") }
            .map { $0.split(separator: "|")[0] }
        for command in commands {
            let count = rows.count { row in
                row.components(separatedBy: "`").contains { $0 == "nodline \(command)" || $0.hasPrefix("nodline \(command) ") }
            }
            #expect(count == 1, "the table has \(command) \(count) times")
        }
    }

    @Test("every link and picture of a page is a file")
    func links() throws {
        for page in try pages() + files(in: "Tests", ending: ".md") + files(in: "lab", ending: ".md") + ["ARCHITECTURE.md"] {
            let folder = page.contains("/" as Character) ? String(page[..<(page.lastIndex(of: "/") ?? page.startIndex)]) + "/" : ""
            let text = try Checkout.text(page)
            let pictures = text.components(separatedBy: "<img src=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
            for target in text.components(separatedBy: "](").dropFirst().map({ String($0.prefix { $0 != ")" && $0 != "#" }) }) + pictures {
                guard !target.isEmpty, !target.contains("://") else { continue }
                #expect(FileManager.default.fileExists(atPath: Checkout.root + folder + target), "\(page): \(target)")
            }
        }
    }

    @Test("the API pages of the library Gestures are built without a warning", .enabled(if: hasDocc, "docc is not installed"))
    func api() async throws {
        let folder = try TemporaryFolder()
        let words = ["-c", "exec \"$0\" \"$1\" 2>&1", Checkout.root + "docs/build-api", folder.path + "/api"]
        let status = try await aside { try ChildProcess("sh", words, input: .null, output: .null).wait() }
        #expect(status == 0, "docs/build-api says why")
        #expect(FileManager.default.fileExists(atPath: folder.path + "/api/documentation/gestures/index.html"))
    }

    private static let hasDocc = (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":")
        .contains { access($0 + "/docc", X_OK) == 0 }
}
