/// Takes packets out of the broker's stream of bytes. What it keeps is bounded: a longer packet is passed over while it comes, and no
/// length that somebody writes into a packet reserves any memory.
package struct PacketReader: Sendable {
    /// Bytes of the longest packet that is kept. A broker of MQTT 5 is told; no command and no discovery message comes near it.
    package static let longest = 65536

    package enum Item: Equatable, Sendable {
        /// A packet: its first byte, and what follows its length.
        case packet(UInt8, [UInt8])
        /// The beginning of one that is too long, and its length; it is not kept.
        case tooLong(UInt8, Int)
    }

    private var bytes: [UInt8] = []
    private var start = 0
    /// Bytes of a long packet that have yet to come.
    private var rest = 0

    package init() {}

    /// Whether a packet that is too long is being passed over.
    package var isPassingOver: Bool { rest > 0 }
    /// Bytes that are kept.
    package var size: Int { bytes.count - start }

    /// Adds bytes that were read. Take all packets afterwards.
    package mutating func add(_ new: ArraySlice<UInt8>) {
        let passed = min(rest, new.count)
        rest -= passed
        bytes.removeFirst(start)
        start = 0
        bytes += new.dropFirst(passed)
    }

    /// The next packet; `nil` until more bytes have come.
    /// - Throws: ``Ending`` if this is no MQTT.
    package mutating func next() throws(Ending) -> Item? {
        var length = 0, place = start + 1
        while true {
            guard place < bytes.count else { return nil }
            let byte = bytes[place], shift = 7 * (place - start - 1)
            place += 1
            length |= Int(byte & 0x7F) << shift
            if byte < 0x80 { break }
            guard shift < 21 else { throw .nonsense }
        }
        let first = bytes[start]
        guard length <= Self.longest else {
            let there = min(length, bytes.count - place)
            rest = length - there
            start = place + there
            return .tooLong(first, length)
        }
        guard bytes.count - place >= length else { return nil }
        start = place + length
        return .packet(first, Array(bytes[place..<start]))
    }
}
