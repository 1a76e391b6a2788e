/// The reply to `record`.
struct RecordReply: Encodable {
    let name: String, seconds: Double
}

/// The reply to `recordings`.
struct RecordingsReply: Encodable {
    let recordings: [RecordingFolder.Clip]
    /// Bytes that further clips may take.
    let free: Int
}
