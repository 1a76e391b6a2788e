import GestureNames

/// A point in pixels, written as `[x, y]` with one decimal.
package struct PointRecord: Codable, Equatable, Sendable {
    package let x: Double, y: Double

    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    package init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        (x, y) = (try list.decode(Double.self), try list.decode(Double.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for number in [x, y] { try list.encode((number * 10).rounded() / 10) }
    }
}

/// Calibration is over: where the head rests, and the distance of the eyes there, in pixels.
package struct TrackingRecord: EventContent {
    package let center: PointRecord, iod: Double

    package init(center: PointRecord, iod: Double) { (self.center, self.iod) = (center, iod) }

    package var words: String? { "tracking: the head rests at \(center.x.whole), \(center.y.whole), eyes \(iod.whole) pixels apart" }
}

/// The raw pointer of a frame.
package struct PointerRecord: EventContent {
    package let from: PointRecord, to: PointRecord, center: PointRecord

    package init(from: PointRecord, to: PointRecord, center: PointRecord) { (self.from, self.to, self.center) = (from, to, center) }

    package var words: String? { nil }
    package var isForMachines: Bool { true }
}

/// What tilt and face measure in a frame: degrees, and sizes of expressions.
package struct MeasuresRecord: EventContent {
    package let tilt: Double?, mouth: Double?, eyes_closed: Double?, brows: Double?, smile: Double?

    package init(tilt: Double?, of size: (FacialExpression) -> Double?) {
        (self.tilt, mouth, eyes_closed, brows, smile) = (tilt, size(.mouth), size(.eyesClosed), size(.brows), size(.smile))
    }

    package var words: String? { nil }
    package var isForMachines: Bool { true }
}

/// The head did not rest for a calibration: its movement from frame to frame, in IOD.
package struct UnrestRecord: EventContent {
    package let jump: Double

    package init(jump: Double) { self.jump = jump }

    package var words: String? { "the head is not still (it moves by \(jump.hundredths) eye distances from frame to frame); its median position is used" }
}

/// A question is asked, until a time on the stream's clock.
package struct ArmedRecord: EventContent {
    package let until: Double

    package init(until: Double) { self.until = until }

    package var words: String? { "question asked, until \(until.tenths) s" }
}

/// A question is over.
package struct AnswerRecord: EventContent {
    /// A `GestureAnswer`.
    package let value: String

    package init(value: String) { self.value = value }

    package var words: String? { "answer: \(value)" }
}
