/// What became of settings on trial; its raw values are the words of docs/socket.md.
package enum TrialStep: String, Codable, Sendable {
    case began, changed, kept, discarded, expired
    /// The kept ones were taken back.
    case undone

    package var words: String {
        switch self {
        case .began, .changed: "settings on trial"
        case .kept: "settings kept"
        case .discarded: "the trial has ended, the previous settings hold"
        case .expired: "the trial is over, the previous settings hold"
        case .undone: "the previous settings hold again"
        }
    }
}
