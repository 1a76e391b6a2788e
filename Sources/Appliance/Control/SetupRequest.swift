import Outputs
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
    /// Shows what the camera sees, in pictures a second; without a rate, no longer.
    case preview(rate: Double?)
    /// Lists the outputs.
    case outputs
    /// Switches an output for some seconds.
    case testOutput(String, seconds: Double)

    /// The names of the requests in a message.
    package static let names = ["settings", "try", "keep", "discard", "undo", "preview", "outputs", "test-output"]

    /// The name in a message.
    package var name: String {
        switch self {
        case .settings: "settings"
        case .tries: "try"
        case .discard: "discard"
        case .keep: "keep"
        case .undo: "undo"
        case .preview: "preview"
        case .outputs: "outputs"
        case .testOutput: "test-output"
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
        case "preview":
            let rate = try fields.number("rate", in: PreviewDesk.rates, "pictures a second")
            self = .preview(rate: try fields.flag("stop") == true ? nil : rate ?? 3)
        case "outputs": self = .outputs
        case "test-output":
            guard let output = try fields.text("name") else { throw ControlError(.badField, "name is missing; expected an output's") }
            self = .testOutput(output, seconds: try fields.number("seconds", in: OutputBank.testTimes, "s") ?? 1)
        default: return nil
        }
    }
}
