import Outputs
import Testing

@Suite("Names of keys")
struct KeyNameTests {
    @Test("a key's word gives the kernel's code and USB's usage", arguments: [
        ("a", 30, KeyName.Usage.keyboard(0x04)), ("z", 44, .keyboard(0x1D)), ("1", 2, .keyboard(0x1E)), ("0", 11, .keyboard(0x27)),
        ("f1", 59, .keyboard(0x3A)), ("f12", 88, .keyboard(0x45)), ("space", 57, .keyboard(0x2C)), ("up", 103, .keyboard(0x52)),
        ("shift", 42, .modifier(2)), ("mouse-right", 0x111, .mouse(2)), ("play-pause", 164, .none),
        ("gamepad-a", 0x130, .button(1)), ("gamepad-x", 0x133, .button(4)), ("gamepad-left-shoulder", 0x136, .button(7)),
        ("gamepad-start", 0x13B, .button(12)), ("gamepad-right-stick", 0x13E, .button(15)), ("gamepad-16", 0x13F, .button(16)),
        ("gamepad-left", 0x222, .hat(x: -1, y: 0)),
    ] as [(String, Int32, KeyName.Usage)])
    func key(word: String, code: Int32, usage: KeyName.Usage) throws {
        let key = try #require(KeyName(word))
        #expect(key.code == code && key.usage == usage)
    }

    @Test("no word, code or USB usage stands for two keys")
    func keysDiffer() {
        #expect(Set(KeyName.all.map(\.word)).count == KeyName.all.count)
        #expect(Set(KeyName.all.map(\.code)).count == KeyName.all.count)
        let usages = KeyName.all.map(\.usage).filter { $0 != .none }
        #expect(Set(usages.map { "\($0)" }).count == usages.count)
    }

    @Test("for a mistyped key the nearest one is suggested", arguments: [("spcae", "space"), ("mouse-lft", "mouse-left")])
    func nearest(typo: String, meant: String) {
        #expect(KeyName(typo) == nil)
        #expect(KeyName.nearest(to: typo) == meant)
    }
}
