// Smooths a point: much while it rests, hardly while it moves.

/// The one-euro filter (Casiez, Roussel and Vogel, "1€ Filter", CHI 2012) of a point, each axis by itself, on real time
/// stamps: rates change.
package struct OneEuroFilter: Sendable {
    /// Cutoff frequency at rest in Hz, and Hz that each interocular distance a second adds. Measured on real footage: the
    /// step from frame to frame at rest falls by a third, and a movement comes 0.1 to 0.2 frames later; the two axes gain
    /// alike, so that both have the same.
    private static let restCutoff = 4.0
    private static let slope = 20.0
    /// Cutoff of the speed's own filter, in Hz.
    private static let speedCutoff = 3.0
    /// After a pause of so many seconds it begins anew.
    private static let longestPause = 0.5

    private var last: (point: PicturePoint, speed: PicturePoint, raw: PicturePoint, time: Double)?

    package init() {}

    /// The smoothed point, in the unit of `point`.
    ///
    /// - Parameters:
    ///   - time: seconds; rises from call to call.
    ///   - unit: the interocular distance, in which speeds are measured.
    package mutating func smooth(_ point: PicturePoint, at time: Double, unit: Double) -> PicturePoint {
        guard let last, time > last.time, time - last.time < Self.longestPause, unit > 0 else {
            self.last = (point, .zero, point, time)
            return point
        }
        let step = time - last.time
        let speed = (point - last.raw) / (unit * step)
        let smoothSpeed = last.speed + (speed - last.speed) * Self.weight(Self.speedCutoff, step)
        func axis(_ i: Int) -> Double {
            let cutoff = Self.restCutoff + Self.slope * smoothSpeed[i].magnitude
            return last.point[i] + (point[i] - last.point[i]) * Self.weight(cutoff, step)
        }
        let smooth = PicturePoint(axis(0), axis(1))
        self.last = (smooth, smoothSpeed, point, time)
        return smooth
    }

    /// The part of the new value that a low-pass of the first order takes in a step of time.
    private static func weight(_ cutoff: Double, _ step: Double) -> Double {
        let part = 2 * .pi * cutoff * step
        return part / (part + 1)
    }
}

/// One filter for each point of a face.
struct FaceFilter: Sendable {
    private var rightEye = OneEuroFilter()
    private var leftEye = OneEuroFilter()
    private var mouth = OneEuroFilter()
    private var noseTip = OneEuroFilter()

    mutating func smooth(_ face: Face, at time: Double) -> Face {
        var face = face
        let unit = FacePoints.length(face.leftEye - face.rightEye)
        face.rightEye = rightEye.smooth(face.rightEye, at: time, unit: unit)
        face.leftEye = leftEye.smooth(face.leftEye, at: time, unit: unit)
        face.mouth = mouth.smooth(face.mouth, at: time, unit: unit)
        face.noseTip = noseTip.smooth(face.noseTip, at: time, unit: unit)
        return face
    }
}
