import enum Pipeline.Accuracy

/// An operating point: an accuracy, frames a second, and whether the eyes are measured.
public struct OperatingPoint: Equatable, Sendable, CustomStringConvertible {
    public let accuracy: Accuracy
    /// Frames a second that are captured and processed.
    public let rate: Double
    /// Whether gestures that ask for the eyes get them; otherwise the eyes are unknown.
    public let measuresEyes: Bool
    /// "high@30", "low@7.5", "low@5 without eyes". Stored, because the main loop asks for it in every turn.
    public let name: String

    public init(accuracy: Accuracy, rate: Double, measuresEyes: Bool = true) {
        self.accuracy = accuracy
        self.rate = rate
        self.measuresEyes = measuresEyes
        let text = "\((rate * 100).rounded() / 100)"
        name = "\(accuracy.rawValue)@\(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)" + (measuresEyes ? "" : " without eyes")
    }

    public var description: String { name }
}

/// Operating points from the best (rung 0) to the cheapest. At each step either the rate or the accuracy falls and the other does not
/// rise, so that each point costs less than the one above, whatever their absolute costs. The eyes are left out last: they cost little
/// and prevent false activations.
public struct OperatingLadder: Equatable, Sendable {
    /// Rates between the configured ends, in steps of 17 to 33 %.
    private static let steps: [Double] = [90, 60, 45, 30, 24, 20, 15, 12, 10, 7.5]
    /// Below this rate a better accuracy is not worth its cost in frames: quick looks last 0.3 s.
    private static let lowestHighRate = 15.0
    /// The lowest rate while an output is held, so that a lost face is noticed soon.
    public static let heldRate = 10.0

    public let points: [OperatingPoint]

    /// - Parameters:
    ///   - accuracy: the best that may be used.
    ///   - maxRate: frames a second at the top.
    ///   - minRate: frames a second at the bottom; not more than `maxRate`.
    ///   - hasEyes: gestures ask for the eyes, so that leaving them out is one more rung.
    public init(accuracy: Accuracy, maxRate: Double, minRate: Double, hasEyes: Bool = false) {
        var rates = [maxRate] + Self.steps.filter { $0 < maxRate && $0 > minRate }
        if minRate < maxRate { rates.append(minRate) }
        let withoutEyes = hasEyes ? [OperatingPoint(accuracy: .low, rate: rates[rates.count - 1], measuresEyes: false)] : []
        guard accuracy == .high else {
            points = rates.map { OperatingPoint(accuracy: .low, rate: $0) } + withoutEyes
            return
        }
        let high = rates.filter { $0 >= min(Self.lowestHighRate, maxRate) }
        points = high.map { OperatingPoint(accuracy: .high, rate: $0) }
            + rates[(high.count - 1)...].map { OperatingPoint(accuracy: .low, rate: $0) } + withoutEyes
    }

    /// The index of the cheapest point.
    public var last: Int { points.count - 1 }

    public subscript(rung: Int) -> OperatingPoint { points[rung] }

    /// The cheapest rung that is fast enough while an output is held; the fastest one if none is.
    public var heldRung: Int {
        points.lastIndex { $0.rate >= Self.heldRate && $0.measuresEyes } ?? points.lastIndex { $0.rate == points[0].rate } ?? 0
    }
}
