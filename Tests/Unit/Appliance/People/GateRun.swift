import Appliance
import People
import Traces

/// A gate with the reports that it has given.
struct GateRun {
    static let near = 0.3 * RecognitionMethod.dlib.limit, far = 1.5 * RecognitionMethod.dlib.strangerLimit
    /// Not near, and not far in one look or several.
    static let between = (RecognitionMethod.dlib.limit + RecognitionMethod.dlib.strangerMedian) / 2

    var gate: PersonGate
    var reports: [PersonReport] = []
    var time = 0.0, size = 60.0

    init(only: [String] = ["anna"], accepts: Bool = true) { gate = PersonGate(only: only, acceptsUnknown: accepts) }

    mutating func find() -> Bool { gate.faceFound(at: time) { reports.append($0) } }

    /// Shows a face at these distances from a person, as soon as the gate wants one.
    mutating func hear(_ name: String, _ distances: Double...) {
        for distance in distances {
            while !isWanted() { time += 0.1 }
            gate.looks(at: time)
            time += 0.1
            gate.hear(PersonMatch(name: name, distance: distance, method: .dlib), at: time) { reports.append($0) }
        }
    }

    /// Shows the face of a frame.
    mutating func isWanted() -> Bool {
        gate.follow(size, at: time)
        return gate.wantsLook(at: time, obstacle: nil)
    }

    /// The recogniser fails.
    mutating func fail() { gate.fail(.failed("killed"), at: time) { reports.append($0) } }

    mutating func pass(_ seconds: Double, obstacle: RecognitionObstacle? = nil) {
        let end = time + seconds
        while time < end {
            time += 0.1
            gate.follow(size, at: time)
            _ = gate.wantsLook(at: time, obstacle: obstacle)
            gate.advance(to: time) { reports.append($0) }
        }
    }
}
