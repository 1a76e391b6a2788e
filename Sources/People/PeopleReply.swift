/// The answer to a ``PeopleRequest``. Layout, little-endian: `NDA1`, number (4), kind (4: 0 failure, 1 dlib, 2 patterns), length (4: numbers, or
/// bytes of text), then the numbers as floats or the text as UTF-8.
package struct PeopleReply: Equatable, Sendable, PeopleMessage {
    package enum Content: Equatable, Sendable {
        case embedding(FaceEmbedding)
        /// Why there is none, in words.
        case failure(String)
    }

    /// The request's. 0 in a failure that is about all requests: the process then ends.
    package let number: UInt32
    package let content: Content

    package init(number: UInt32, _ content: Content) {
        self.number = number
        self.content = content
    }

    private static let mark = Array("NDA1".utf8)
    private static let methods: [UInt32: RecognitionMethod] = [1: .dlib, 2: .patterns]
    /// Most bytes of a failure's text.
    package static let longestText = 400
    package static let headerSize = 16

    package static func bodySize(after header: [UInt8]) throws(PeopleWireError) -> Int {
        guard header.starts(with: mark) else { throw PeopleWireError("a reply does not begin with NDA1") }
        let kind = header.littleEndian(at: 8), length = header.littleEndian(at: 12)
        if kind == 0 {
            guard (1...UInt32(longestText)).contains(length) else {
                throw PeopleWireError("a failure's text has \(length) bytes; expected 1 to \(longestText)")
            }
            return Int(length)
        }
        guard let method = methods[kind] else { throw PeopleWireError("a reply is of the unknown kind \(kind)") }
        guard length == method.count else {
            throw PeopleWireError("a reply by \(method.rawValue) has \(length) numbers; expected \(method.count)")
        }
        return 4 * method.count
    }

    package init(message: [UInt8]) throws(PeopleWireError) {
        number = message.littleEndian(at: 4)
        guard let method = Self.methods[message.littleEndian(at: 8)] else {
            let text = message.dropFirst(Self.headerSize)
            guard let text = String(validating: text, as: UTF8.self), text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
                throw PeopleWireError("a failure's text is not a line of UTF-8")
            }
            content = .failure(text)
            return
        }
        let numbers = stride(from: Self.headerSize, to: message.count, by: 4).map { Float(bitPattern: message.littleEndian(at: $0)) }
        do {
            content = .embedding(try FaceEmbedding(method, numbers))
        } catch {
            throw PeopleWireError("a reply is no embedding: \(error)")
        }
    }

    package var bytes: [UInt8] {
        var bytes = Self.mark
        bytes.appendLittleEndian(number)
        switch content {
        case .failure(let reason):
            let text = Self.line(reason)
            bytes.appendLittleEndian(0)
            bytes.appendLittleEndian(UInt32(text.count))
            bytes += text
        case .embedding(let embedding):
            bytes.appendLittleEndian(embedding.method == .dlib ? 1 : 2)
            bytes.appendLittleEndian(UInt32(embedding.numbers.count))
            for number in embedding.numbers { bytes.appendLittleEndian(number.bitPattern) }
        }
        return bytes
    }

    /// A text as one line of at most ``longestText`` bytes, never empty.
    private static func line(_ text: String) -> [UInt8] {
        var line: [UInt8] = []
        for scalar in text.unicodeScalars {
            let written = scalar.value >= 0x20 && scalar.value != 0x7F ? Array(String(scalar).utf8) : [UInt8(ascii: " ")]
            if line.count + written.count > longestText { break }
            line += written
        }
        return line.isEmpty ? Array("no reason was given".utf8) : line
    }
}
