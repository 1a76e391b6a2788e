/// A movement of the face that may be a gesture. The raw value is its name.
public enum FacialExpression: String, CaseIterable, Sendable {
    /// The mouth opens.
    case mouth
    /// Both eyes shut.
    case eyesClosed = "eyes-closed"
    /// The brows rise.
    case brows
    /// The corners of the mouth move outwards and up.
    case smile
}
