extension String {
    /// The text with all characters escaped that have a meaning in HTML text or a quoted attribute.
    ///
    /// Works on scalars, not characters: "<" after a prepended mark such as U+0600 forms one character with it, but a browser still reads
    /// the "<". Control characters, which HTML forbids, become U+FFFD.
    package var htmlEscaped: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            case "\n", "\t": text.unicodeScalars.append(scalar)
            default: text.unicodeScalars.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
            }
        }
        return text
    }
}
