/// What keeps faces from being taken while a person is enrolled.
package enum EnrolmentObstacle: Equatable, Sendable {
    /// Another face is in the picture.
    case company
    case dark
    /// The face is unlike those before.
    case unlike
    /// It is the face of somebody else, who is enrolled.
    case other(String)

    /// For programs: `reason` of an `enrol` event.
    package var code: String {
        switch self {
        case .company: "company"
        case .dark: "dark"
        case .unlike: "unlike"
        case .other: "other"
        }
    }

    package var words: String {
        switch self {
        case .company: "another face is in the picture"
        case .dark: "it is too dark: light the face from the front"
        case .unlike: "this face is unlike those before: is it the same person?"
        case .other(let name): "this face is \(name)'s, who is enrolled already"
        }
    }
}
