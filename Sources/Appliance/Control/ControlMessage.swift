import FoundationEssentials
import Gestures
import Platform

/// A client's request.
package enum ControlRequest: Equatable, Sendable {
    /// Sends events, as on standard output.
    case subscribe(moved: Bool)
    case status
    case pause
    case resume
    /// Measures the head's rest position again.
    case calibrate
    /// Measures how far the head moves in these directions.
    case calibrateRange([HeadDirection])
    /// Cancels whatever is being measured.
    case cancelCalibration
    /// Changes to another camera; without a name, lists the cameras.
    case camera(String?)
    /// Changes to another profile, "" for the configuration file itself; without a name, lists the profiles.
    case profile(String?)
    /// Asks for yes or no, with a timeout in seconds.
    case ask(question: String, timeout: Double)
    /// The movements that were not recognised lately.
    case why

    /// The names of the requests in a message.
    package static let names = ["subscribe", "status", "pause", "resume", "calibrate", "calibrate-range", "camera", "profile",
                                "ask", "why"]
}

extension ControlRequest {
    /// The request as a client sends it.
    package var line: String { JSONLine.text(fields) }

    private var fields: Fields {
        switch self {
        case .subscribe(let moved): Fields(request: "subscribe", moved: moved)
        case .status: Fields(request: "status")
        case .pause: Fields(request: "pause")
        case .resume: Fields(request: "resume")
        case .calibrate: Fields(request: "calibrate")
        case .calibrateRange(let directions): Fields(request: "calibrate-range", directions: directions.map(\.rawValue))
        case .cancelCalibration: Fields(request: "calibrate", cancel: true)
        case .camera(let name): Fields(request: "camera", name: name)
        case .profile(let name): Fields(request: "profile", name: name)
        case .ask(let question, let timeout): Fields(request: "ask", question: question, timeout: timeout)
        case .why: Fields(request: "why")
        }
    }

    private struct Fields: Encodable {
        let request: String
        var moved: Bool?, cancel: Bool?, directions: [String]?, name: String?, question: String?, timeout: Double?
    }
}

/// A message: the request, or why it is invalid.
///
/// Reading a message has no side effects.
package struct ControlMessage: Sendable {
    /// Bytes without the newline.
    package static let longest = 4096
    /// Allowed timeouts of a question, in seconds.
    package static let timeouts = 0.5...600.0
    /// Bytes of a question or a name.
    package static let longestText = 500

    package private(set) var id: ControlID?
    /// The request's name, if it could be read.
    package private(set) var name = ""
    package private(set) var request: Result<ControlRequest, ControlError>

    package init(_ bytes: some Collection<UInt8>) {
        guard bytes.count <= Self.longest else {
            request = .failure(ControlError(.tooLong, "the message is longer than \(Self.longest) bytes"))
            return
        }
        guard String(validating: bytes, as: UTF8.self) != nil,
              let fields = try? JSONDecoder().decode([String: Field].self, from: Data(bytes))
        else {
            request = .failure(ControlError(.badJSON, "this is not a JSON object on one line; expected for example "
                + "{\"request\":\"status\"}"))
            return
        }
        request = .failure(ControlError(.badField, ""))
        var reader = FieldReader(fields)
        do throws(ControlError) {
            id = try reader.id()
            name = try reader.name()
            let request = try Self.request(name, &reader)
            try reader.end(of: name)
            self.request = .success(request)
        } catch {
            request = .failure(error)
        }
    }

    private static func request(_ name: String, _ fields: inout FieldReader) throws(ControlError) -> ControlRequest {
        switch name {
        case "subscribe": return .subscribe(moved: try fields.flag("moved") ?? false)
        case "status": return .status
        case "pause": return .pause
        case "resume": return .resume
        case "why": return .why
        case "calibrate": return try fields.flag("cancel") == true ? .cancelCalibration : .calibrate
        case "calibrate-range": return .calibrateRange(try fields.directions("directions") ?? HeadDirection.allCases)
        case "camera":
            let name = try fields.text("name")
            if name?.isEmpty == true { throw ControlError(.badField, "name is empty; expected a camera's, as `nodline cameras` lists them") }
            return .camera(name)
        case "profile": return .profile(try fields.text("name"))
        case "ask":
            guard let question = try fields.text("question") else {
                throw ControlError(.badField, "question is missing; expected a string")
            }
            let timeout = try fields.number("timeout") ?? 10
            guard timeouts.contains(timeout) else {
                throw ControlError(.badField, "timeout is \(timeout.shortest); expected \(timeouts.lowerBound.shortest) to "
                    + "\(timeouts.upperBound.shortest) s")
            }
            return .ask(question: question, timeout: timeout)
        default:
            let nearest = NearestWord.to(name, among: ControlRequest.names).map { "; did you mean \($0)?" }
            throw ControlError(.unknownRequest, "\(name.quoted) is not a request" + (nearest
                ?? "; expected \(ControlRequest.names.quoted)"))
        }
    }
}

/// A field of a message.
private enum Field: Decodable {
    case text(String), number(Double), flag(Bool), texts([String]), other

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) { self = .flag(flag) }
        else if let number = try? value.decode(Double.self) { self = .number(number) }
        else if let text = try? value.decode(String.self) { self = .text(text) }
        else if let texts = try? value.decode([String].self) { self = .texts(texts) }
        else { self = .other }
    }
}

/// Takes the fields of a message one by one, so that unknown fields are found.
private struct FieldReader {
    private var rest: [String: Field]
    private var known = ["request", "id"]

    init(_ fields: [String: Field]) { rest = fields }

    mutating func name() throws(ControlError) -> String {
        guard let name = try text("request") else {
            throw ControlError(.badField, "request is missing; expected \(ControlRequest.names.quoted)")
        }
        return name
    }

    mutating func id() throws(ControlError) -> ControlID? {
        switch take("id") {
        case nil: return nil
        case .text(let text) where text.utf8.count <= 64: return .text(text)
        case .number(let number) where number.magnitude <= 9e15 && number == number.rounded(): return .number(Int(number))
        default: throw ControlError(.badField, "id is too long or has the wrong type; expected a string of at most 64 bytes, or a whole number")
        }
    }

    mutating func text(_ key: String) throws(ControlError) -> String? {
        switch take(key) {
        case nil: return nil
        case .text(let text) where text.utf8.count <= ControlMessage.longestText: return text
        default: throw ControlError(.badField, "\(key) is too long or has the wrong type; expected a string of at most \(ControlMessage.longestText) bytes")
        }
    }

    mutating func flag(_ key: String) throws(ControlError) -> Bool? {
        switch take(key) {
        case nil: return nil
        case .flag(let flag): return flag
        default: throw ControlError(.badField, "\(key) has the wrong type; expected true or false")
        }
    }

    mutating func number(_ key: String) throws(ControlError) -> Double? {
        switch take(key) {
        case nil: return nil
        case .number(let number) where number.isFinite: return number
        default: throw ControlError(.badField, "\(key) has the wrong type; expected a number")
        }
    }

    mutating func directions(_ key: String) throws(ControlError) -> [HeadDirection]? {
        guard let field = take(key) else { return nil }
        if case .texts(let words) = field {
            let directions = words.compactMap(HeadDirection.init)
            if directions.count == words.count, !words.isEmpty, Set(directions).count == words.count { return directions }
        }
        throw ControlError(.badField, "\(key) is not understood; expected each once of "
            + "[" + HeadDirection.allCases.map(\.rawValue.quoted).joined(separator: ",") + "]")
    }

    /// A remaining field is unknown, and most likely mistyped: the request is refused, because nothing is done by guess.
    func end(of name: String) throws(ControlError) {
        guard let stranger = rest.keys.min() else { return }
        let nearest = NearestWord.to(stranger, among: known).map { "; did you mean \($0)?" } ?? ""
        throw ControlError(.badField, "\(stranger.quoted) is not a field of \(name)\(nearest)")
    }

    private mutating func take(_ key: String) -> Field? {
        known.append(key)
        return rest.removeValue(forKey: key)
    }
}
