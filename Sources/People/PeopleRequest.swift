/// "What are this face's numbers?" Layout, little-endian: `NDQ1`, number (4), interocular distance as a float (4), pixels (22500).
package struct PeopleRequest: Equatable, Sendable, PeopleMessage {
    /// Comes back with the reply.
    package let number: UInt32
    package let chip: FaceChip

    package init(number: UInt32, chip: FaceChip) {
        self.number = number
        self.chip = chip
    }

    private static let mark = Array("NDQ1".utf8)
    package static let headerSize = 12

    package static func bodySize(after header: [UInt8]) throws(PeopleWireError) -> Int {
        guard header.starts(with: mark) else { throw PeopleWireError("a request does not begin with NDQ1") }
        return FaceChip.byteCount
    }

    package init(message: [UInt8]) throws(PeopleWireError) {
        number = message.littleEndian(at: 4)
        let distance = Double(Float(bitPattern: message.littleEndian(at: 8)))
        guard let chip = FaceChip(pixels: Array(message.dropFirst(Self.headerSize)), eyeDistance: distance) else {
            throw PeopleWireError("a request has an interocular distance of \(distance) pixels")
        }
        self.chip = chip
    }

    package var bytes: [UInt8] {
        var bytes = Self.mark
        bytes.reserveCapacity(Self.headerSize + FaceChip.byteCount)
        bytes.appendLittleEndian(number)
        bytes.appendLittleEndian(Float(chip.eyeDistance).bitPattern)
        bytes += chip.pixels
        return bytes
    }
}

extension [UInt8] {
    func littleEndian(at place: Int) -> UInt32 {
        self[place..<(place + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    mutating func appendLittleEndian(_ value: UInt32) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
}
