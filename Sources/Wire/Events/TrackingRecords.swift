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
    package let tilt: Double?
    /// In the order of ``FacialExpression``.
    private let sizes: [Double?]

    package init(tilt: Double?, of size: (FacialExpression) -> Double?) {
        (self.tilt, sizes) = (tilt, FacialExpression.allCases.map(size))
    }

    package var words: String? { nil }
    package var isForMachines: Bool { true }

    /// A field: the tilt, or an expression by its key.
    private struct Key: CodingKey {
        static let tilt = Key(stringValue: "tilt")

        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
        init(_ expression: FacialExpression) { stringValue = expression.key }
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        tilt = try fields.decodeIfPresent(Double.self, forKey: .tilt)
        sizes = try FacialExpression.allCases.map { try fields.decodeIfPresent(Double.self, forKey: Key($0)) }
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encodeIfPresent(tilt, forKey: .tilt)
        for (expression, size) in zip(FacialExpression.allCases, sizes) { try fields.encodeIfPresent(size, forKey: Key(expression)) }
    }
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
