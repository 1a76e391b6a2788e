/// The reply to `taught`.
package struct TaughtReply: Codable {
    package struct Gesture: Codable {
        /// As it is bound.
        package let name: String
        /// The channels that carry it, and from how many repetitions it was made.
        package let channels: [String], repetitions: Int
        /// How often an hour it is expected to fire by itself, the number that is not exceeded with 95 %, and the hours of movement behind both.
        package let per_hour: Double, per_hour_95: Double, hours: Double
        /// Something uses it.
        package let bound: Bool

        package init(name: String, channels: [String], repetitions: Int, per_hour: Double, per_hour_95: Double, hours: Double, bound: Bool) {
            (self.name, self.channels, self.repetitions, self.per_hour, self.per_hour_95) = (name, channels, repetitions, per_hour, per_hour_95)
            (self.hours, self.bound) = (hours, bound)
        }
    }

    /// A file that cannot be used.
    package struct Fault: Codable {
        package let name: String, detail: String

        package init(name: String, detail: String) {
            (self.name, self.detail) = (name, detail)
        }
    }

    package let gestures: [Gesture], faults: [Fault]
    /// The most that a profile may have.
    package let most: Int

    package init(gestures: [Gesture], faults: [Fault], most: Int) {
        (self.gestures, self.faults, self.most) = (gestures, faults, most)
    }
}

/// The reply to `export-taught`.
package struct TaughtTextReply: Codable {
    package let name: String, text: String

    package init(name: String, text: String) {
        (self.name, self.text) = (name, text)
    }
}
