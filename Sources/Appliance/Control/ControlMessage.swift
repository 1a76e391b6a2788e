import Gestures
import Platform
import Wire

/// A client's request.
package enum ControlRequest: Equatable, Sendable {
    /// Sends events, as on standard output.
    /// - Parameters:
    ///   - pointer: also the raw pointer and the measures of each frame.
    ///   - axes: how often a second every axis is told, whether or not it moves; `nil` for changes only.
    case subscribe(pointer: Bool, axes: Double? = nil)
    case status
    case pause
    case resume
    /// Everything goes off, until it is released.
    case stop
    case release
    /// Holds enable, or lets it go: nothing fires unless it is held. A client that holds for several gives each a name.
    case enable(EnableStep, hold: String)
    /// Measures the head's rest position again: of the largest living face, or of the next one in the picture.
    case calibrate(CalibrationChoice)
    /// Measures how far these movements go, and keeps it, or puts it on trial; `nil` for all directions, and the tilts and movements of the face that something uses.
    case calibrateRange([RangeMovement]?, isTrial: Bool)
    /// Forgets what was measured: the configuration's thresholds hold again.
    case forgetRanges
    /// Calibrates gaze with these points.
    case calibrateGaze([GazeTarget])
    /// Cancels whatever is being measured.
    case cancelCalibration
    /// Changes to another camera; without a name, lists the cameras.
    case camera(String?)
    /// Changes to another profile, "" for the configuration file itself; without a name, lists the profiles.
    case profile(String?)
    /// Asks for yes or no, with a timeout in seconds.
    case ask(question: String, timeout: Double)
    /// The person calls on the page to speak with: switches the outputs that are bound to that.
    case call
    /// The movements that were not recognised lately.
    case why
    /// How often gestures were recognised, and outputs went on, by day.
    case counts
    /// Enrols a person, or adds faces to one who is enrolled.
    case enrol(String)
    /// Ends an enrolment with the faces that were taken.
    case endEnrolment
    /// Lists the people who are enrolled.
    case people
    /// Deletes what is known of a person.
    case forget(String)
    /// What a setup page asks for.
    case setup(SetupRequest)
    /// What is asked about taught gestures.
    case teach(TeachRequest)

    /// The names of the requests in a message.
    package static let names = ["subscribe", "status", "pause", "resume", "stop", "release", "enable", "calibrate", "calibrate-range", "forget-ranges", "calibrate-gaze", "camera", "profile",
                                "ask", "call", "why", "counts", "enrol", "people", "forget"] + SetupRequest.names + TeachRequest.names
}

extension ControlRequest {
    /// The request as a client sends it.
    package var line: String {
        if case .teach(let request) = self { return JSONLine.text(request.fields) }
        return JSONLine.text(fields)
    }

    private var fields: Fields {
        switch self {
        case .subscribe(let pointer, let axes): Fields(request: "subscribe", pointer: pointer, axes: axes)
        case .status: Fields(request: "status")
        case .pause: Fields(request: "pause")
        case .resume: Fields(request: "resume")
        case .stop: Fields(request: "stop")
        case .release: Fields(request: "release")
        case .enable(let step, let hold): Fields(request: "enable", hold: hold.isEmpty ? nil : hold, next: step.number, end: step == .end ? true : nil)
        case .calibrate(let choice): Fields(request: "calibrate", other: choice == .next ? true : nil)
        case .calibrateRange(let movements, let isTrial):
            Fields(request: "calibrate-range", directions: movements.map { $0.map(\.description) }, trial: isTrial ? true : nil)
        case .forgetRanges: Fields(request: "forget-ranges")
        case .calibrateGaze(let targets): Fields(request: "calibrate-gaze", points: targets.count)
        case .cancelCalibration: Fields(request: "calibrate", cancel: true)
        case .camera(let name): Fields(request: "camera", name: name)
        case .profile(let name): Fields(request: "profile", name: name)
        case .ask(let question, let timeout): Fields(request: "ask", question: question, timeout: timeout)
        case .call: Fields(request: "call")
        case .why: Fields(request: "why")
        case .counts: Fields(request: "counts")
        case .enrol(let name): Fields(request: "enrol", name: name)
        case .endEnrolment: Fields(request: "enrol", stop: true)
        case .people: Fields(request: "people")
        case .forget(let name): Fields(request: "forget", name: name)
        case .setup(let request): Fields(request: request.name)
        case .teach(let request): Fields(request: request.name)
        }
    }

    private struct Fields: Encodable {
        let request: String
        var pointer: Bool?, axes: Double?, cancel: Bool?, other: Bool?, directions: [String]?, name: String?, question: String?, timeout: Double?, points: Int?, stop: Bool?, trial: Bool?, hold: String?, next: Int?, end: Bool?
    }
}

/// A message: the request, or why it is invalid.
///
/// Reading a message has no side effects.
package struct ControlMessage: Sendable {
    /// Allowed timeouts of a question, in seconds.
    package static let timeouts = 0.5...600.0
    /// How often a second axes can be told.
    package static let axisRates = 1.0...50.0
    /// Bytes of a name.
    package static let longestText = 500

    package private(set) var id: ControlID?
    /// The request's name, if it could be read.
    package private(set) var name = ""
    /// When the request is too old, in seconds on the machine's clock that also counts suspension (`CLOCK_BOOTTIME`).
    package private(set) var end = Double.infinity
    package private(set) var request: Result<ControlRequest, ControlError>

    package init(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= RequestBounds.longest else {
            request = .failure(ControlError(.tooLong, "the message is longer than \(RequestBounds.longest) bytes"))
            return
        }
        guard let fields = JSONValue.object(bytes) else {
            request = .failure(ControlError(.badJSON, "this is not a JSON object on one line; expected for example "
                + "{\"request\":\"status\"}"))
            return
        }
        request = .failure(ControlError(.badField, ""))
        var reader = FieldReader(fields)
        do throws(ControlError) {
            id = try reader.id()
            name = try reader.name()
            end = try reader.number("before") ?? end
            let request = try Self.request(name, &reader)
            try reader.end(of: name)
            self.request = .success(request)
        } catch {
            request = .failure(error)
        }
    }

    private static func request(_ name: String, _ fields: inout FieldReader) throws(ControlError) -> ControlRequest {
        switch name {
        case "subscribe":
            let rate = try fields.number("axes")
            if let rate, !axisRates.contains(rate) {
                throw ControlError(.badField, "axes is \(rate.shortest); expected \(axisRates.lowerBound.shortest) to \(axisRates.upperBound.shortest) a second")
            }
            return .subscribe(pointer: try fields.flag("pointer") ?? false, axes: rate)
        case "status": return .status
        case "pause": return .pause
        case "resume": return .resume
        case "stop": return .stop
        case "release": return .release
        case "enable": return .enable(try EnableStep(&fields), hold: try fields.text("hold") ?? "")
        case "call": return .call
        case "why": return .why
        case "counts": return .counts
        case "calibrate":
            let isNext = try fields.flag("other") == true
            return try fields.flag("cancel") == true ? .cancelCalibration : .calibrate(isNext ? .next : .largest)
        case "calibrate-range": return .calibrateRange(try fields.movements("directions"), isTrial: try fields.flag("trial") ?? false)
        case "forget-ranges": return .forgetRanges
        case "calibrate-gaze":
            let count = try fields.number("points") ?? 3
            guard let targets = GazeTarget.calibration(count) else {
                throw ControlError(.badField, "points is \(count.shortest); expected 1, 3, 5 or 9")
            }
            return .calibrateGaze(targets)
        case "camera":
            let name = try fields.text("name")
            if name?.isEmpty == true { throw ControlError(.badField, "name is empty; expected a camera's, as `nodline cameras` lists them") }
            return .camera(name)
        case "profile": return .profile(try fields.text("name"))
        case "people": return .people
        case "enrol", "forget":
            if name == "enrol", try fields.flag("stop") == true { return .endEnrolment }
            guard let person = try fields.text("name").flatMap(GivenName.normal) else {
                throw ControlError(.badField, "name is missing or cannot be a person's; expected \(GivenName.expectation)")
            }
            return name == "enrol" ? .enrol(person) : .forget(person)
        case "ask":
            guard let question = try fields.text("question", longest: RequestBounds.longest) else {
                throw ControlError(.badField, "question is missing; expected a string")
            }
            if let problem = RequestBounds.problem(ofQuestion: question) { throw ControlError(.badField, problem) }
            let timeout = try fields.number("timeout") ?? 10
            guard timeouts.contains(timeout) else {
                throw ControlError(.badField, "timeout is \(timeout.shortest); expected \(timeouts.lowerBound.shortest) to "
                    + "\(timeouts.upperBound.shortest) s")
            }
            return .ask(question: question, timeout: timeout)
        default:
            if let request = try SetupRequest(name, &fields) { return .setup(request) }
            if let request = try TeachRequest(name, &fields) { return .teach(request) }
            let nearest = NearestWord.to(name, among: ControlRequest.names).map { "; did you mean \($0)?" }
            throw ControlError(.unknownRequest, "\(name.quoted) is not a request" + (nearest
                ?? "; expected \(ControlRequest.names.quoted)"))
        }
    }
}
