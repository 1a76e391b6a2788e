import Appliance
import ApplianceSupport
import Gestures
import Settings
import Testing
import TestSupport

@Suite("What a page offers of the settings")
struct PageOfferTests {
    /// Every key of the file, with one of each kind of table.
    private static func settings() throws -> [ConfigurationSetting] {
        let text = "[outputs.bell]\ngesture = \"nod\"\n[axes.x]\npointer = \"wheel\"\n[filters.hold-left]\nrelease = 1\n"
        return Configuration.schema.settings(of: try Configuration.read(text: text, file: "n.toml"))
    }

    @Test("the useful part of a range lies in the range, and has a step that fits into it some ten times")
    func ranges() throws {
        let offered = try Self.settings().filter { $0.offer.useful != nil }
        #expect(offered.count > 30)
        for setting in offered {
            let useful = try #require(setting.offer.useful), least = try #require(setting.minimum), most = try #require(setting.maximum)
            #expect(least <= useful.lowerBound && useful.upperBound <= most, "\(setting.key)")
            let step = try #require(setting.offer.step, "\(setting.key)")
            #expect(step > 0 && (10...120).contains((useful.upperBound - useful.lowerBound) / step), "\(setting.key)")
        }
    }

    @Test("every number in a group has a useful range, every group has keys, and every movement that a key is about is a gesture")
    func groups() throws {
        let grouped = try Self.settings().filter { $0.offer.group != nil }
        for setting in grouped where [.number, .whole].contains(setting.kind) { #expect(setting.offer.useful != nil, "\(setting.key)") }
        #expect(Set(grouped.map(\.offer.group)) == Set(PageOffer.Group.allCases))
        for movement in grouped.flatMap(\.offer.movements) { #expect(HeadGesture(movement)?.isHold == false, "\(movement)") }
    }

    @Test("every movement of a range calibration has a threshold in a group, and every tilt and movement of the face what reports it", arguments: RangeMovement.allCases)
    func movements(movement: RangeMovement) throws {
        let own = try Self.settings().filter { $0.offer.movements.contains(movement.description) && $0.offer.group != nil }
        #expect(own.contains { $0.key == "gestures." + movement.thresholdKey && $0.offer.movements == [movement.description] })
        #expect(own.contains { $0.kind == .boolean } == (movement.direction == nil))
    }

    @Test("the page's scripts of settings name no key: what they offer the appliance says", arguments: ["tune", "setting", "level"])
    func scripts(name: String) throws {
        let script = try Checkout.text("Sources/Web/Page/\(name).js"), words = script.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "\"") }
        let keys = Set(try Self.settings().filter { $0.offer != PageOffer() }.compactMap { $0.key.split(separator: ".").last })
        #expect(keys.count > 30)
        // A name of one word may be another thing's, too; as a text or a table's row it is the key.
        let named = words.filter { word in keys.contains(word) && word.contains("_") || keys.contains { word == "\"\($0)\"" } }
        #expect(named.isEmpty && !keys.contains { script.contains("\($0): [") }, "\(named)")
    }

    @Test("the reply to settings says how each is offered, and the filters that gestures in use may get")
    func reply() throws {
        let run = try ApplianceHarness(configuration: "[outputs.bell]\ngesture = [\"nod\", \"hold-left\", \"up\"]\n[filters.up]\nignore_repeat = 1\n"), client = try run.client()
        let left = try client.reply(#"{"request":"settings","under":"gestures.threshold_left"}"#)
        #expect(left.contains(#""changeable":true,"group":"far","useful":[0.06,0.6],"step":0.01,"movements":["left"]}],"groups":["far","tilts","#), "\(left)")
        #expect(try client.reply(#"{"request":"settings","under":"gestures.taught"}"#).contains(#""changeable":true}]"#))
        let filters = try client.reply(#"{"request":"settings","under":"filters."}"#)
        let keys = filters.split(separator: #"{"key":""#).dropFirst().compactMap { $0.split(separator: "\"").first }
        #expect(keys.suffix(3) == ["filters.hold-left.release", "filters.hold-left.ignore_repeat", "filters.nod.ignore_repeat"] && keys.count == 8, "\(keys)")
    }
}
