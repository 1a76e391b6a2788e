import Gestures
import Outputs
import Wire

extension EventRecord {
    package init(_ event: ApplianceEvent) { self.init(at: event.time, EventBody(event)) }
}

extension EventBody {
    init(_ event: ApplianceEvent) {
        switch event {
        case .gesture(let gesture): self.init(gesture)
        case .measures(_, let now): self = .measures(MeasuresRecord(tilt: now.tilt) { now[$0] })
        case .line(let change): self = .line(LineRecord(change.name, isOn: change.value))
        case .axis(let change): self = .axis(AxisRecord(change.name, change.value))
        case .stats(let stats): self = .stats(StatsRecord(stats))
        case .operatingPoint(_, let old, let new, let why): self = .operatingPoint(OperatingPointRecord(from: old, to: new, reason: why))
        case .stop(_, let by, let isOver): self = isOver ? .released(ReleaseRecord(by: by)) : .stopped(StopRecord(by: by))
        case .enable(_, let isHeld): self = .enable(EnableRecord(held: isHeld))
        case .configured(_, let profile): self = .configured(ConfiguredRecord(profile: profile))
        case .feedback(_, let cue): self = .feedback(FeedbackRecord(cue: cue.rawValue))
        case .range(_, let report): self.init(report)
        case .gaze(_, let progress): self = .gaze(GazeRecord(progress))
        case .teach(_, let gesture, let progress): self = .teach(TeachRecord(gesture, progress))
        case .rest(_, let progress):
            self = .rest(RestRecord(progress.step, minutes: progress.minutes, total: progress.total, reason: progress.reason))
        case .trial(_, let step, let keys): self = .trial(TrialRecord(step, changed: keys))
        case .person(_, let report): self = .person(PersonRecord(report))
        case .enrolment(_, let person, let report): self = .enrol(EnrolRecord(person, report))
        case .recording(_, let step, let clip, let why): self = .recording(RecordingRecord(step, name: clip, reason: why))
        case .fault(_, let code, let detail): self = .fault(FaultRecord(what: code.rawValue, detail: detail))
        }
    }

    private init(_ report: RangeReport) {
        self = switch report {
        case .asks(nil): .range(RangeRecord(.rest))
        case .asks(let movement?): .range(RangeRecord(.reach, movement))
        case .found(let finding): .rangeFound(RangeFoundRecord(finding))
        case .done(let isKept, let condition): .range(RangeRecord(.done, eyes: isKept ? condition.rawValue : nil, kept: isKept))
        case .cancelled(let why): .range(RangeRecord(.cancelled, reason: why))
        }
    }
}

extension RangeFoundRecord {
    fileprivate init(_ finding: RangeCalibration.Finding) {
        self.init(finding.movement, reach: finding.reach, noise: finding.noise, threshold: finding.threshold,
                  eyes: finding.movement.direction == nil ? nil : finding.eyes.rawValue, words: finding.words)
    }
}

extension StatsRecord {
    init(_ stats: ApplianceEvent.Stats) {
        self.init(captured: stats.captureRate, detected: stats.detectionRate, dropped: stats.dropped, cpu: stats.cpuPercent,
                  point: stats.operatingPoint, limit: stats.limitedBy,
                  battery: stats.batteryPercent, hours: stats.hoursLeft, temperature: stats.temperature)
    }
}

extension GazeRecord {
    fileprivate init(_ progress: GazeProgress) {
        switch progress {
        case .asks(let number, let total, let place): self.init(.look, point: number, points: total, words: place)
        case .done(let fault): self.init(.done, kept: fault == nil, reason: fault)
        case .cancelled(let why): self.init(.cancelled, reason: why)
        }
    }
}

extension TeachRecord {
    fileprivate init(_ gesture: GestureName, _ progress: TeachProgress) {
        switch progress {
        case .told(.rest(let time)): self.init(gesture, step: .rest, seconds: time)
        case .told(.next(let number, let total)): self.init(gesture, step: .next, point: number, points: total)
        case .told(.found(let number, let total, let how)): self.init(gesture, step: .found, point: number, points: total, likeness: how)
        case .told(.dropped(let why)): self.init(gesture, step: .dropped, reason: why.rawValue, words: why.words)
        case .told(.done), .computing: self.init(gesture, step: .computing)
        case .kept(let lesson):
            let rate = lesson.gesture.rate
            self.init(gesture, found: lesson.found, of: lesson.of, perHour: rate.expected, upper95: rate.upper95, hours: rate.hours,
                      advice: lesson.advice.map(\.rawValue), words: lesson.words)
        case .refused(let why, let sentence): self.init(gesture, step: .done, reason: why, words: sentence, kept: false)
        case .cancelled(let why): self.init(gesture, step: .cancelled, reason: why)
        }
    }
}

extension PersonRecord {
    fileprivate init(_ report: PersonReport) {
        switch report {
        case .recognising: self.init(state: .recognising)
        case .recognised(let person, let far, let limit): self.init(state: .recognised, name: person, distance: far, bound: limit)
        case .stranger(let person, let far, let limit): self.init(state: .stranger, name: person, distance: far, bound: limit)
        case .unavailable(let why, let counts): self.init(state: .unavailable, counts: counts, reason: why.code, obstacle: why.words)
        }
    }
}

extension EnrolRecord {
    fileprivate init(_ person: String, _ report: EnrolmentReport) {
        switch report {
        case .asks(let angles): self.init(person, .asks, words: angles.first?.words, missing: angles.map(\.rawValue))
        case .took(let angle, let number): self.init(person, .took, direction: angle.rawValue, count: number)
        case .waits(let why): self.init(person, .waits, words: why.words, reason: why.code)
        case .done(let result): self.init(person, .done, count: result.all, words: result.words, kept: true, advice: result.advice)
        case .cancelled(let why): self.init(person, .cancelled, reason: why)
        }
    }
}

extension ApplianceEvent {
    /// The event as one line of JSON.
    package var json: String { EventRecord(self).line }

    /// The event for a person on a terminal; `nil` for one that only machines need.
    package var words: String? { EventRecord(self).sentence }
}
