import Platform
import Wire

/// A line of the event stream as a client without our types sees it: fields, of which each event has some. So the tests spell names that the writer's
/// types do not show.
package struct EventLine: Decodable, Sendable {
    package let t: Double, event: String
    package let name: String?, rule: String?, value: Value?, bound: Double?
    package let gesture: String?, movement: String?, step: String?, direction: String?
    package let degrees: Double?, size: Double?, distance: Double?, held: Double?, likeness: Double?, duration: Double?, count: Int?
    package let tilt: Double?, mouth: Double?, eyes_closed: Double?, brows: Double?, smile: Double?
    package let point: Int?, points: Int?
    package let from: Value?, to: Value?, center: Value?, iod: Double?
    package let key: String?, enough: Double?, jump: Double?, until: Double?
    package let capture_fps: Double?, detect_fps: Double?, dropped: Int?, cpu_percent: Double?
    package let operating_point: String?, limited_by: String?, battery_percent: Double?, hours_left: Double?, temperature: Double?
    package let profile: String?, cue: String?
    package let found: Int?, seconds: Double?, per_hour: Double?, per_hour_95: Double?, hours: Double?, advice: [String]?
    package let minutes: Double?, total: Double?
    package let reach: Double?, noise: Double?, threshold: Double?, words: String?, eyes: String?, kept: Bool?
    package let missing: [String]?, counts: Bool?, state: String?, changed: [String]?
    package let reason: String?, what: String?, detail: String?

    /// A field that is a number, a word or a point in pixels, depending on the event.
    package enum Value: Equatable, Sendable {
        case number(Double), word(String), point([Double])

        package var number: Double? { if case .number(let number) = self { number } else { nil } }
        package var point: [Double]? { if case .point(let point) = self { point } else { nil } }
    }

    package static func read(_ lines: [some StringProtocol]) throws -> [EventLine] {
        try lines.map { try JSONValue.object(JSONValue.object($0.utf8) ?? [:]).decoded(as: EventLine.self) }
    }
}

extension EventLine {
    /// Whether it is a fault of which a machine that has no processor for the program is no excuse: late frames and an unmet budget are
    /// faults as well, and whoever is starved reports them rightly.
    package var isFault: Bool { event == "fault" && !["camera-stalled", "loop-stalled", "budget-unmet"].contains(what) }
}

extension EventLine.Value: Decodable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Double.self) { self = .number(number) }
        else if let word = try? value.decode(String.self) { self = .word(word) }
        else { self = .point(try value.decode([Double].self)) }
    }

    public init(integerLiteral number: Int) { self = .number(Double(number)) }
    public init(stringLiteral word: String) { self = .word(word) }
}
