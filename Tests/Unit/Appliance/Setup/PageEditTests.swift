import Appliance
import Outputs
import Platform
import Settings
import Testing
import TestSupport
import Wire

/// What the page does to the file: settings and outputs go on trial together, and are kept, discarded or undone in whatever order.
@Suite("What the page writes into the file")
struct PageEditTests {
    /// The edits of each run. NODLINE_EDITS names a number for a laboratory: 3,600 are ten hours of an edit every ten seconds.
    private static let edits = Environment.variable("NODLINE_EDITS").flatMap(Int.init) ?? 45

    /// Files as people write them.
    private static let files = [
        """
        # mine
        config_version = 1

        [gestures]
        threshold_left = 0.18  # measured on Monday
        # threshold_right = 0.3   # not yet

        [outputs.motor]   # wired by Ann
        line = "GPIO17"
        gesture = "hold-left"
        action = "level"
        max_on = 30       # it gets hot
        [outputs.bell]
        # The bell at the door.
        line = "GPIO22"   # pin 15
        gesture = "nod"
        pulse = 0.5

        [filters.nod]  # calm
        ignore_repeat = 1 # s

        """,
        "gestures.threshold_up = 0.2 # g1\noutputs.bell.gesture = 'nod' # g2\noutputs.bell.line = 'GPIO22' # g3\ncamera.rate = 20 # g4\n",
        "[gestures]\r\nthreshold_down = 0.3 # crlf\r\n\r\n[feedback] # f\r\nsounds = [\"recognised\", # r\r\n  \"held\"] # h\r\n",
        "# only this\n", "",
        "[camera]\nrate = 20 # \"quoted\" # twice\n[gestures]\nacceptance = 1.5 # a\ntilt = true # b\n[status]\nalarm_after = 60 # c",
    ]

    private struct Page {
        var text: String
        var previous: String?
        var tried = ConfigurationChanges()
        var kept = 0, refused = 0, undone = 0

        var bytes: [UInt8] { Array(text.utf8) }

        /// Puts changes on trial, if the file could have them.
        mutating func attempt(_ changes: ConfigurationChanges) {
            let all = tried.adding(changes)
            guard let expected = try? all.read(bytes, file: "f", Configuration.schema), let new = try? all.written(into: bytes),
                  let got = try? Configuration.read(bytes: new, file: "f"), got == expected else { return refused += 1 }
            tried = all
        }

        mutating func keep() throws {
            guard !tried.isEmpty else { return }
            let expected = try tried.read(bytes, file: "f", Configuration.schema), new = try tried.written(into: bytes)
            #expect(try Configuration.read(bytes: new, file: "f") == expected, "it gives what was tried")
            (previous, text, tried) = (text, String(decoding: new, as: UTF8.self), ConfigurationChanges())
            kept += 1
        }

        mutating func undo() {
            guard let previous else { return }
            (self.previous, text, tried) = (text, previous, ConfigurationChanges())
            undone += 1
        }
    }

    @Test("each file that it wrote passes the check, gives what was on trial, and has every comment", arguments: 0..<6)
    func fuzz(seed: Int) throws {
        var random = SplitMix64(seed)
        let first = Self.files[seed % Self.files.count], comments = Self.comments(first)
        var page = Page(text: first)
        for _ in 0..<Self.edits {
            let now = try page.tried.read(page.bytes, file: "f", Configuration.schema)
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<9: page.attempt(Self.setting(of: now, &random))
            case 9..<14:
                let taken = now.outputs.map(\.line.name), free = HeaderPin.all.filter { !taken.contains($0.line) }
                if let changes = try? Self.output(&random).changes(in: now, pins: free) { page.attempt(changes) } else { page.refused += 1 }
            case 14..<18: try page.keep()
            case 18: page.tried = ConfigurationChanges()
            default: page.undo()
            }
            #expect(throws: Never.self, "\(page.text)") { try Configuration.read(text: page.text, file: "f") }
            #expect(Self.comments(page.text, known: comments) == comments, "\(page.text)")
        }
        #expect(page.kept > 0 && page.refused > 0, "\(page.kept) kept, \(page.refused) refused, \(page.undone) undone")
        if Environment.variable("NODLINE_EDITS") != nil { print("seed \(seed): \(Self.edits) edits, \(page.kept) files kept, \(page.refused) refused, \(page.undone) undone") }
    }

    /// One or several settings that a page may change, with values at and beyond their bounds.
    private static func setting(of now: Configuration, _ random: inout SplitMix64) -> ConfigurationChanges {
        let settings = Configuration.schema.settings(of: now).filter(Configuration.isTunable)
        var values: [String: TOMLValue?] = [:]
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            guard let setting = settings.randomElement(using: &random) else { break }
            values.updateValue(value(for: setting, &random), forKey: setting.key)
        }
        if random.chance(0.1) { values.updateValue(.number(1), forKey: "filters.\(["nod", "left", "hold-up"].randomElement(using: &random) ?? "nod").ignore_repeat") }
        return ConfigurationChanges(values)
    }

    private static func value(for setting: ConfigurationSetting, _ random: inout SplitMix64) -> TOMLValue? {
        if random.chance(0.1) { return nil }
        let low = setting.minimum ?? 0, high = setting.maximum ?? 1
        switch setting.kind {
        case .number:
            let within = random.number(low...min(high, 1e6)), numbers: [Double] = [low, high, high + 1, within, within, within, .nan, 1.0 / 3]
            return .number(numbers.randomElement(using: &random) ?? low)
        case .whole:
            let most = Int(min(high, 1e6)), numbers = [Int(low), most, Int(low) - 1, Int.random(in: Int(low)...most, using: &random)]
            return .integer(numbers.randomElement(using: &random) ?? 0)
        case .boolean: return .flag(random.chance(0.5))
        case .choice: return .text(((setting.choices ?? []) + ["x", "\"#"]).randomElement(using: &random) ?? "")
        case .list: return .list((setting.choices ?? []).filter { _ in random.chance(0.2) }.map { .text($0) })
        case .text: return .text("# no comment")
        }
    }

    private static func output(_ random: inout SplitMix64) -> OutputEdit {
        var values: [String: TOMLValue] = [:]
        if random.chance(0.6) { values["line"] = .text((HeaderPin.all.map(\.line) + ["GPIO4", "a\nb"]).randomElement(using: &random) ?? "") }
        if random.chance(0.3) { values = ["bluetooth": .text(["space", "enter", "spaec"].randomElement(using: &random) ?? "")] }
        if random.chance(0.8) { values["gesture"] = .list([.text(["nod", "up", "hold-left", "smile", "my-x", "# no"].randomElement(using: &random) ?? "nod")]) }
        if random.chance(0.3) { values["action"] = .text(["pulse", "level", "toggle", "x"].randomElement(using: &random) ?? "") }
        if random.chance(0.3) { values["pulse"] = .number([0.02, 1, 1.0 / 3, 60, .infinity].randomElement(using: &random) ?? 1) }
        let step = OutputEdit.Step.allCases.randomElement(using: &random) ?? .add
        return OutputEdit(step, name: ["bell", "lamp", "motor", "a-b_c"].randomElement(using: &random) ?? "bell", values)
    }

    /// The comments of a text in their order, or those of them that are known. A line that was taken out is a comment now.
    static func comments(_ text: String, known: [String]? = nil) -> [String] {
        let all = text.split(whereSeparator: \.isNewline).compactMap { line -> String? in
            guard let mark = line.lastIndex(of: "#") else { return nil }
            let comment: Substring = line.suffix(from: mark)
            return String(comment.drop { $0 == "#" || $0 == " " })
        }
        return known.map { known in all.filter(known.contains) } ?? all
    }
}
