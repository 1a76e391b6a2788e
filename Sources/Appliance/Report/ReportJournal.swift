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

    /// A movement that was no gesture, and why.
    struct Refusal {
        let time: Double
        let rejection: Rejection
    }

    private(set) var entries: [Entry] = []
    private(set) var refusals: [Refusal] = []
    /// Spans in which gestures counted.
    private(set) var tracking: [Span] = []
    private(set) var lines: [String: [Span]] = [:]
    /// When gestures first counted.
    private(set) var trackingStart: Double?

    init(recording: ReplayRecording, gestures: GestureConfiguration) {
        let journeys = Self.journeys(recording.points, gestures)
        var holdStart: (time: Double, distance: Double)?
        var linesOn: [String: Double] = [:]
        for event in recording.events {
            switch event {
            case .gesture(let event):
                switch event.kind {
                case .trackingStarted: trackingStart = trackingStart ?? event.time
                case .look(let direction, let distance, let duration):
                    let end = Self.last(1, of: journeys, along: direction, before: event.time)?.end ?? event.time
                    entries.append(Entry(start: end - duration, end: end, gesture: .stroke(direction), distance: distance,
                                         ending: ""))
                case .nod(let count), .shake(let count):
                    let gesture = event.kind.gesture ?? .nod
                    let span = Self.last(count, of: journeys, along: gesture == .nod ? .down : .left, before: event.time)
                    entries.append(Entry(start: span?.start ?? event.time - 0.5 * Double(count), end: span?.end ?? event.time,
                                         gesture: gesture, distance: nil, ending: ""))
                case .rejected(let rejection): refusals.append(Refusal(time: event.time, rejection: rejection))
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
            case .axis(let change):
                // Of an axis the page shows when it moved.
                if !change.rests {
                    linesOn[change.name] = linesOn[change.name] ?? change.time
                } else if let start = linesOn.removeValue(forKey: change.name) {
                    lines[change.name, default: []].append(Span(start: start, end: change.time))
                }
            case .stats, .operatingPoint, .configured, .range, .fault: break
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

    /// One way out of the idle zone and back.
    private struct Journey {
        var start: Double
        var end: Double
        var peak: HeadOffset
    }

    /// Every way out of the zone that went far enough to be a swing: a gesture is shown when it happened, which is before it
    /// was known.
    private static func journeys(_ points: [ReplayRecording.Point], _ gestures: GestureConfiguration) -> [Journey] {
        var journeys: [Journey] = [], open: Journey?
        let zone = IdleZone(radius: gestures.idleZoneRadius)
        func close(at time: Double) {
            if var journey = open, journey.peak.reach(journey.peak.dominant) >= 0.67 * gestures.thresholds[journey.peak.dominant] {
                journey.end = time
                journeys.append(journey)
            }
            open = nil
        }
        for point in points {
            guard let offset = point.offset else {
                close(at: point.time)
                continue
            }
            let side = offset.dominant
            if zone.contains(offset) || open.map({ $0.peak.dominant.isOpposite(to: side) }) ?? false { close(at: point.time) }
            if zone.contains(offset) { continue }
            var journey = open ?? Journey(start: point.time, end: point.time, peak: offset)
            if offset.reach(side) > journey.peak.reach(journey.peak.dominant) { journey.peak = offset }
            open = journey
        }
        return journeys
    }

    /// From the beginning of the last so many journeys on an axis that were over at a moment to their end.
    private static func last(_ count: Int, of journeys: [Journey], along direction: Direction, before time: Double) -> Span? {
        let over = journeys.filter { $0.end <= time + 0.001 && $0.peak.dominant.isHorizontal == direction.isHorizontal }
            .suffix(count)
        guard let first = over.first, let last = over.last else { return nil }
        return Span(start: first.start, end: last.end)
    }

    /// The movements that were no gesture as a table, the largest reason for a miss.
    var refusalTable: String {
        guard !refusals.isEmpty else { return "" }
        let rows = refusals.prefix(Self.mostRefusals).map { refusal in
            "<tr><td>\(JSONLine.number(refusal.time, decimals: 1)) s</td><td>\(refusal.rejection.direction.map { "\($0.arrow) \($0)" } ?? "")"
                + "</td><td>\(refusal.rejection.words.htmlEscaped)</td></tr>"
        }
        let more = refusals.count - rows.count
        return "<h2>Movements that were no gesture</h2><div class=\"wide\"><table><tr><th>When</th><th>Where to</th><th>Why not</th></tr>"
            + rows.joined(separator: "\n") + "</table></div>" + (more > 0 ? "<p class=\"legend\">And \(more) more.</p>" : "")
    }

    private static let mostRefusals = 200

    /// The gestures as a table.
    var table: String {
        guard !entries.isEmpty else { return "<p>No gesture was recognised.</p>" }
        func short(_ value: Double) -> String { JSONLine.number((value * 100).rounded() / 100) }
        let rows = entries.map { entry in
            "<tr><td>\(short(entry.start)) s</td><td>\(entry.words)</td>"
                + "<td>\(entry.distance.map { short($0) + " eye distances" } ?? "")</td>"
                + "<td>\(short(entry.end - entry.start)) s</td><td>\(entry.ending)</td></tr>"
        }
        return "<h2>Gestures</h2><div class=\"wide\"><table><tr><th>When</th><th>What</th><th>How far</th><th>How long</th><th>How a hold ended"
            + "</th></tr>" + rows.joined(separator: "\n") + "</table></div>"
    }
}
