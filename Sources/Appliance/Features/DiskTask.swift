import Synchronization

/// A client's request that waits for the disk.
struct DiskTask {
    /// The most that wait, and the seconds that a client waits.
    static let most = 8, timeout = 10.0

    /// The outcome, from the writer's thread.
    final class Outcome<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, StateWriter.Failure>?>(nil)
    }

    let client: Requester
    let until: Double
    /// What the client is told when that takes too long.
    let late: String
    /// The reply's line, when there is one.
    let line: (FeatureContext) -> String?
    /// The client has been told that it takes too long.
    var isAnswered = false
}

/// A reply that is held back until the change is on the disk, or until `timeout` is over; its `durable` field says which.
struct UnkeptReply {
    /// Timeout in seconds.
    static let timeout = 1.0

    let client: Requester
    let until: Double
    let body: () -> (any Encodable)?
}
