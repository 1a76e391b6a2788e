import QRCode
import Testing

@Suite("QR codes")
struct QRCodeTests {
    @Test("the picture has the code's modules, two in each character, with a light margin of four")
    func picture() throws {
        let code = try #require(QRCode("http://192.168.178.123:8020/#code=123456"))
        #expect(code.size == 29, "version 3")
        // Finder patterns in three corners, and not in the fourth.
        for (x, y) in [(0, 0), (22, 0), (0, 22)] {
            #expect((0..<7).allSatisfy { code.isDark(x + $0, y) && code.isDark(x + $0, y + 6) && code.isDark(x, y + $0) })
            #expect(!code.isDark(x + 1, y + 1) && code.isDark(x + 3, y + 3))
        }
        #expect((0..<7).contains { !code.isDark(22 + $0, 22) })
        let lines = code.lines.map { $0.replacing("\u{1B}[97;40m", with: "").replacing("\u{1B}[0m", with: "") }
        #expect(lines.count == 19 && lines.allSatisfy { $0.count == code.columns })
        #expect(lines[0] == String(repeating: "█", count: 37))
        for y in 0..<29 {
            for x in 0..<29 {
                let line = Array(lines[(y + 4) / 2]), character = line[x + 4]
                let isDark = y % 2 == 0 ? " ▄".contains(character) : " ▀".contains(character)
                #expect(isDark == code.isDark(x, y))
            }
        }
    }

    @Test("a text that is too long gives none")
    func tooLong() { #expect(QRCode(String(repeating: "x", count: 3000)) == nil) }
}
