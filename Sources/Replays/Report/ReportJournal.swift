import Appliance
import Gestures
import Wire

/// A run's events, combined into intervals: gestures, tracking, and the activity of each output.
struct ReportJournal {
    struct Entry {
        let start: Double
        let end: Double
        let gesture: HeadGesture
        /// Furthest distance of a look, or distance at the beginning of a hold; IOD.
        let distance: Double?
        /// Why a hold ended.
        let ending: String

        var isHold: Bool {
            switch gesture {
            case .hold, .holdTilt, .holdExpression, .gaze: true
            case .look, .tilt, .expression, .nod, .shake, .taught: false
            }
        }
        /// The direction; for other gestures, the one whose axis shows it.
        var direction: HeadDirection {
            switch gesture {
            case .look(let direction), .hold(let direction): direction
            case .tilt(let shoulder), .holdTilt(let shoulder): shoulder.direction
            case .nod, .expression, .holdExpression: .down
            case .shake, .gaze, .taught: .left
            }
        }
        /// A one-character sign for a chart.
        var mark: String {
            switch gesture {
            case .nod: "✓"
            case .shake: "✗"
            case .tilt(let shoulder), .holdTilt(let shoulder): shoulder.arrow
            case .expression, .holdExpression: "○"
            case .gaze: "◎"
            case .taught: "◆"
            case .look, .hold: direction.arrow
            }
        }
        /// In words: "← hold left", "nod".
        var words: String {
            switch gesture {
            case .look(let direction): "\(direction.arrow) look \(direction)"
            case .hold(let direction): "\(direction.arrow) hold \(direction)"
            case .tilt(let shoulder): "\(shoulder.arrow) tilt \(shoulder)"
            case .holdTilt(let shoulder): "\(shoulder.arrow) hold-tilt \(shoulder)"
            case .nod, .shake, .expression, .holdExpression, .gaze, .taught: "\(gesture)"
            }
        }
    }

    struct Span {
        let start: Double
        let end: Double
    }

    /// A movement that was not a gesture, and the reason.
    struct Refusal {
        /// When the head left its rest, and when it was back or the refusal was known.
        let start: Double
        let end: Double
        let rejection: Rejection

        init(_ event: GestureEvent, _ rejection: Rejection) {
            start = event.began
            end = event.ended
            self.rejection = rejection
        }
    }

    /// In the order in which they were known.
    private(set) var entries: [Entry] = []
    private(set) var refusals: [Refusal] = []
    /// Intervals in which gestures counted.
    private(set) var tracking: [Span] = []
    private(set) var lines: [String: [Span]] = [:]
    /// Whose face was seen, in words with the time.
    private(set) var people: [String] = []
    /// When gestures first counted.
    private(set) var trackingStart: Double?

    init(recording: ReplayRecording) {
        var holdDistance = 0.0
        var linesOn: [String: Double] = [:]
        for event in recording.events {
            switch event {
            case .gesture(let event):
                switch event.kind {
                case .trackingStarted: trackingStart = trackingStart ?? event.time
                case .recognised(.look, let distance, _): add(event, distance)
                case .recognised: add(event, nil)
                case .rejected(let rejection): refusals.append(Refusal(event, rejection))
                case .began(.hold, let distance): holdDistance = distance
                case .ended(let gesture, _, let reason):
                    entries.append(Entry(start: event.began, end: event.ended, gesture: gesture,
                                         distance: gesture.direction == nil ? nil : holdDistance, ending: reason.words))
                default: break
                }
            case .line(let change):
                if change.value {
                    linesOn[change.name] = change.time
                } else if let start = linesOn.removeValue(forKey: change.name) {
                    lines[change.name, default: []].append(Span(start: start, end: change.time))
                }
            case .axis(let change):
                // For an axis the page shows the times at which it moved.
                if !change.rests {
                    linesOn[change.name] = linesOn[change.name] ?? change.time
                } else if let start = linesOn.removeValue(forKey: change.name) {
                    lines[change.name, default: []].append(Span(start: start, end: change.time))
                }
            case .person: if let words = event.words { people.append(words) }
            case .measures, .stats, .operatingPoint, .stop, .enable, .configured, .feedback, .range, .gaze, .teach, .rest, .enrolment, .trial, .recording, .fault: break
            }
        }
        for run in recording.points.split(whereSeparator: { $0.offset == nil }) {
            if let first = run.first, let last = run.last { tracking.append(Span(start: first.time, end: last.time)) }
        }
    }

    /// A gesture is shown at the time when it happened, which is before it was known.
    private mutating func add(_ event: GestureEvent, _ distance: Double?) {
        guard let gesture = event.kind.gesture else { return }
        entries.append(Entry(start: event.began, end: event.ended, gesture: gesture,
                             distance: distance, ending: ""))
    }
}
