import Appliance
import People

/// Turns faces into numbers as a test says, at once.
package final class ScriptedReader: FaceReader {
    package typealias Outcome = Result<FaceEmbedding, FaceReaderFailure>

    private let outcome: (FaceChip) -> Outcome
    private var waiting: Outcome?
    /// How many faces it got.
    package private(set) var count = 0
    /// It takes faces and never answers.
    package var hangs = false

    package init(_ outcome: @escaping (FaceChip) -> Outcome) { self.outcome = outcome }

    package var isFree: Bool { waiting == nil }

    package func read(_ chip: FaceChip) {
        count += 1
        if !hangs { waiting = outcome(chip) }
    }

    package func take() -> Outcome? {
        defer { waiting = nil }
        return waiting
    }

    package func end() {}

    /// The numbers of a person: different persons are 1.4 apart, and `unlike` away from themselves.
    package static func face(_ person: Int, unlike: Float = 0) -> FaceEmbedding {
        var numbers = [Float](repeating: 0, count: RecognitionMethod.dlib.count)
        numbers[person] = 1
        numbers[100] = unlike
        guard let face = try? FaceEmbedding(.dlib, numbers) else { preconditionFailure("128 finite numbers are an embedding") }
        return face
    }

    /// Person 1 in a dark picture, person 2 in a bright one: the photograph's face has a mean luma of 179, brighter by half of 239.
    package static func byLight() -> ScriptedReader {
        ScriptedReader { .success(face(FaceLight($0).mean < 205 ? 1 : 2)) }
    }
}
