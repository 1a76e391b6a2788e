import Platform
import Testing

@Suite("Text on a terminal")
struct TerminalTests {
    @Test("text from outside cannot control a terminal", arguments: [
        ("Print?", "Print?"), ("\u{1B}[2Jgone", "\\u001b[2Jgone"), ("a\nstate  ready", "a\\u000astate  ready"),
        ("\u{9B}31m", "\\u009b31m"), ("\u{7F}\u{0}", "\\u007f\\u0000"), ("\u{202E}abc", "\\u202eabc"), ("Grüße 😀 שלום", "Grüße 😀 שלום"),
        ("e\u{301}\r", "e\u{301}\\u000d"),
    ])
    func printable(text: String, shown: String) { #expect(text.printable == shown) }
}
