import Gestures

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
    }

    /// A file that cannot be used.
    package struct Fault: Codable { package let name: String, detail: String }

    package let gestures: [Gesture], faults: [Fault]
    /// The most that a profile may have.
    package let most: Int

    init(_ shelf: TaughtShelf, bound: Set<HeadGesture>) {
        gestures = shelf.gestures.map { gesture in
            Gesture(name: "my-\(gesture.name)", channels: gesture.channels.map(\.rawValue), repetitions: gesture.repetitions,
                    per_hour: gesture.rate.expected, per_hour_95: gesture.rate.upper95, hours: gesture.rate.hours,
                    bound: bound.contains(.taught(gesture.name)))
        }
        faults = shelf.faults.map { Fault(name: "my-\($0.name)", detail: $0.description) }
        most = TaughtFolder.most
    }
}

/// The reply to `export-taught`.
package struct TaughtTextReply: Codable { package let name: String, text: String }
