import Wire

/// Who has asked for something, and the start of the reply.
struct Requester {
    let peer: ControlPeer
    let reply: ControlReply

    /// Whether nobody is left to read an answer.
    var hasLeft: Bool { peer.hasLeft }
}

/// What a feature says to a request.
enum Answer {
    /// It is done; further fields of the reply.
    case done((any Encodable)? = nil)
    /// The same, with fields that may be too many for one reply.
    case list(any Encodable)
    /// The feature, or the disk's queue, answers when it has the answer.
    case later
}
