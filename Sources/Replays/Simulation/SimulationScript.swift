import Gestures
import Platform

/// An error in a script; the description ends with what was expected.
package struct ScriptError: Error, Equatable, CustomStringConvertible {
    package let statement: String
    package let problem: String

    package var description: String { "in the script at \(statement.quoted): \(problem)" }
}

/// A parsed script of `nodline simulate`: the camera's properties and the head's movements.
package struct SimulationScript: Equatable, Sendable {
    /// One movement.
    package enum Action: Equatable, Sendable {
        case still(seconds: Double)
        /// The head goes out and back.
        case look(HeadDirection, degrees: Double, seconds: Double)
        /// The head goes out, stays and comes back.
        case hold(HeadDirection, degrees: Double, seconds: Double)
        /// Down and back, `count` times, each within `seconds`.
        case nod(count: Int, degrees: Double, seconds: Double)
        /// `count` swings to the sides, each within `seconds`.
        case shake(count: Int, degrees: Double, seconds: Double)
        /// The head tilts towards a shoulder, stays, and comes back: a gesture only where tilts are used.
        case tilt(Shoulder, degrees: Double, seconds: Double)
        /// The brows rise, or the corners of the mouth move outwards and up, by a distance in IOD, stay, and come back: a gesture only where it is used.
        case show(FacialExpression, distance: Double, seconds: Double)
        /// The posture moves slowly and stays: not a gesture.
        case drift(HeadDirection, distance: Double, seconds: Double)
        /// The user comes nearer, stays, and goes back: not a gesture.
        case lean(seconds: Double)
        case cough
        /// Small restless movements: not a gesture.
        case talk(seconds: Double)
        case leave
        case comeBack
        /// The brightness changes to a factor within a time; the head is still.
        case light(factor: Double, seconds: Double)
    }

    package var actions: [Action] = []
    /// Frames a second.
    package var rate = 30.0
    /// Standard deviation of the sensor's noise in grey levels.
    package var noise = 2.0
    /// The eyes' distance in pixels.
    package var size = 70.0
    /// Constant tilt of the head towards the user's left shoulder, in degrees.
    package var roll = 0.0
    /// Fraction of the frame interval for which the shutter is open; 0 for sharp frames.
    package var shutter = 0.0
    /// Standard deviation of a frame's time from its nominal time, in seconds.
    package var jitter = 0.0
    /// Fraction of frames that are lost.
    package var dropped = 0.0

    /// Parses statements that are separated by semicolons.
    /// - Throws: ``ScriptError``.
    package init(_ text: String) throws {
        for statement in text.split(separator: ";") {
            let words = statement.split(whereSeparator: \.isWhitespace).map(String.init)
            if let verb = words.first { try add(verb, Arguments(statement: words.joined(separator: " "), words.dropFirst())) }
        }
        guard !actions.isEmpty else {
            throw ScriptError(statement: text, problem: "the script has no movement; expected for example \"still 3s; look left\"")
        }
    }

    private mutating func add(_ verb: String, _ given: Arguments) throws {
        var given = given
        switch verb {
        case "still": actions.append(.still(seconds: try given.seconds(or: 1, in: 0.05...3600)))
        case "look":
            let direction = try given.direction(HeadDirection.allCases)
            actions.append(.look(direction, degrees: try given.degrees(or: direction.isHorizontal ? 22 : 18),
                                 seconds: try given.seconds(or: 0.7, in: 0.2...5)))
        case "hold":
            let direction = try given.direction(HeadDirection.allCases)
            actions.append(.hold(direction, degrees: try given.degrees(or: direction.isHorizontal ? 22 : 18),
                                 seconds: try given.seconds(or: 1.5, in: 0.1...3600)))
        case "nod":
            let seconds = try given.seconds(or: 0.45, in: 0.15...3), degrees = try given.degrees(or: 15)
            actions.append(.nod(count: try given.count(or: 2), degrees: degrees, seconds: seconds))
        case "shake":
            let seconds = try given.seconds(or: 0.35, in: 0.15...3), degrees = try given.degrees(or: 16)
            actions.append(.shake(count: try given.count(or: 3), degrees: degrees, seconds: seconds))
        case "tilt":
            let shoulder: Shoulder = try given.direction([.left, .right]) == .left ? .left : .right
            actions.append(.tilt(shoulder, degrees: try given.degrees(or: 15),
                                 seconds: try given.seconds(or: 1, in: 0.1...3600)))
        case "brows", "smile":
            let expression: FacialExpression = verb == "brows" ? .brows : .smile
            let distance = try given.number("eye distances", or: expression == .brows ? 0.2 : 0.3, in: 0...0.4)
            actions.append(.show(expression, distance: distance, seconds: try given.seconds(or: 0.4, in: 0.1...3600)))
        case "drift":
            let direction = try given.direction(HeadDirection.allCases)
            let seconds = try given.seconds(or: 10, in: 0.5...3600)
            actions.append(.drift(direction, distance: try given.number("distance", or: 0.1, in: 0...2), seconds: seconds))
        case "lean": actions.append(.lean(seconds: try given.seconds(or: 2, in: 0.1...3600)))
        case "cough": actions.append(.cough)
        case "talk": actions.append(.talk(seconds: try given.seconds(or: 3, in: 0.2...3600)))
        case "leave": actions.append(.leave)
        case "return": actions.append(.comeBack)
        case "light":
            let seconds = try given.seconds(or: 0.5, in: 0.05...60)
            actions.append(.light(factor: try given.number("factor", or: 1, in: 0.05...3), seconds: seconds))
        case "fps": rate = try given.number("frames a second", or: nil, in: 1...120)
        case "noise": noise = try given.number("grey levels", or: nil, in: 0...50)
        case "size": size = try given.number("pixels from eye to eye", or: nil, in: 15...300)
        case "roll":
            let direction = try given.direction([.left, .right])
            roll = (direction == .left ? 1 : -1) * (try given.degrees(or: 15))
        case "blur": shutter = try given.number("part of a frame's time", or: nil, in: 0...1)
        case "jitter": jitter = try given.seconds(or: nil, in: 0...0.5)
        case "drop": dropped = try given.percent(in: 0...90) / 100
        default: throw given.fault("unknown word" + (NearestWord.to(verb, among: Self.verbs).map { "; did you mean \($0)?" }
            ?? "; known are \(Self.verbs.joined(separator: ", "))"))
        }
        try given.finish()
    }

    private static let verbs = ["still", "look", "hold", "nod", "shake", "tilt", "brows", "smile", "drift", "lean", "cough", "talk", "leave",
                                "return", "light", "fps", "noise", "size", "roll", "blur", "jitter", "drop"]
}

/// The words after a verb. Seconds end with `s`, degrees with `deg` or `°`, percentages with `%`; others are bare numbers.
private struct Arguments {
    let statement: String
    private var words: [String]

    init(statement: String, _ words: ArraySlice<String>) {
        self.statement = statement
        self.words = Array(words)
    }

    func fault(_ problem: String) -> ScriptError { ScriptError(statement: statement, problem: problem) }

    mutating func direction(_ allowed: [HeadDirection]) throws -> HeadDirection {
        guard let word = words.first, let direction = HeadDirection(rawValue: word), allowed.contains(direction) else {
            throw fault("expected \(allowed.map(\.rawValue).quoted) after the verb")
        }
        words.removeFirst()
        return direction
    }

    mutating func seconds(or standard: Double?, in range: ClosedRange<Double>) throws -> Double {
        try take(["s"], "seconds, for example 1.5s", standard, range)
    }

    mutating func degrees(or standard: Double) throws -> Double {
        try take(["deg", "°"], "degrees, for example 20deg", standard, 1...60)
    }

    mutating func percent(in range: ClosedRange<Double>) throws -> Double {
        try take(["%"], "per cent, for example 5%", nil, range)
    }

    mutating func number(_ name: String, or standard: Double?, in range: ClosedRange<Double>) throws -> Double {
        try take([""], name, standard, range)
    }

    mutating func count(or standard: Int) throws -> Int {
        Int(try take([""], "how many times", Double(standard), 1...20))
    }

    func finish() throws {
        if let word = words.first { throw fault("\(word.quoted) is not understood here") }
    }

    private mutating func take(_ units: [String], _ name: String, _ standard: Double?,
                               _ range: ClosedRange<Double>) throws -> Double {
        for (index, word) in words.enumerated() {
            for unit in units where word.hasSuffix(unit) || unit.isEmpty {
                guard let value = Double(word.dropLast(unit.count)) else { continue }
                guard range.contains(value) else {
                    throw fault("\(word) is out of range; expected \(range.lowerBound.shortest) to "
                        + "\(range.upperBound.shortest) \(name)")
                }
                words.remove(at: index)
                return value
            }
        }
        guard let standard else { throw fault("expected \(name)") }
        return standard
    }
}
