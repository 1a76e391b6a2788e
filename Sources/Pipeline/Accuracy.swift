/// How thoroughly the face is measured: NodKit's two accuracies.
public enum Accuracy: String, CaseIterable, Sendable {
    /// Motion is followed between few runs of the mesh.
    case low
    /// The mesh measures every frame in which something moves.
    case high
}
