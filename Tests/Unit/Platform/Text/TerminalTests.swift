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

    @Test("a quoted text is in quotes, of 60 letters at most, and shows what nobody sees", arguments: [
        ("a", "\"a\""), ("a\"\\b", "\"a\\\"\\\\b\""), ("a\u{200B}\u{0}b\u{202E}", "\"a\\u200b\\u0000b\\u202e\""), ("שלום 😀 ❤️", "\"שלום 😀 ❤️\""), ("\u{E0041}", "\"\\ue0041\""),
        (String(repeating: "x", count: 60), "\"" + String(repeating: "x", count: 60) + "\""),
        (String(repeating: "x", count: 61), "\"" + String(repeating: "x", count: 60) + "…\""),
    ])
    func quoted(text: String, shown: String) { #expect(text.quoted == shown) }
}
