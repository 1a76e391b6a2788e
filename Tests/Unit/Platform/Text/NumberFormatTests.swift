import Platform
import Testing

@Suite("Numbers as text")
struct NumberFormatTests {
    @Test("a number has as many decimals as were asked for at most, and no zeros at its end", arguments: [
        (1.23456, 0, "1"), (1.23456, 1, "1.2"), (1.23456, 2, "1.23"), (1.23456, 3, "1.235"), (1.23456, 4, "1.2346"), (0.5, 2, "0.5"), (2, 2, "2"),
        (0.996, 2, "1"), (-0.001, 2, "0"), (17.6, 0, "18"), (17.6, -1, "18"), (.nan, 2, "null"), (.infinity, 0, "null"),
    ])
    func decimals(value: Double, decimals: Int, text: String) { #expect(NumberFormat.text(value, decimals: decimals) == text) }
}
