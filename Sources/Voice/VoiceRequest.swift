import Platform

/// What a client of the voice wants: one JSON object on a line.
package enum VoiceRequest: Equatable, Sendable {
    /// Words, in a language of the page; `isCall` has the tones of a call before them.
    case say(String, language: String, isCall: Bool)
    case stop

    /// The longest text, in characters.
    package static let longest = 500

    /// espeak-ng's voices for the page's languages: a client names no voice, and no option.
    static let voices = [
        "ar": "ar", "de": "de", "en": "en", "es": "es", "fr": "fr-fr", "hi": "hi", "it": "it", "ja": "ja", "nl": "nl", "pl": "pl", "pt": "pt-br",
        "tr": "tr", "uk": "uk", "zh": "cmn",
    ]

    /// - Returns: `nil` for a line that is not understood, has no words, too many, or another language.
    package init?(line: some Collection<UInt8>) {
        guard let fields = JSONValue.object(line) else { return nil }
        if fields == ["stop": .flag(true)] {
            self = .stop
            return
        }
        let isCall = fields["call"] != nil
        guard let words = fields[isCall ? "call" : "say"]?.text, let tag = fields["language"]?.text, fields.count == 2 else { return nil }
        let language = tag.prefix { $0 != "-" }.lowercased(), text = Self.plain(words)
        guard Self.voices[language] != nil, !text.isEmpty, words.count <= Self.longest else { return nil }
        self = .say(text, language: language, isCall: isCall)
    }

    /// Without control characters, which a voice might take for commands.
    private static func plain(_ words: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in words.unicodeScalars { scalars.append(scalar.properties.generalCategory == .control ? " " : scalar) }
        return String(String(scalars).drop { $0 == " " })
    }
}
