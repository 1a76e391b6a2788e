// A run's events, put together to things that lasted from a moment to another.
import Gestures

/// Gestures, tracking, and lines as spans of time.
struct ReportJournal {
    struct Entry {
        let start: Double
        let end: Double
        let gesture: Gesture
        /// The furthest, for a look, or where it began, for a hold; IOD.
        let distance: Double?
        /// Why a hold ended.
        let ending: String

        var isHold: Bool { if case .hold = gesture { true } else { false } }
        /// The direction; for a nod or a shake the one that its axis is shown with.
        var direction: Direction {
            switch gesture {
            case .stroke(let direction), .hold(let direction): direction
            case .nod: .down
            case .shake: .left
            }
        }
        /// One sign for a chart.
        var mark: String {
            switch gesture {
            case .nod: "✓"
            case .shake: "✗"
            case .stroke, .hold: direction.arrow
            }
        }
        /// In words: "← hold left", "nod".
        var words: String {
            switch gesture {
            case .stroke(let direction): "\(direction.arrow) look \(direction)"
            case .hold(let direction): "\(direction.arrow) hold \(direction)"
            case .nod, .shake: "\(gesture)"
            }
        }
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
                    entries.append(Entry(start: event.time - duration, end: event.time,
                                         gesture: .stroke(direction), distance: distance, ending: ""))
                case .nod(let count), .shake(let count):
                    let gesture = event.kind.gesture ?? .nod
                    entries.append(Entry(start: event.time - 0.5 * Double(count), end: event.time, gesture: gesture,
                                         distance: nil, ending: ""))
                case .lookStarted(_, let distance): holdStart = (event.time, distance)
                case .lookStopped(let direction, _, let reason):
                    entries.append(Entry(start: holdStart?.time ?? event.time, end: event.time,
                                         gesture: .hold(direction), distance: holdStart?.distance ?? 0, ending: reason.words))
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
            "<tr><td>\(short(entry.start)) s</td><td>\(entry.words)</td>"
                + "<td>\(entry.distance.map { short($0) + " eye distances" } ?? "")</td>"
                + "<td>\(short(entry.end - entry.start)) s</td><td>\(entry.ending)</td></tr>"
        }
        return "<h2>Gestures</h2><table><tr><th>When</th><th>What</th><th>How far</th><th>How long</th><th>How a hold ended"
            + "</th></tr>" + rows.joined(separator: "\n") + "</table>"
    }
}
