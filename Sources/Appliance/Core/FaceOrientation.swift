import Pipeline

/// Which way up the followed face is. The networks may take a face that they have just found upside down for a frame or two, so another way
/// up is believed only when it lasts.
package struct FaceOrientation {
    package enum Finding {
        /// As before.
        case same
        /// The other way up, but not for long: such a face says nothing.
        case doubtful
        /// The other way up: what was measured of the face before is wrong.
        case turned
    }

    /// Seconds for which a face must be the other way up.
    private static let least = 0.3

    /// From the right eye to the left one, in the last face that was believed.
    private var eyeLine = PicturePoint.zero
    /// Since when it has been the other way up.
    private var turnedSince: Double?

    package init() {}

    /// Takes the face of the next frame; `nil` if there is none.
    /// - Parameter time: of the frame, in seconds.
    package mutating func follow(_ face: Face?, at time: Double) -> Finding {
        guard let face else {
            turnedSince = nil
            return .same
        }
        guard face.isCertain else { return .same }
        let now = face.leftEye - face.rightEye, isTurned = (eyeLine * now).sum() < 0
        if isTurned {
            let since = min(turnedSince ?? time, time)
            turnedSince = since
            if time - since < Self.least { return .doubtful }
        }
        (eyeLine, turnedSince) = (now, nil)
        return isTurned ? .turned : .same
    }
}
