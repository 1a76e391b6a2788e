@_spi(_Unicode) import Swift

/// The one rule of names that people give to movements and persons, in the script of their language. Such a name is a word of the configuration,
/// of a request and of a command, and a part of a file's name.
package enum GivenName {
    /// In bytes. Letters take one to four.
    package static let longest = GestureName.longest

    /// What is expected, for messages.
    package static let expectation = "letters and digits of any script, - and _, at most \(longest) bytes and no - at the beginning"

    /// A name in its composed form (NFC), because two spellings of "é" would be two files.
    /// - Returns: `nil` if a text cannot be a name.
    package static func normal(_ text: some StringProtocol) -> String? {
        guard (1...longest * 3).contains(text.utf8.count) else { return nil }  // a decomposed letter has at most three times the bytes
        var scalars = String.UnicodeScalarView()
        for scalar in String(text)._nfc { scalars.append(scalar) }
        let name = String(scalars)
        guard (1...longest).contains(name.utf8.count), let first = scalars.first, first != "-", !first.isMark, scalars.allSatisfy(\.isNamePart) else { return nil }
        return name
    }
}

extension Unicode.Scalar {
    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }

    /// Letters, marks and digits that are seen; nothing that orders, joins or hides others.
    fileprivate var isNamePart: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": return true
        case _ where isASCII || properties.isDefaultIgnorableCodePoint: return false
        default: break
        }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber: true
        default: isMark
        }
    }
}
