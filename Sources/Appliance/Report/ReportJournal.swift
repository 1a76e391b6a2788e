// A run's events, put together to things that lasted from a moment to another.
import Gestures

/// Gestures, tracking, and lines as spans of time.
struct ReportJournal {
    struct Entry {
        let start: Double
        let end: Double
        let direction: Direction
        let isHold: Bool
        /// The furthest, for a look, or where it began, for a hold; IOD.
        let distance: Double
        /// Why a hold ended.
        let ending: String
    }

    struct Span {
        let start: Double
        let end: Double
    }

    private(set) var entries: [Entry] = []
    /// Spans in which gestures counted.
    private(set) var tracking: [Span] = []
    private(set) var lines: [String: [Span]] = [:]
    /// When gestures first counted.
    private(set) var trackingStart: Double?

    init(recording: ReplayRecording) {
        var holdStart: (time: Double, distance: Double)?
        var linesOn: [String: Double] = [:]
        for event in recording.events {
            switch event {
            case .gesture(let event):
                switch event.kind {
                case .trackingStarted: trackingStart = trackingStart ?? event.time
                case .look(let direction, let distance, let duration):
                    entries.append(Entry(start: event.time - duration, end: event.time, direction: direction,
                                         isHold: false, distance: distance, ending: ""))
                case .lookStarted(_, let distance): holdStart = (event.time, distance)
                case .lookStopped(let direction, _, let reason):
                    entries.append(Entry(start: holdStart?.time ?? event.time, end: event.time, direction: direction,
                                         isHold: true, distance: holdStart?.distance ?? 0, ending: reason.words))
                default: break
                }
            case .line(let change):
                if change.value {
                    linesOn[change.name] = change.time
                } else if let start = linesOn.removeValue(forKey: change.name) {
                    lines[change.name, default: []].append(Span(start: start, end: change.time))
                }
            case .stats, .operatingPoint, .fault: break
            }
        }
        for point in recording.points where point.offset != nil {
            if let last = tracking.last, last.end == point.previous {
                tracking[tracking.count - 1] = Span(start: last.start, end: point.time)
            } else {
                tracking.append(Span(start: point.time, end: point.time))
            }
        }
    }

    /// The gestures as a table.
    var table: String {
        guard !entries.isEmpty else { return "<p>No gesture was recognised.</p>" }
        func short(_ value: Double) -> String { JSONLine.number((value * 100).rounded() / 100) }
        let rows = entries.map { entry in
            "<tr><td>\(short(entry.start)) s</td><td>\(entry.direction.arrow) \(entry.isHold ? "hold" : "look") "
                + "\(entry.direction)</td><td>\(short(entry.distance)) eye distances</td>"
                + "<td>\(short(entry.end - entry.start)) s</td><td>\(entry.ending)</td></tr>"
        }
        return "<h2>Gestures</h2><table><tr><th>When</th><th>What</th><th>How far</th><th>How long</th><th>How a hold ended"
            + "</th></tr>" + rows.joined(separator: "\n") + "</table>"
    }
}
