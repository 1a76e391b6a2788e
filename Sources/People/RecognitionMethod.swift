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

    /// Embeddings at most this far apart are of the same person.
    package var limit: Double {
        switch self {
        case .dlib: 0.6  // its author's own: dlib.net/dnn_face_recognition_ex.cpp.html
        case .patterns: 0.2
        }
    }

    /// Embeddings at least this far apart are of different people. Between both limits it is not clear.
    package var strangerLimit: Double {
        switch self {
        case .dlib: 0.7
        case .patterns: 0.25
        }
    }
}
