// Looks through a TOML text for what its parser does not survive.

/// Goes through strings, comments and brackets, and nothing else of the grammar.
struct BracketScan {
    /// The first thing that the parser must not see; lines count from 1.
    private(set) var fault: (line: Int, problem: String)?

    private let text: [Unicode.Scalar]
    private var place = 0
    private var line = 1
    private var open: [Unicode.Scalar] = []
    /// Nothing but blanks since the line began.
    private var isLineStart = true

    init(_ text: String) {
        self.text = Array(text.unicodeScalars)
        while place < self.text.count, fault == nil { step() }
    }

    private mutating func step() {
        let scalar = text[place]
        switch scalar {
        case "\n":
            line += 1
            isLineStart = true
            place += 1
            return
        case "#":
            while place < text.count, text[place] != "\n", fault == nil { skip() }
            return
        case "\"", "'": skipString(scalar)
        case "[":
            if isLineStart, open.isEmpty { checkName() }
            open.append(scalar)
            place += 1
        case "{":
            open.append(scalar)
            place += 1
        case "]", "}":
            if scalar == "}", open.last == "[" { fault = (line, "a \"}\" stands in a list; expected a value, or \"]\"") }
            _ = open.popLast()
            place += 1
        case "T", "t":
            if followsDate, place + 1 < text.count, !("0"..."9").contains(text[place + 1]) {
                fault = (line, "a time cannot begin with \(String(text[place + 1]).tomlQuoted); expected a digit")
            }
            skip()
        default:
            if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
                if Self.breaks.contains(scalar) {
                    fault = (line, "a line break of an unusual kind stands there; expected a line feed")
                } else {
                    skip()
                }
                return
            }
            skip()
        }
        isLineStart = false
    }

    /// Whether 1979-05-27 stands before this place: no value here is a date, but the parser reads on.
    private var followsDate: Bool {
        let pattern = Array("0000-00-00".unicodeScalars)
        guard place >= pattern.count else { return false }
        return zip(pattern, text[(place - pattern.count)..<place]).allSatisfy { $0 == "-" ? $1 == "-" : ("0"..."9").contains($1) }
    }

    /// Vertical tab, form feed, next line, line and paragraph separator.
    private static let breaks: [Unicode.Scalar] = ["\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"]

    /// Passes over one character that says nothing here. TOML has no control characters but tabs and line ends.
    private mutating func skip() {
        let code = text[place].value
        if code < 0x20 && code != 0x9 && code != 0xD || code == 0x7F {
            fault = (line, "a control character stands there (code \(code)); expected text")
        }
        place += 1
    }

    /// A name of a table follows: letters, digits, - and _, or something in quotes. `]` is the parser's own to refuse.
    private mutating func checkName() {
        func next(after place: Int) -> Int { text[place...].dropFirst().firstIndex { !Self.isBlank($0) } ?? text.count }
        var name = next(after: place)
        if name < text.count, text[name] == "[" { name = next(after: name) }
        guard name < text.count else { return }
        switch text[name] {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_", "\"", "'", "]": break
        case let scalar:
            fault = (line, "a table's name cannot begin with \(String(scalar).tomlQuoted); expected [NAME] of letters, digits, - and _")
        }
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace && scalar != "\n" && scalar != "\r" && !breaks.contains(scalar)
    }

    /// From the opening quotes to the closing ones; one that does not end stops the parser, and this too.
    private mutating func skipString(_ quote: Unicode.Scalar) {
        func isTriple(_ place: Int) -> Bool { place + 2 < text.count && text[place...place + 2].allSatisfy { $0 == quote } }
        let isLong = isTriple(place)
        place += isLong ? 3 : 1
        while place < text.count, fault == nil {
            switch text[place] {
            case quote where !isLong:
                place += 1
                return
            case quote where isTriple(place):
                place += 3
                // Up to two quotes may stand before the closing three.
                for _ in 0..<2 where place < text.count && text[place] == quote { place += 1 }
                return
            case "\n":
                guard isLong else { return place = text.count }
                line += 1
                place += 1
            case "\\" where quote == "\"":
                skip()
                if place < text.count, text[place] != "\n" { skip() }
            default: skip()
            }
        }
    }
}
