/// How a face becomes numbers.
package enum RecognitionMethod: String, CaseIterable, Sendable {
    /// dlib's residual network, 128 numbers.
    case dlib
    /// Histograms of uniform local binary patterns (Ahonen, Hadid and Pietikäinen, 2006) in 7 × 7 cells of an equalised face.
    case patterns

    /// Length of an embedding.
    package var count: Int {
        switch self {
        case .dlib: 128
        case .patterns: LocalBinaryPatterns.count
        }
    }

    /// What a number of an embedding can be; anything else is nonsense.
    package var range: ClosedRange<Float> {
        switch self {
        case .dlib: -10...10
        case .patterns: 0...1
        }
    }

    /// A face at most this far from the nearest of a person's embeddings is that person's: less than any of another person's among those on
    /// whom it was chosen (docs/lab/people.md).
    package var limit: Double {
        switch self {
        case .dlib: 0.41
        case .patterns: 0.27
        }
    }

    /// A face at least this far from the nearest of a person's embeddings is somebody else's. Between both limits one look is not clear.
    package var strangerLimit: Double {
        switch self {
        case .dlib: 0.6  // its author's own limit: dlib.net/dnn_face_recognition_ex.cpp.html
        case .patterns: 0.39
        }
    }

    /// A face whose median distance in several looks is at least this is somebody else's: more than the distance of 99 % of a person's own
    /// faces in another clip (docs/lab/people.md). Patterns have no such place.
    package var strangerMedian: Double {
        switch self {
        case .dlib: 0.5
        case .patterns: strangerLimit
        }
    }
}
