import Appliance
import ApplianceSupport
import FoundationEssentials
import Gestures
import Glibc
import Testing
import TestSupport

@Suite("Names that people give")
struct GivenNameTests {
    private static let hindi = "अनुष्का", thirtyTwo = String(repeating: "a", count: 32)

    private static let names: [(String, String?)] = [
        ("anna", "anna"), ("Jürgen", "Jürgen"), ("Ä", "Ä"), ("A\u{308}", "\u{C4}"), ("李", "李"), ("اسم", "اسم"), (hindi, hindi), ("Ωmega-2_b", "Ωmega-2_b"), ("각", "각"), ("\u{1100}\u{1161}\u{11A8}", "각"),
        ("٣", "٣"), ("_a", "_a"), ("9", "9"), (thirtyTwo, thirtyTwo), (String(repeating: "李", count: 10), String(repeating: "李", count: 10)),
        ("", nil), (" ", nil), ("a b", nil), ("../anna", nil), (".anna", nil), ("a/b", nil), ("a.b", nil), ("-anna", nil), ("a\u{0}", nil), ("a\n", nil), ("a\u{85}", nil),
        (thirtyTwo + "a", nil), (String(repeating: "李", count: 11), nil), ("ann\u{202E}a", nil), ("a\u{2066}b", nil), ("a\u{200F}", nil), ("a\u{200D}b", nil), ("a\u{FEFF}", nil),
        ("\u{3164}", nil), ("a\u{FE0F}", nil), ("\u{308}a", nil), ("🙂", nil), ("a\"b", nil), ("a'b", nil), ("a\\b", nil), ("a:b", nil), ("½", nil), ("a\u{2044}b", nil), ("\u{E000}", nil),
    ]

    @Test("are letters and digits of any script, composed, on one line, and the name of a file", arguments: names)
    func rule(text: String, name: String?) {
        #expect(GivenName.normal(text).map { Array($0.utf8) } == name.map { Array($0.utf8) })
    }

    @Test("mean the same in the configuration, in a command, in a request, and for a movement", arguments: names)
    func everywhere(text: String, name: String?) throws {
        let folder = try TemporaryFolder(), isOne = name != nil, state = "state.directory = \(text.isEmpty ? "\"\"" : "\"\(folder.path)\"")\n"
        #expect((HeadGesture("my-" + text)?.description == name.map { "my-" + $0 }) && (TeachRequest.gesture(text) != nil) == isOne)
        guard !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0 == "\"" || $0 == "\\" }) else { return }
        func reads(_ toml: String) -> Bool { (try? Configuration.read(file: folder.file("c.toml", state + toml))) != nil }
        #expect(reads("[person]\nonly = \"\(text)\"\n") == isOne && reads("[outputs.bell]\ngesture = \"my-\(text)\"\n") == isOne)
        #expect(reads("[outputs.bell]\ngesture = \"my-\(text)\"\n[filters.\"my-\(text)\"]\nignore_repeat = 1\n") == isOne)
        guard case .success(.enrol(let person)) = ControlMessage(Array("{\"request\":\"enrol\",\"name\":\"\(text)\"}".utf8)).request else {
            return #expect(!isOne)
        }
        #expect(person.utf8.elementsEqual((name ?? "").utf8))
    }

    @Test("never leave their folder, hide anything or grow, whatever is in a text, and stay as they are", arguments: 0..<40)
    func randomly(seed: UInt64) throws {
        var random = SplitMix64(seed)
        func next(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &random) }
        let folder = try TemporaryFolder(), parts: [Unicode.Scalar] = ["a", "Z", "7", "-", "_", ".", "/", " ", "\0", "\n", "é", "\u{301}", "\u{308}", "李", "س", "म", "\u{94D}", "\u{1100}", "\u{1161}",
            "\u{11A8}", "\u{200D}", "\u{202E}", "\u{2067}", "\u{FEFF}", "\u{FE0F}", "\u{34F}", "\u{1F642}", "\u{10FFFF}", "\u{FB01}", "\u{2126}", "\u{E0061}"]
        for _ in 0..<60 {
            var text = String.UnicodeScalarView()
            for _ in 0...next(12) { text.append(next(4) == 0 ? Unicode.Scalar(UInt32(next(0xD800))) ?? "x" : parts[next(parts.count)]) }
            guard let name = GivenName.normal(String(text)) else { continue }
            #expect(name.utf8.count <= 32 && name.first != "-" && !name.utf8.contains { [0, 0x0A, 0x2E, 0x2F].contains($0) } && name == String(text))
            #expect(!name.unicodeScalars.contains { $0.properties.isDefaultIgnorableCodePoint || $0.properties.generalCategory == .format || $0.properties.generalCategory == .control })
            #expect(try #require(GivenName.normal(name)).utf8.elementsEqual(name.utf8))
            let file = try folder.file(name + ".json", "x")
            #expect(file.hasPrefix(folder.path + "/") && access(file, F_OK) == 0)
        }
    }

    @Test("are printed and kept in the file so that they are read again")
    func written() throws {
        let run = try ApplianceHarness(configuration: "[outputs.bell]\ngesture = \"my-اسم\"\n"), client = try run.client()
        let tried = try client.reply(#"{"request":"try","settings":{"filters.my-اسم.ignore_repeat":0.4}}"#)
        #expect(tried.contains(#""ok":true"#), "\(tried)")
        #expect(try client.ask(#"{"request":"keep"}"#).ok == true)
        let file = run.folder.path + "/nodline.toml", text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("[filters.\"my-اسم\"]"), "\(text)")
        let check = try Program("check", "--config", file)
        #expect(check.status == 0 && check.output.contains("[filters.\"my-اسم\"]"), "\(check.errors)")
    }
}
