import Gestures
import Platform
import Wire

/// The requests about taught gestures, and the ordinary minutes from which it is learnt what must not fire.
package enum TeachRequest: Equatable, Sendable {
    /// Teaches a gesture, by this many repetitions.
    case teach(GestureName, repetitions: Int)
    /// Lists the taught gestures.
    case taught
    case forget(GestureName)
    /// Gives the template's text.
    case export(GestureName)
    /// Gives a part of a template's text, from 0 on; with the last one it is kept.
    case importing(GestureName, text: String, part: Int, isLast: Bool)
    /// Records ordinary minutes.
    case recordRest(minutes: Double)
    case stopRest
    /// Says how many ordinary minutes there are.
    case rest
    case forgetRest

    /// The names of the requests in a message.
    package static let names = ["teach", "taught", "forget-taught", "export-taught", "import-taught", "record-rest", "rest", "forget-rest"]

    /// The name in a message.
    package var name: String {
        switch self {
        case .teach: "teach"
        case .taught: "taught"
        case .forget: "forget-taught"
        case .export: "export-taught"
        case .importing: "import-taught"
        case .recordRest, .stopRest: "record-rest"
        case .rest: "rest"
        case .forgetRest: "forget-rest"
        }
    }

    /// Bytes of a part of a template's text.
    package static let longestPart = 400

    /// - Returns: `nil` if there is no request of this name.
    init?(_ name: String, _ fields: inout FieldReader) throws(ControlError) {
        switch name {
        case "teach":
            let gesture = try Self.gesture(&fields), counts = Teacher.counts
            let range = Double(counts.lowerBound)...Double(counts.upperBound)
            self = .teach(gesture, repetitions: Int(try fields.number("repetitions", in: range, "repetitions") ?? Double(Self.usualRepetitions)))
        case "taught": self = .taught
        case "forget-taught": self = .forget(try Self.gesture(&fields))
        case "export-taught": self = .export(try Self.gesture(&fields))
        case "import-taught":
            let gesture = try Self.gesture(&fields), text = try fields.text("text") ?? ""
            let part = try fields.number("part", in: 0...1000, "") ?? 0
            self = .importing(gesture, text: text, part: Int(part), isLast: try fields.flag("last") ?? true)
        case "record-rest":
            let minutes = try fields.number("minutes", in: Self.restLengths, "minutes") ?? Self.usualMinutes
            self = try fields.flag("stop") == true ? .stopRest : .recordRest(minutes: minutes)
        case "rest": self = .rest
        case "forget-rest": self = .forgetRest
        default: return nil
        }
    }

    package static let usualRepetitions = 6, usualMinutes = 10.0
    /// Allowed lengths of a recording of ordinary minutes, in minutes.
    package static let restLengths = 1.0...60.0

    /// A gesture's name, as it was taught or as it is bound.
    package static func gesture(_ text: String) -> GestureName? { TaughtGesture.name(text.hasPrefix("my-") ? text.dropFirst(3) : text[...]) }

    /// What is wrong with a name.
    package static func refusal(of name: String) -> String {
        "\(name.quoted) cannot be a gesture's name; expected \(GivenName.expectation), for example jerk"
    }

    private static func gesture(_ fields: inout FieldReader) throws(ControlError) -> GestureName {
        guard let name = try fields.text("name") else { throw ControlError(.badField, "name is missing; expected a gesture's, for example \"jerk\"") }
        guard let gesture = gesture(name) else { throw ControlError(.badField, "name: " + refusal(of: name)) }
        return gesture
    }

    /// The request as a client sends it.
    var fields: Fields {
        switch self {
        case .teach(let gesture, let repetitions): Fields(request: name, name: gesture.description, repetitions: repetitions)
        case .forget(let gesture), .export(let gesture): Fields(request: name, name: gesture.description)
        case .importing(let gesture, let text, let part, let isLast): Fields(request: name, name: gesture.description, text: text, part: part, last: isLast)
        case .recordRest(let minutes): Fields(request: name, minutes: minutes)
        case .stopRest: Fields(request: name, stop: true)
        case .taught, .rest, .forgetRest: Fields(request: name)
        }
    }

    struct Fields: Encodable {
        let request: String
        var name: String?, repetitions: Int?, text: String?, part: Int?, last: Bool?, minutes: Double?, stop: Bool?
    }
}
