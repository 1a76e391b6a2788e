/// What a program with a key may do.
package enum KeyRight: String, Codable, CaseIterable, Sendable {
    /// Read the state, the events and the figures.
    case listen
    /// Ask questions.
    case ask
    /// Pause, resume and calibrate.
    case command
}

/// A program's key for the interface that docs/kiosk.md describes.
package struct ClientKey: Codable, Equatable, Sendable {
    package let id: String
    /// As its owner called it; there is one key of a name.
    package let name: String
    package let rights: [KeyRight]
    /// The origins of the pages that may use it, as browsers write them: "https://kiosk.example".
    package let origins: [String]
    /// SHA-256 of the key: somebody who reads the file cannot make the key from it.
    let digest: String
    /// Seconds since 1970; only for people, because a board may have no clock.
    package let created: Int

    /// An origin as browsers write it: a scheme, a host and a port if it is not the scheme's own.
    /// - Returns: `nil` if the text is none: with a path, with a wildcard, "null".
    package static func origin(_ text: String) -> String? {
        let text = text.lowercased()
        guard text.utf8.count <= 200 else { return nil }
        for (scheme, port) in [("https://", ":443"), ("http://", ":80")] where text.hasPrefix(scheme) {
            var rest = text.dropFirst(scheme.count)
            if rest.hasSuffix(port) { rest = rest.dropLast(port.count) }
            let isHost = rest.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: "-.:[]".utf8.contains(byte)
                }
            }
            return isHost && !rest.isEmpty && rest.first != ":" ? scheme + rest : nil
        }
        return nil
    }
}
