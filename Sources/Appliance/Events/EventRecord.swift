import Gestures
import Outputs

/// One line of the event stream (schema version 1). It declares the fields of all events, in the order in which they are written.
///
/// The field names are those of docs/socket.md. The appliance, its clients and the tests all write and read lines through
/// this type.
package struct EventRecord: Codable, Equatable, Sendable {
    package private(set) var v = 1
    /// Seconds since the stream began.
    package let t: Double
    /// The event's ``Name``, or a word of another schema version. (`name` below is an output's or an axis's.)
    package private(set) var event = ""
    package private(set) var name: String?, rule: String?
    package private(set) var value: Value?
    package private(set) var bound: Double?
    package private(set) var step: String?, direction: String?, shoulder: String?, expression: String?, zone: String?
    /// A tilt, in degrees.
    package private(set) var degrees: Double?
    /// An expression, in IOD or as a part of the eyes' opening.
    package private(set) var size: Double?
    /// What tilt and face measure in a frame: degrees, and sizes of expressions.
    package private(set) var tilt: Double?, mouth: Double?, eyes_closed: Double?, brows: Double?, smile: Double?
    /// A point that the user is asked to look at: which one, and of how many.
    package private(set) var point: Int?, points: Int?
    package private(set) var distance: Double?, held: Double?, likeness: Double?, duration: Double?
    package private(set) var from: Value?, to: Value?
    package private(set) var center: Value?, iod: Double?
    package private(set) var key: String?
    package private(set) var enough: Double?
    package private(set) var count: Int?
    package private(set) var jump: Double?, until: Double?
    package private(set) var capture_fps: Double?, detect_fps: Double?, dropped: Int?, cpu_percent: Double?
    package private(set) var operating_point: String?, limited_by: String?
    package private(set) var battery_percent: Double?, hours_left: Double?, temperature: Double?
    package private(set) var profile: String?, cue: String?
    /// Of a teaching: repetitions that were found again, seconds to wait, how often an hour the gesture is expected to fire by itself, the number
    /// that is not exceeded with 95 %, the hours of movement behind both, and what would help.
    package private(set) var found: Int?, seconds: Double?, per_hour: Double?, per_hour_95: Double?, hours: Double?, advice: [String]?
    /// Ordinary minutes: of this recording, and in total.
    package private(set) var minutes: Double?, total: Double?
    package private(set) var reach: Double?, noise: Double?
    /// Written as `null` if there is none.
    package private(set) var threshold: Double??
    package private(set) var words: String?
    /// What the eyes did in a reach of a range calibration; in `done` the condition that follows from it.
    package private(set) var eyes: String?
    package private(set) var kept: Bool?
    /// Angles of which an enrolment has no face yet.
    package private(set) var missing: [String]?
    /// Whether a face that cannot be recognised counts.
    package private(set) var counts: Bool?
    package private(set) var state: String?, changed: [String]?
    /// `reason`: why a hold stopped, an operating point changed or a calibration was cancelled. `what`, `detail`: a fault's code
    /// and sentence.
    package private(set) var reason: String?, what: String?, detail: String?

    private init(at time: Double) { t = time }

    /// The event's name; `nil` if this schema version does not know it.
    package var kind: Name? { Name(rawValue: event) }

    /// The names of the events.
    package enum Name: String, Sendable {
        case answer, armed, axis, calibrationTimedOut = "calibration-timed-out", configured, enrol, expression, expressionStarted = "expression-started", expressionStopped = "expression-stopped"
        case faceFound = "face-found"
        case faceLost = "face-lost", fault, feedback, gaze, gazeStarted = "gaze-started", gazeStopped = "gaze-stopped", line, look
        case lookMoved = "look-moved", lookStarted = "look-started", lookStopped = "look-stopped", measures, moved, nod
        case operatingPoint = "operating-point", paused, range, recognised, recognising, recognitionUnavailable = "recognition-unavailable", recording, rangeFound = "range-found", rejected, reset, rest, resumed, shake, stats, stranger, taught, teach, tilt, tiltMoved = "tilt-moved", tiltStarted = "tilt-started"
        case tiltStopped = "tilt-stopped", trackingStarted = "tracking-started", trial
    }

    /// A field that is a number, a word or a point in pixels, depending on the event.
    package enum Value: Equatable, Sendable {
        case number(Double), word(String), point([Double])

        init(_ point: HeadPoint) { self = .point([point.x, point.y]) }

        package var number: Double? { if case .number(let number) = self { number } else { nil } }
        package var point: [Double]? { if case .point(let point) = self { point } else { nil } }
        package var word: String? { if case .word(let word) = self { word } else { nil } }
    }
}

extension EventRecord {
    package init(_ event: ApplianceEvent) {
        self.init(at: event.time)
        let kind: Name
        switch event {
        case .gesture(let gesture): kind = add(gesture.kind)
        case .measures(_, let now):
            (kind, tilt, mouth, eyes_closed) = (.measures, now.tilt, now[.mouth], now[.eyesClosed])
            (brows, smile) = (now[.brows], now[.smile])
        case .line(let change): (kind, name, value) = (.line, change.name, .number(change.value ? 1 : 0))
        case .axis(let change): (kind, name, value) = (.axis, change.name, .number(change.value))
        case .stats(let stats):
            kind = .stats
            (capture_fps, detect_fps, dropped) = (stats.captureRate, stats.detectionRate, stats.dropped)
            (cpu_percent, operating_point, limited_by) = (stats.cpuPercent, stats.operatingPoint, stats.limitedBy)
            (battery_percent, hours_left, temperature) = (stats.batteryPercent, stats.hoursLeft, stats.temperature)
        case .operatingPoint(_, let old, let new, let why): (kind, from, to, reason) = (.operatingPoint, .word(old), .word(new), why)
        case .configured(_, let profile): (kind, self.profile) = (.configured, profile)
        case .feedback(_, let cue): (kind, self.cue) = (.feedback, cue.rawValue)
        case .range(_, let report): kind = add(report)
        case .gaze(_, let report): kind = add(report)
        case .teach(_, let gesture, let progress): kind = add(progress, of: gesture)
        case .rest(_, let progress):
            (kind, state, minutes, total, reason) = (.rest, progress.step.rawValue, progress.minutes, progress.total, progress.reason)
        case .trial(_, let step, let keys): (kind, state, changed) = (.trial, step.rawValue, keys)
        case .person(_, let report): kind = add(report)
        case .enrolment(_, let person, let report): (kind, name) = (add(report), person)
        case .recording(_, let step, let clip, let why): (kind, name, state, reason) = (.recording, clip, step.rawValue, why)
        case .fault(_, let code, let detail): (kind, what, self.detail) = (.fault, code.rawValue, detail)
        }
        self.event = kind.rawValue
    }

    private mutating func add(_ happened: GestureEvent.Kind) -> Name {
        let kind: Name
        switch happened {
        case .faceFound: kind = .faceFound
        case .faceLost: kind = .faceLost
        case .trackingStarted(let rest): (kind, center, iod) = (.trackingStarted, Value(rest.position), rest.interocularDistance)
        case .moved(let old, let new, let rest): (kind, from, to, center) = (.moved, Value(old), Value(new), Value(rest))
        case .lookStarted(let way, let far): (kind, direction, distance) = (.lookStarted, way.rawValue, far)
        case .lookMoved(let way, let far): (kind, direction, distance) = (.lookMoved, way.rawValue, far)
        case .lookStopped(let way, let time, let why): (kind, direction, held, reason) = (.lookStopped, way.rawValue, time, why.rawValue)
        case .look(let way, let far, let time): (kind, direction, distance, duration) = (.look, way.rawValue, far, time)
        case .tilt(let side, let far, let time): (kind, shoulder, degrees, duration) = (.tilt, side.rawValue, far, time)
        case .tiltStarted(let side, let far): (kind, shoulder, degrees) = (.tiltStarted, side.rawValue, far)
        case .tiltMoved(let side, let far): (kind, shoulder, degrees) = (.tiltMoved, side.rawValue, far)
        case .tiltStopped(let side, let time, let why): (kind, shoulder, held, reason) = (.tiltStopped, side.rawValue, time, why.rawValue)
        case .expression(let what, let far, let time): (kind, expression, size, duration) = (.expression, what.rawValue, far, time)
        case .expressionStarted(let what, let far): (kind, expression, size) = (.expressionStarted, what.rawValue, far)
        case .expressionStopped(let what, let time, let why): (kind, expression, held, reason) = (.expressionStopped, what.rawValue, time, why.rawValue)
        case .gazeStarted(let name): (kind, zone) = (.gazeStarted, name.description)
        case .gazeStopped(let name, let time, let why): (kind, zone, held, reason) = (.gazeStopped, name.description, time, why.rawValue)
        case .taught(let gesture, let how, let time): (kind, name, likeness, duration) = (.taught, "\(HeadGesture.taught(gesture))", how, time)
        case .nod(let swings): (kind, count) = (.nod, swings)
        case .shake(let swings): (kind, count) = (.shake, swings)
        case .rejected(let rejection):
            (kind, rule, value, bound) = (.rejected, rejection.rule.rawValue, .number(rejection.value), rejection.bound)
            (direction, key, enough) = (rejection.direction?.rawValue, rejection.remedy?.key, rejection.remedy?.value)
            name = rejection.taught.map { "\(HeadGesture.taught($0))" }
            (shoulder, expression, zone) = (rejection.shoulder?.rawValue, rejection.expression?.rawValue, rejection.zone?.description)
        case .calibrationTimedOut(let far): (kind, jump) = (.calibrationTimedOut, far)
        case .paused: kind = .paused
        case .resumed: kind = .resumed
        case .armed(let end): (kind, until) = (.armed, end)
        case .answer(let answer): (kind, value) = (.answer, .word(answer.rawValue))
        case .reset: kind = .reset
        }
        return kind
    }

    private mutating func add(_ report: PersonReport) -> Name {
        switch report {
        case .recognising: return .recognising
        case .recognised(let person, let far, let limit):
            (name, distance, bound) = (person, far, limit)
            return .recognised
        case .stranger(let person, let far, let limit):
            (name, distance, bound) = (person, far, limit)
            return .stranger
        case .unavailable(let why, let counts):
            (reason, self.counts) = (why, counts)
            return .recognitionUnavailable
        }
    }

    private mutating func add(_ report: EnrolmentReport) -> Name {
        switch report {
        case .asks(let angles): (step, missing, words) = ("asks", angles.map(\.rawValue), angles.first?.words)
        case .took(let angle, let number): (step, direction, count) = ("took", angle.rawValue, number)
        case .waits(let why): (step, reason) = ("waits", why)
        case .done(let result): (step, kept, count, words) = ("done", true, result.all, result.words)
        case .cancelled(let why): (step, reason) = ("cancelled", why)
        }
        return .enrol
    }

    private mutating func add(_ report: GazeProgress) -> Name {
        switch report {
        case .asks(let number, let total, let place): (step, point, points, words) = ("look", number, total, place)
        case .done(let fault): (step, kept, reason) = ("done", fault == nil, fault)
        case .cancelled(let why): (step, reason) = ("cancelled", why)
        }
        return .gaze
    }

    private mutating func add(_ progress: TeachProgress, of gesture: GestureName) -> Name {
        name = "\(HeadGesture.taught(gesture))"
        switch progress {
        case .told(.rest(let time)): (step, seconds) = ("rest", time)
        case .told(.next(let number, let total)): (step, point, points) = ("next", number, total)
        case .told(.found(let number, let total, let how)): (step, point, points, likeness) = ("found", number, total, how)
        case .told(.dropped(let why)): (step, reason, words) = ("dropped", why.rawValue, why.words)
        case .told(.done), .computing: step = "computing"
        case .kept(let lesson):
            let rate = lesson.gesture.rate
            (step, kept, found, points, words) = ("done", true, lesson.found, lesson.of, lesson.words)
            (per_hour, per_hour_95, hours, advice) = (rate.expected, rate.upper95, rate.hours, lesson.advice.map(\.rawValue))
        case .refused(let why, let sentence): (step, kept, reason, words) = ("done", false, why, sentence)
        case .cancelled(let why): (step, reason) = ("cancelled", why)
        }
        return .teach
    }

    private mutating func add(_ movement: RangeMovement) {
        (direction, shoulder, expression) = (movement.direction?.rawValue, movement.shoulder?.rawValue, movement.expression?.rawValue)
    }

    private mutating func add(_ report: RangeReport) -> Name {
        switch report {
        case .asks(nil): step = "rest"
        case .asks(let movement?):
            step = "reach"
            add(movement)
        case .found(let finding):
            add(finding.movement)
            (reach, noise) = (finding.reach, finding.noise)
            (threshold, words, eyes) = (.some(finding.threshold), finding.words, finding.movement.direction == nil ? nil : finding.eyes.rawValue)
            return .rangeFound
        case .done(let isKept, let condition): (step, kept, eyes) = ("done", isKept, isKept ? condition.rawValue : nil)
        case .cancelled(let why): (step, reason) = ("cancelled", why)
        }
        return .range
    }
}

extension ApplianceEvent {
    /// The event as one line of JSON.
    package var json: String { JSONLine.text(EventRecord(self)) }

    /// The event for a person on a terminal; `nil` for one that only machines need.
    package var words: String? { EventRecord(self).sentence }
}

extension EventRecord.Value: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let number = try? value.decode(Double.self) { self = .number(number) }
        else if let word = try? value.decode(String.self) { self = .word(word) }
        else { self = .point(try value.decode([Double].self)) }
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .number(let number): try number.encode(to: encoder)
        case .word(let word): try word.encode(to: encoder)
        case .point(let point): try point.map { ($0 * 10).rounded() / 10 }.encode(to: encoder)
        }
    }
}
