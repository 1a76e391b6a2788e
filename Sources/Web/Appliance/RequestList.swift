/// The requests of the control socket that a page may send, and the right that each needs.
package enum RequestList {
    private static let watching: Set = ["status", "why", "counts", "settings", "outputs", "places", "recordings", "taught", "rest", "people"]
    private static let changing: Set = [
        "pause", "resume", "stop", "release", "enable", "calibrate", "calibrate-range", "forget-ranges", "calibrate-gaze", "camera", "profile", "ask", "call", "try", "keep", "discard", "undo", "test-output", "add-output", "change-output", "remove-output",
        "record", "label", "delete-recording", "test-recording", "teach", "forget-taught", "record-rest", "forget-rest",
        "bluetooth", "pair-bluetooth", "forget-bluetooth", "enrol", "forget",
    ]

    /// - Returns: `nil` for a request that is not listed: `subscribe` and `preview` have streams of their own.
    package static func right(for request: String) -> Right? {
        watching.contains(request) ? .watch : changing.contains(request) ? .change : nil
    }

    /// What the board's own screen may ask for besides watching.
    static let speaking: Set = ["call"]

    /// Seconds within which the answer must come. A question waits for a person, a recording for a process that gives way to all others; somebody who calls does not wait,
    /// and what is held ends before.
    static func timeout(for request: String) -> Double {
        switch request {
        case "ask", "test-recording": 610
        case "enable": 0.5
        default: speaking.contains(request) ? 3 : 10
        }
    }
}
