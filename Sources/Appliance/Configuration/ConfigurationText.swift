// What a configuration file must be before a TOML parser may see it.

/// The text of a configuration file, as far as the parser can take it.
///
/// The parser (toml++ by way of TOMLKit 0.6) takes a text up to its first NUL for all of it, and ends the program, by an
/// assertion, where a table's name begins with what no name begins with (`[é]`), where a list's next element is no value
/// (`[}`), and where a date's time begins with no digit. All that is refused before. Faults beyond these are the parser's to find: up to its first one, which ends
/// it, both see the same strings, comments and brackets.
struct ConfigurationText {
    let text: String

    /// No configuration is longer, in bytes; the manual has 20,000.
    static let longest = 1 << 20

    /// - Throws: ``ConfigurationError`` with one fault and its line.
    init(bytes: some Collection<UInt8>, file: String) throws(ConfigurationError) {
        guard bytes.count <= Self.longest else {
            throw Self.refusal(file, nil, "it has \(bytes.count) bytes; expected a configuration, of at most \(Self.longest)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Self.refusal(file, nil, "it cannot be read as UTF-8 text")
        }
        self.text = text
        if let fault = BracketScan(text).fault { throw Self.refusal(file, fault.line, fault.problem) }
    }

    private static func refusal(_ file: String, _ line: Int?, _ problem: String) -> ConfigurationError {
        ConfigurationError(faults: [ConfigurationFault(file: file, line: line, key: nil, problem: problem)])
    }
}
