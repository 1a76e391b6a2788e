import Platform
import Settings

/// The requests of a page on which the appliance is set up.
package enum SetupRequest: Equatable, Sendable {
    /// Lists the settings whose keys begin with this.
    case settings(under: String)
    /// Uses settings for a while.
    case tries(ConfigurationChanges)
    /// Ends the trial; the former settings hold again.
    case discard
    /// Writes what is on trial into the configuration file.
    case keep
    /// Puts the former configuration file back.
    case undo

    /// The names of the requests in a message.
    package static let names = ["settings", "try", "keep", "discard", "undo"]

    /// The name in a message.
    package var name: String {
        switch self {
        case .settings: "settings"
        case .tries: "try"
        case .discard: "discard"
        case .keep: "keep"
        case .undo: "undo"
        }
    }

    /// - Returns: `nil` if there is no request of this name.
    init?(_ name: String, _ fields: inout FieldReader) throws(ControlError) {
        switch name {
        case "settings": self = .settings(under: try fields.text("under") ?? "")
        case "try": self = .tries(try fields.changes("settings"))
        case "discard": self = .discard
        case "keep": self = .keep
        case "undo": self = .undo
        default: return nil
        }
    }
}
