/// How thoroughly the face is measured; the same two accuracies as in NodKit.
public enum Accuracy: String, CaseIterable, Sendable {
    /// The head is followed by motion; the mesh runs only now and then.
    case low
    /// The mesh runs on every frame in which something moves.
    case high
}
