import Platform

/// What an event says besides its time: one typed content for each kind.
package enum EventBody: Equatable, Sendable {
    case faceFound, faceLost, paused, resumed, reset
    case trackingStarted(TrackingRecord), pointer(PointerRecord), measures(MeasuresRecord)
    /// A gesture: recognised, or the beginning, the course and the end of one that lasts.
    case gesture(GestureRecord)
    case rejected(RejectedRecord), calibrationTimedOut(UnrestRecord), armed(ArmedRecord), answer(AnswerRecord)
    case line(LineRecord), axis(AxisRecord), stats(StatsRecord), operatingPoint(OperatingPointRecord)
    case stopped(StopRecord), released(ReleaseRecord), enable(EnableRecord)
    case configured(ConfiguredRecord), feedback(FeedbackRecord), fault(FaultRecord)
    case range(RangeRecord), rangeFound(RangeFoundRecord), gaze(GazeRecord), teach(TeachRecord), rest(RestRecord), trial(TrialRecord)
    case person(PersonRecord), enrol(EnrolRecord), recording(RecordingRecord)
}

/// The fields of one kind of event, and its words.
package protocol EventContent: Codable, Equatable, Sendable {
    /// For a person on a terminal; `nil` for an event that only machines need.
    var words: String? { get }
    /// Whether a stream of words leaves it out, even if it has some.
    var isForMachines: Bool { get }
}

extension EventContent {
    package var isForMachines: Bool { false }
}

/// The content of an event that has no fields.
private struct Nothing: EventContent {
    let words: String?

    init(_ words: String) { self.words = words }
    init(from decoder: any Decoder) { words = nil }
    func encode(to encoder: any Encoder) {}
}

extension EventBody {
    package var content: any EventContent {
        switch self {
        case .faceFound: Nothing("face found")
        case .faceLost: Nothing("face lost")
        case .paused: Nothing("paused")
        case .resumed: Nothing("resumed")
        case .reset: Nothing("some events were lost")
        case .trackingStarted(let content): content
        case .pointer(let content): content
        case .measures(let content): content
        case .gesture(let content): content
        case .rejected(let content): content
        case .calibrationTimedOut(let content): content
        case .armed(let content): content
        case .answer(let content): content
        case .line(let content): content
        case .axis(let content): content
        case .stats(let content): content
        case .operatingPoint(let content): content
        case .stopped(let content): content
        case .released(let content): content
        case .enable(let content): content
        case .configured(let content): content
        case .feedback(let content): content
        case .fault(let content): content
        case .range(let content): content
        case .rangeFound(let content): content
        case .gaze(let content): content
        case .teach(let content): content
        case .rest(let content): content
        case .trial(let content): content
        case .person(let content): content
        case .enrol(let content): content
        case .recording(let content): content
        }
    }

    /// The event's name in the stream.
    package var name: String {
        switch self {
        case .faceFound: "face-found"
        case .faceLost: "face-lost"
        case .paused: "paused"
        case .resumed: "resumed"
        case .reset: "reset"
        case .trackingStarted: "tracking-started"
        case .pointer: "pointer"
        case .measures: "measures"
        case .gesture(let content): content.phase.rawValue
        case .rejected: "rejected"
        case .calibrationTimedOut: "calibration-timed-out"
        case .armed: "armed"
        case .answer: "answer"
        case .line: "line"
        case .axis: "axis"
        case .stats: "stats"
        case .operatingPoint: "operating-point"
        case .stopped: "stopped"
        case .released: "released"
        case .enable: "enable"
        case .configured: "configured"
        case .feedback: "feedback"
        case .fault: "fault"
        case .range: "range"
        case .rangeFound: "range-found"
        case .gaze: "gaze"
        case .teach: "teach"
        case .rest: "rest"
        case .trial: "trial"
        case .person: "person"
        case .enrol: "enrol"
        case .recording: "recording"
        }
    }

    /// - Throws: if no event has this name, or a field is missing.
    init(named name: String, from decoder: any Decoder) throws {
        switch name {
        case "face-found": self = .faceFound
        case "face-lost": self = .faceLost
        case "paused": self = .paused
        case "resumed": self = .resumed
        case "reset": self = .reset
        case "tracking-started": self = .trackingStarted(try .init(from: decoder))
        case "pointer": self = .pointer(try .init(from: decoder))
        case "measures": self = .measures(try .init(from: decoder))
        case "rejected": self = .rejected(try .init(from: decoder))
        case "calibration-timed-out": self = .calibrationTimedOut(try .init(from: decoder))
        case "armed": self = .armed(try .init(from: decoder))
        case "answer": self = .answer(try .init(from: decoder))
        case "line": self = .line(try .init(from: decoder))
        case "axis": self = .axis(try .init(from: decoder))
        case "stats": self = .stats(try .init(from: decoder))
        case "operating-point": self = .operatingPoint(try .init(from: decoder))
        case "stopped": self = .stopped(try .init(from: decoder))
        case "released": self = .released(try .init(from: decoder))
        case "enable": self = .enable(try .init(from: decoder))
        case "configured": self = .configured(try .init(from: decoder))
        case "feedback": self = .feedback(try .init(from: decoder))
        case "fault": self = .fault(try .init(from: decoder))
        case "range": self = .range(try .init(from: decoder))
        case "range-found": self = .rangeFound(try .init(from: decoder))
        case "gaze": self = .gaze(try .init(from: decoder))
        case "teach": self = .teach(try .init(from: decoder))
        case "rest": self = .rest(try .init(from: decoder))
        case "trial": self = .trial(try .init(from: decoder))
        case "person": self = .person(try .init(from: decoder))
        case "enrol": self = .enrol(try .init(from: decoder))
        case "recording": self = .recording(try .init(from: decoder))
        default:
            guard let phase = GestureRecord.Phase(rawValue: name) else { throw JSONValue.Mismatch() }
            self = .gesture(try .init(phase, from: decoder))
        }
    }
}
