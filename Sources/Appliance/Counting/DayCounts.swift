import FoundationEssentials
import Glibc
import Platform

/// How often each gesture was recognised and each output went on, by day: numbers, which say nothing of when in the day or of whom.
struct DayCounts: Equatable, Sendable {
    struct Day: Codable, Equatable, Sendable {
        /// By the board's clock: "2026-11-26".
        let day: String
        var gestures: [String: Int] = [:], outputs: [String: Int] = [:]

        /// Whether a file may say so.
        fileprivate var isPossible: Bool {
            day.utf8.count == 10 && (gestures.count + outputs.count) <= DayCounts.mostNames && (Array(gestures.values) + outputs.values).allSatisfy { $0 >= 0 && $0 < 1 << 40 }
        }
    }

    /// The days that are kept, and names in a day.
    static let most = 14, mostNames = 200
    private static let mostBytes = 200_000

    /// The oldest first.
    private(set) var days: [Day] = []

    init() {}

    /// Reads a file; one that is damaged or missing gives none.
    init(file: String) {
        guard let bytes = try? FileBytes.read(file, upTo: Self.mostBytes), let days = try? JSONDecoder().decode([Day].self, from: Data(bytes)) else { return }
        self.days = Array(days.filter(\.isPossible).suffix(Self.most))
    }

    var data: Data { (try? JSONEncoder().encode(days)) ?? Data("[]".utf8) }

    mutating func add(gesture: String, on day: String) { change(day) { Self.count(gesture, in: &$0.gestures) } }
    mutating func add(output: String, on day: String) { change(day) { Self.count(output, in: &$0.outputs) } }

    private static func count(_ name: String, in counts: inout [String: Int]) { if counts.count < mostNames || counts[name] != nil { counts[name, default: 0] += 1 } }

    /// A clock that is set back makes no second entry of a day.
    private mutating func change(_ day: String, _ body: (inout Day) -> Void) {
        let place = days.lastIndex { $0.day == day } ?? {
            days = Array((days + [Day(day: day)]).suffix(Self.most))
            return days.count - 1
        }()
        body(&days[place])
    }

    /// Today, by the board's clock and time zone.
    static var today: String {
        var now = time(nil), parts = tm()
        localtime_r(&now, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    }
}
