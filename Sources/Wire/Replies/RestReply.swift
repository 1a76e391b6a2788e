/// The reply to `record-rest` and `rest`.
package struct RestReply: Codable {
    /// With a face, that there are of this profile, and the most that are kept.
    package let minutes: Double, most: Double
    /// Minutes are being recorded now.
    package let recording: Bool

    package init(minutes: Double, most: Double, recording: Bool) {
        (self.minutes, self.most, self.recording) = (minutes, most, recording)
    }
}
