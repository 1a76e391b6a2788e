import Platform
import Testing

@Suite("The order in which people count")
struct NaturalOrderTests {
    @Test("numbers within names count as numbers", arguments: [
        ["1", "2", "10", "11"], ["p1.jpg", "p2.jpg", "p10.jpg"], ["a1b2", "a1b10", "a2b1"], ["1.jpg", "01.jpg", "2.jpg"].sorted(by: NaturalOrder.precedes),
        ["a", "a1", "b"], ["img_9.png", "img_10.png", "img_100.png"], ["", "0", "a"],
        ["99999999999999999999999998", "99999999999999999999999999", "100000000000000000000000000"],
    ])
    func order(names: [String]) {
        #expect(names.reversed().sorted(by: NaturalOrder.precedes) == names)
        #expect(!names.contains { NaturalOrder.precedes($0, $0) })
    }
}
