import Testing
import TestSupport
import People

@Suite("Messages between the appliance and the recogniser")
struct PeopleWireTests {
    private func chip() throws -> FaceChip {
        try #require(FaceChip(pixels: (0..<FaceChip.byteCount).map { UInt8($0 % 251) }, eyeDistance: 61.5))
    }

    private func embedding(_ method: RecognitionMethod) throws -> FaceEmbedding {
        try FaceEmbedding(method, (0..<method.count).map { Float($0) / 10_000 })
    }

    @Test("come back the same from pieces of any size", arguments: [1, 7, 4096, 1 << 20])
    func pieces(size: Int) throws {
        let requests = try [PeopleRequest(number: 1, chip: chip()), PeopleRequest(number: .max, chip: chip())]
        let replies = try [PeopleReply(number: 7, .embedding(embedding(.dlib))), PeopleReply(number: 0, .failure("the model is damagéd")),
                           PeopleReply(number: 8, .embedding(embedding(.patterns)))]
        #expect(try decode(requests.flatMap(\.bytes), size, PeopleRequest.self) == requests)
        #expect(try decode(replies.flatMap(\.bytes), size, PeopleReply.self) == replies)
    }

    private func decode<Message: PeopleMessage>(_ bytes: [UInt8], _ size: Int, _: Message.Type) throws -> [Message] {
        var decoder = PeopleWireDecoder<Message>(), messages: [Message] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            messages += try decoder.take(bytes[start..<min(start + size, bytes.count)])
        }
        #expect(!decoder.isInMessage)
        return messages
    }

    @Test("a stream that ends within a message is seen")
    func cut() throws {
        var decoder = PeopleWireDecoder<PeopleRequest>()
        #expect(try decoder.take(PeopleRequest(number: 1, chip: chip()).bytes.dropLast()).isEmpty)
        #expect(decoder.isInMessage)
    }

    @Test("nonsense is refused, and so is everything after it", arguments: [
        ([0x4E, 0x44, 0x41, 0x32] + [UInt8](repeating: 0, count: 12), "NDA1"),
        (Array("NDA1".utf8) + [1, 0, 0, 0] + [9, 0, 0, 0] + [128, 0, 0, 0], "unknown kind 9"),
        (Array("NDA1".utf8) + [1, 0, 0, 0] + [1, 0, 0, 0] + [0xFF, 0xFF, 0xFF, 0xFF], "has 4294967295 numbers"),
        (Array("NDA1".utf8) + [1, 0, 0, 0] + [0, 0, 0, 0] + [0, 0, 0, 0], "has 0 bytes"),
        (Array("NDA1".utf8) + [1, 0, 0, 0] + [0, 0, 0, 0] + [0, 0, 0, 1], "has 16777216 bytes"),
        (Array("NDA1".utf8) + [1, 0, 0, 0] + [0, 0, 0, 0] + [2, 0, 0, 0] + [0xC3, 0x28], "UTF-8"),
        (Array("NDA1".utf8) + [1, 0, 0, 0] + [0, 0, 0, 0] + [2, 0, 0, 0] + [0x41, 0x0A], "a line"),
        (Array("NDA1".utf8) + [1, 0, 0, 0] + [1, 0, 0, 0] + [128, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 512), "no embedding"),
    ] as [([UInt8], String)])
    func nonsense(bytes: [UInt8], complaint: String) throws {
        var decoder = PeopleWireDecoder<PeopleReply>()
        let error = try thrown(PeopleWireError.self) { _ = try decoder.take(bytes) }
        #expect(error.description.contains(complaint))
        let good = try PeopleReply(number: 7, .embedding(embedding(.dlib))).bytes
        #expect(throws: error) { try decoder.take(good) }
    }

    @Test("a request that is not one, or has no plausible size of face, is refused")
    func badRequest() throws {
        for (place, value) in [(0, [0x58]), (8, [0, 0, 0xC0, 0x7F]), (8, [0, 0, 0, 0]), (8, [0, 0, 0x80, 0xFF])] as [(Int, [UInt8])] {
            var bytes = try PeopleRequest(number: 1, chip: chip()).bytes
            bytes.replaceSubrange(place..<(place + value.count), with: value)
            var decoder = PeopleWireDecoder<PeopleRequest>()
            #expect(throws: PeopleWireError.self) { try decoder.take(bytes) }
        }
    }

    @Test("random bytes never make a message, whatever follows the mark")
    func random() throws {
        var state: UInt64 = 1
        for _ in 0..<2000 {
            let bytes = Array("NDA1".utf8) + (0..<80).map { _ -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407  // Knuth's MMIX generator
                return UInt8(truncatingIfNeeded: state >> 56)
            }
            var decoder = PeopleWireDecoder<PeopleReply>()
            #expect((try? decoder.take(bytes)) ?? [] == [])
        }
    }

    @Test("a failure's text is sent as one line of bounded length", arguments: [
        ("", "no reason was given"), ("a\nb\u{0}", "a b "), (String(repeating: "é", count: 500), String(repeating: "é", count: 200)),
    ])
    func longText(text: String, arrives: String) throws {
        #expect(try decode(PeopleReply(number: 3, .failure(text)).bytes, 64, PeopleReply.self) == [PeopleReply(number: 3, .failure(arrives))])
    }
}
