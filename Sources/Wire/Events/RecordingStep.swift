/// What became of a recording; its raw values are the words of docs/socket.md.
package enum RecordingStep: String, Codable, Sendable {
    case began, ended, failed, deleted

    package var words: String {
        switch self {
        case .began: "the camera is recorded"
        case .ended: "recorded"
        case .failed: "not recorded"
        case .deleted: "recording deleted"
        }
    }
}
