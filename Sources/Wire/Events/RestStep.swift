/// What became of a recording of ordinary minutes; its raw values are the words of docs/socket.md.
package enum RestStep: String, Codable, Sendable {
    /// Also once a minute while it goes on.
    case recording
    case ended, failed, forgotten

    package var words: String {
        switch self {
        case .recording: "ordinary minutes are recorded as numbers"
        case .ended: "recorded"
        case .failed: "not recorded to the end"
        case .forgotten: "the ordinary minutes are forgotten"
        }
    }
}
