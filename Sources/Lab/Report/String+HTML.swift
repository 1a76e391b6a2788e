extension String {
    /// The text with everything replaced that means something inside HTML text or a quoted attribute.
    ///
    /// Scalars are compared, not characters: "<" after a prepended mark such as U+0600 is one character together with it, and
    /// a browser reads the "<" all the same. Control characters, which HTML forbids, become U+FFFD.
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
