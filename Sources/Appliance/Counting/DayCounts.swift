import Glibc
import Platform
import Wire

/// How often each gesture was recognised and each output went on, by day: numbers, which say nothing of when in the day or of whom.
struct DayCounts: Sendable {
    typealias Day = CountsReply.Day

    /// The days that are kept, and the gestures or outputs of a day.
    static let most = 14, mostNames = 200
    private static let mostBytes = 500_000

    /// The oldest first.
    private var days: [Day] = []

    init() {}

    /// Reads a file; one that is damaged or missing gives none.
    init(file: String) {
        guard let bytes = try? FileBytes.read(file, upTo: Self.mostBytes),
              let read = JSONValue.decoded(CountsReply.self, from: String(decoding: bytes, as: UTF8.self)) else { return }
        days = Array(read.days.filter(Self.isPossible).suffix(Self.most))
    }

    /// For clients, and for the file.
    var reply: CountsReply { CountsReply(today: Self.today, days: days) }

    /// Counts a gesture or an output today.
    mutating func add(_ name: String, to kind: WritableKeyPath<Day, [String: Int]>) {
        let today = Self.today
        // A clock that is set back makes no second entry of a day.
        if !days.contains(where: { $0.day == today }) { days = Array((days + [Day(day: today)]).suffix(Self.most)) }
        guard let place = days.lastIndex(where: { $0.day == today }) else { return }
        let counts = days[place][keyPath: kind]
        if counts.count < Self.mostNames || counts[name] != nil { days[place][keyPath: kind][name, default: 0] += 1 }
    }

    /// Whether a file may say so.
    private static func isPossible(_ day: Day) -> Bool {
        day.day.utf8.count == 10 && [day.gestures, day.outputs].allSatisfy { $0.count <= mostNames && $0.values.allSatisfy { (0..<1 << 40).contains($0) } }
    }

    /// Today, by the board's clock and time zone.
    private static var today: String {
        var now = time(nil), parts = tm()
        localtime_r(&now, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    }
}
