import MQTT
import Testing

@Suite("The broker's bytes as packets")
struct PacketReaderTests {
    /// A length as MQTT writes it.
    static func length(_ value: Int) -> [UInt8] { value < 128 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + length(value >> 7) }
    static func packet(_ first: UInt8, _ body: [UInt8]) -> [UInt8] { [first] + length(body.count) + body }

    /// What a reader finds in bytes that come in pieces, and the most that it keeps.
    private func read(_ bytes: [UInt8], pieces: () -> Int) throws(Ending) -> (items: [PacketReader.Item], most: Int) {
        var reader = PacketReader(), items: [PacketReader.Item] = [], rest = bytes[...], most = 0
        while !rest.isEmpty {
            let piece = rest.prefix(max(1, pieces()))
            rest = rest.dropFirst(piece.count)
            reader.add(piece)
            while let item = try reader.next() { items.append(item) }
            most = max(most, reader.size)
        }
        return (items, most)
    }

    @Test("packets are the same however the network cuts them, and a long one is passed over without being kept", arguments: 0..<40)
    func cuts(seed: UInt64) throws {
        var random = Random(seed: seed), bytes: [UInt8] = [], expected: [PacketReader.Item] = []
        for _ in 0..<12 {
            let size = [0, 1, 127, 128, 5000, PacketReader.longest, PacketReader.longest + 1, 200_000].randomElement(using: &random) ?? 0
            let first = UInt8.random(in: 0...255, using: &random)
            bytes += Self.packet(first, [UInt8](repeating: first, count: size))
            expected.append(size > PacketReader.longest ? .tooLong(first, size) : .packet(first, [UInt8](repeating: first, count: size)))
        }
        let largest = [1, 7, 1000, 16384, 300_000].randomElement(using: &random) ?? 1
        let (items, most) = try read(bytes) { largest == 1 ? 100 : Int.random(in: 1...largest, using: &random) }
        #expect(items == expected)
        #expect(most <= PacketReader.longest + 5)
    }

    @Test("a length of 256 MB reserves nothing, and what comes after it is read")
    func claim() throws {
        var reader = PacketReader()
        reader.add(([0x30] + Self.length(268_435_455))[...])
        #expect(try reader.next() == .tooLong(0x30, 268_435_455))
        #expect(reader.size == 0 && reader.isPassingOver)
        let piece = [UInt8](repeating: 0xFF, count: 1 << 20)
        for _ in 0..<255 { reader.add(piece[...]) }
        reader.add(piece.dropLast() + Self.packet(0xD0, []))
        #expect(try reader.next() == .packet(0xD0, []))
        #expect(reader.size == 0 && !reader.isPassingOver)
    }

    @Test("a length that never ends is no MQTT")
    func endless() { #expect(throws: Ending.self) { try read([0x30, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]) { 1 } } }
}

/// A linear congruential generator, so that a failure can be repeated.
struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33)
    }
}
