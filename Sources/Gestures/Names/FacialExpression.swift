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

    /// Its name as keys of the configuration and fields of events spell it: "eyes_closed".
    package var key: String { String(rawValue.map { $0 == "-" ? "_" : $0 }) }

    /// What somebody does who makes it: "smiling".
    package var doing: String {
        switch self {
        case .mouth: "opening the mouth"
        case .eyesClosed: "shutting the eyes"
        case .brows: "raising the brows"
        case .smile: "smiling"
        }
    }

    /// What a person is asked to do whose reach is measured.
    package var request: String {
        switch self {
        case .mouth: "open the mouth wide, and shut it"
        case .eyesClosed: "shut both eyes for a second, and open them"
        case .brows: "raise the brows, and let them down"
        case .smile: "smile, and stop"
        }
    }
}
