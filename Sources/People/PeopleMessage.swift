/// A message between the appliance and `nodline-people`: a header of fixed size, which says how long the rest is.
package protocol PeopleMessage {
    static var headerSize: Int { get }
    /// Bytes after the header.
    static func bodySize(after header: [UInt8]) throws(PeopleWireError) -> Int
    /// - Parameter message: header and body, of the sizes that were said.
    init(message: [UInt8]) throws(PeopleWireError)
    /// The message as it goes over the pipe.
    var bytes: [UInt8] { get }
}

/// Bytes that are no message, and why. Nothing that follows them on the same pipe can be believed.
package struct PeopleWireError: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Messages from a stream of bytes that comes in any pieces. It never keeps more than one message.
package struct PeopleWireDecoder<Message: PeopleMessage> {
    private var kept: [UInt8] = []
    /// Bytes of the message that has begun, as far as its header has said.
    private var needed = Message.headerSize
    private var knowsBody = false
    private var error: PeopleWireError?

    package init() {}

    /// Whether a message has begun and is not complete: a stream must not end here.
    package var isInMessage: Bool { !kept.isEmpty }

    /// Takes the stream's next bytes.
    /// - Returns: the messages that they complete.
    /// - Throws: ``PeopleWireError``, and the same one ever after.
    package mutating func take(_ bytes: some Collection<UInt8>) throws(PeopleWireError) -> [Message] {
        if let error { throw error }
        do throws(PeopleWireError) {
            return try decode(bytes)
        } catch {
            self.error = error
            kept = []
            throw error
        }
    }

    private mutating func decode(_ bytes: some Collection<UInt8>) throws(PeopleWireError) -> [Message] {
        var messages: [Message] = [], rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(needed - kept.count)
            kept += part
            rest = rest.dropFirst(part.count)
            if kept.count == needed, !knowsBody {
                needed += try Message.bodySize(after: kept)
                knowsBody = true
            }
            if kept.count == needed, knowsBody {
                messages.append(try Message(message: kept))
                kept.removeAll(keepingCapacity: true)
                needed = Message.headerSize
                knowsBody = false
            }
        }
        return messages
    }
}
