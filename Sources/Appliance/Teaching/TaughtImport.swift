import Gestures

/// A template's text that a client sends in parts.
struct TaughtImport {
    let peer: ControlPeer
    let name: GestureName
    private(set) var parts = 0
    private(set) var text = ""

    init(peer: ControlPeer, name: GestureName) { (self.peer, self.name) = (peer, name) }

    mutating func add(_ part: String) {
        parts += 1
        if text.utf8.count < 64 * 1024 { text += part }
    }
}
