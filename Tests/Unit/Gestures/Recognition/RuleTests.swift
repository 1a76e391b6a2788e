import Foundation
import Gestures
import Testing

/// The repository's root.
private let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

@Suite("Rules")
struct RuleTests {
    /// The table as docs/lab/rules.md shows it.
    private var page: String {
        let rows = GestureRule.table.map {
            "| `\($0.name.rawValue)` | \($0.stages.map(\.rawValue).joined(separator: ", ")) | \($0.feature) | \($0.limit) |"
        }
        return (["| rule | stage | what is measured | limit |", "|---|---|---|---|"] + rows).joined(separator: "\n")
    }

    @Test("docs/lab/rules.md lists the rules as the recogniser applies them")
    func documented() throws {
        let text = try String(contentsOf: root.appendingPathComponent("docs/lab/rules.md"), encoding: .utf8)
        // Swift 6.0 does not take an optional chain within the macro.
        let found = text.components(separatedBy: "<!-- rules -->\n").dropFirst().first?.components(separatedBy: "\n<!-- end -->").first
        let list = try #require(found)
        #expect(list == page, "replace the list by:\n\(page)")
    }

    @Test("the table has every rejection rule and no other")
    func complete() {
        #expect(Set(GestureRule.table.map(\.name)) == Set(Rejection.Rule.allCases))
    }

    @Test("the examples on the library's opening page and in its README are those in Examples, which are compiled", arguments: [
        ("Gestures.docc/Gestures.md", "BellByNod/BellByNod.swift"), ("README.md", "AppleHeads/Answers.swift"),
    ])
    func example(page: String, example: String) throws {
        let page = try String(contentsOf: root.appendingPathComponent("Sources/Gestures/" + page), encoding: .utf8)
        // Swift 6.0 does not take an optional chain within the macro.
        let found = page.components(separatedBy: "```swift\n").dropFirst().first?.components(separatedBy: "\n```").first
        let code = try #require(found)
        let example = try String(contentsOf: root.appendingPathComponent("Examples/" + example), encoding: .utf8)
        // A page may show the inside of a function.
        func words(_ text: String) -> String { text.split { $0 == " " || $0 == "\n" }.joined(separator: " ") }
        #expect(!words(code).isEmpty && words(example).contains(words(code)))
    }

    @Test("limits name numbers and keys that exist")
    func limits() throws {
        let numbers = Set(Mirror(reflecting: GestureRules()).children.compactMap(\.label))
        let manual = try String(contentsOf: root.appendingPathComponent("deploy/nodline.toml"), encoding: .utf8)
        for rule in GestureRule.table {
            for name in rule.limit.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter({ $0.offset % 2 == 1 }).map(\.element) {
                let key = name == "threshold_*" ? "threshold_left" : name
                #expect(numbers.contains(String(name)) || manual.contains("\(key) ="), "\(rule.name): \(name)")
            }
        }
    }

    /// Files whose numbers, such as buffer sizes, do not decide anything.
    private static let others = ["EyeMovement.swift", "Oscillation.swift", "ProportionalAxis.swift", "GestureRules.swift"]

    @Test("numbers that decide are only in GestureRules and GestureConfiguration")
    func numbers() throws {
        let folder = root.appendingPathComponent("Sources/Gestures")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        #expect(files.count > 50)
        // Gaze, taught gestures and evidence have numbers of their own, which no setting changes; those of the evidence say what its table was
        // fitted to.
        for file in files.sorted() where !file.hasPrefix("Gaze/") && !file.hasPrefix("Taught/") && !file.hasPrefix("Evidence/") && !Self.others.contains(String(file.split(separator: "/").last ?? "")) {
            for line in try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8).split(separator: "\n") {
                let words = line.split(separator: " ")
                guard words.starts(with: ["private", "static", "let"]) || words.starts(with: ["static", "let"]), let value = words.last else { continue }
                #expect(Double(value) == nil || line.contains("never"), "\(file): \(line)")
            }
        }
    }

    @Test("if a movement breaks several rules, the first one in the table is reported", arguments: [
        ((0.1, 0.11, 0.05), Rejection.Rule.tooSmall), ((0.3, 0.2, 0.05), .offAxis), ((0.3, 0.0, 0.05), .tooShort),
    ] as [((Double, Double, Double), Rejection.Rule)])
    func order(movement: (left: Double, up: Double, seconds: Double), rule: Rejection.Rule) {
        var driver = HeadDriver.tracking { $0.explains = true }
        driver.go(left: movement.left, up: movement.up, for: movement.seconds)
        driver.go(for: 1)
        #expect(driver.rejections.map(\.rule) == [rule])
    }

    @Test("changing a rule's number takes effect: with a longer required rest, a look after 0.5 s is refused")
    func number() {
        func gestures(restBefore: Double) -> [String] {
            var driver = HeadDriver.tracking { $0.rules.restBefore = restBefore }
            driver.go(left: 0.3, for: 1.5)
            driver.go(for: 0.5)
            driver.go(up: 0.3, for: 0.4)
            driver.go(for: 0.5)
            return driver.gestures
        }
        #expect(gestures(restBefore: 0.2).last == "look up" && gestures(restBefore: 0.8).last == "stop left returned")
    }
}
