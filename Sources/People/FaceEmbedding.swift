/// A face as numbers: near those of the same person, far from those of others. No picture can be made of them that shows the face's surroundings,
/// but they are personal data all the same.
package struct FaceEmbedding: Equatable, Sendable {
    package let method: RecognitionMethod
    /// ``RecognitionMethod/count`` numbers within ``RecognitionMethod/range``.
    package let numbers: [Float]

    /// - Throws: ``FaceEmbeddingError`` if the length is wrong, or a number is not finite or out of range.
    package init(_ method: RecognitionMethod, _ numbers: [Float]) throws(FaceEmbeddingError) {
        guard numbers.count == method.count else {
            throw FaceEmbeddingError("it has \(numbers.count) numbers; expected \(method.count) by \(method.rawValue)")
        }
        if let place = numbers.firstIndex(where: { !method.range.contains($0) }) {
            throw FaceEmbeddingError("number \(place + 1) is \(numbers[place]); expected \(method.range.lowerBound) to \(method.range.upperBound)")
        }
        self.method = method
        self.numbers = numbers
    }

    /// How unlike two faces are, to be compared with ``RecognitionMethod/limit``: the Euclidean distance for dlib, half the chi-square distance
    /// (0…1) for patterns.
    /// - Returns: `nil` if the methods differ.
    package func distance(to other: FaceEmbedding) -> Double? {
        guard method == other.method else { return nil }
        switch method {
        case .dlib:
            var sum = 0.0
            for (a, b) in zip(numbers, other.numbers) { sum += Double((a - b) * (a - b)) }
            return sum.squareRoot()
        case .patterns:
            var sum = 0.0
            for (a, b) in zip(numbers, other.numbers) where a + b > 0 { sum += Double((a - b) * (a - b) / (a + b)) }
            return sum / 2
        }
    }

    /// The distance to the nearest of a person's embeddings.
    /// - Returns: `nil` if none is of the same method.
    package func distance(toNearestOf others: [FaceEmbedding]) -> Double? {
        others.compactMap { distance(to: $0) }.min()
    }
}

/// Numbers or a text that are not an embedding, and why.
package struct FaceEmbeddingError: Error, Equatable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
