import Testing
import TestSupport
import People

@Suite("A face as numbers")
struct FaceEmbeddingTests {
    private func dlib(_ number: Float, first: Float? = nil) throws -> FaceEmbedding {
        try FaceEmbedding(.dlib, [first ?? number] + [Float](repeating: number, count: 127))
    }

    @Test("comes back from its text exactly", arguments: RecognitionMethod.allCases)
    func text(method: RecognitionMethod) throws {
        let numbers = (0..<method.count).map { Float($0) / Float(method.count) / 3 }
        let embedding = try FaceEmbedding(method, numbers)
        #expect(try FaceEmbedding(text: embedding.text) == embedding)
    }

    @Test("is refused if a number is not finite, or the length is wrong")
    func nonsense() throws {
        for number in [Float.nan, .infinity, -.infinity, 10.5, 3e38] {
            #expect(throws: FaceEmbeddingError.self) { try dlib(0.1, first: number) }
        }
        #expect(throws: FaceEmbeddingError.self) { try FaceEmbedding(.dlib, [Float](repeating: 0, count: 127)) }
        #expect(throws: FaceEmbeddingError.self) { try FaceEmbedding(.dlib, []) }
        #expect(throws: FaceEmbeddingError.self) { try FaceEmbedding(.patterns, [Float](repeating: -0.1, count: RecognitionMethod.patterns.count)) }
    }

    @Test("a text that is not exactly an embedding's says where it is wrong", arguments: [
        ("", "does not begin with"), ("dlib", "does not begin with"), ("eigenfaces:00", "does not begin with"), ("dlib:", "has 0 digits; expected 1024"),
        ("dlib:" + String(repeating: "0", count: 1023) + "g", "digit 1024 is not"), ("dlib:" + String(repeating: "0", count: 1023) + "A", "digit 1024 is not"),
        ("dlib:" + String(repeating: "0", count: 1025), "has 1025 digits"), (" dlib:" + String(repeating: "0", count: 1024), "does not begin with"),
        ("dlib:7fc00000" + String(repeating: "0", count: 1016), "number 1 is nan"), ("patterns:" + String(repeating: "0", count: 1024), "has 1024 digits"),
        ("dlib:" + String(repeating: "0", count: 1020) + "é00", "digit 1021 is not"),
    ])
    func damagedText(text: String, complaint: String) throws {
        let error = try thrown(FaceEmbeddingError.self) { _ = try FaceEmbedding(text: text) }
        #expect(error.description.contains(complaint))
    }

    @Test("distances are zero to itself, symmetrical, and none between methods")
    func distance() throws {
        let a = try dlib(0.1), b = try dlib(0.1, first: 0.4)
        let patterns = try FaceEmbedding(.patterns, [Float](repeating: 0.001, count: RecognitionMethod.patterns.count))
        #expect(a.distance(to: a) == 0)
        #expect(abs(try #require(a.distance(to: b)) - 0.3) < 1e-6)
        #expect(a.distance(to: b) == b.distance(to: a))
        #expect(a.distance(to: patterns) == nil)
        #expect(a.distance(toNearestOf: [patterns, b]) == a.distance(to: b))
        #expect(a.distance(toNearestOf: [patterns]) == nil)
        #expect(a.distance(toNearestOf: []) == nil)
    }
}
