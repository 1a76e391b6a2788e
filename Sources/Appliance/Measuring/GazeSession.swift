import Gestures
import Platform

/// A gaze calibration in progress: the user looks at one point after the other. Nothing fires meanwhile.
package struct GazeSession: Sendable {
    /// Seconds until the eyes have arrived at a point, and after which one is given up.
    private static let arrival = 1.2, longestPoint = 6.0
    /// Number of looks at a point.
    private static let looks = 24

    package let targets: [GazeTarget]
    package let geometry: GazeGeometry
    private var calibration: GazeCalibration
    private var timeout: SessionTimeout
    /// The point that the user looks at, since when, and how often the eyes were seen there.
    private var point = 0
    private var since: Double?
    private var seen = 0

    package init(_ targets: [GazeTarget], _ geometry: GazeGeometry, at time: Double) {
        self.targets = targets
        self.geometry = geometry
        calibration = GazeCalibration(points: targets.map { $0.point(geometry) })
        timeout = SessionTimeout(faceless: 10, longest: 120, at: time)
    }

    /// The result, or why there is none; `nil` while it is not over.
    package var result: Result<GazeCorrection, GazeCalibration.Fault>? { point < targets.count ? nil : calibration.fit() }

    /// Takes a sample and reports changes. If the head is lost, the present point begins anew when it is back.
    package mutating func add(_ sample: HeadSample, _ emit: (ApplianceEvent) -> Void) {
        guard point < targets.count else { return }
        guard sample.head != nil else {
            if since != nil, timeout.unseen(at: sample.time) > GestureConfiguration().faceLossTime { since = nil }
            return
        }
        timeout.see(at: sample.time)
        guard let since else {
            self.since = sample.time
            seen = 0
            calibration.forget(point)
            return emit(.gaze(time: sample.time, .asks(point + 1, of: targets.count, words: targets[point].words)))
        }
        if sample.time - since >= Self.arrival, let look = sample.gaze {
            calibration.add(look, at: point)
            seen += 1
        }
        guard seen >= Self.looks || sample.time - since >= Self.longestPoint else { return }
        point += 1
        self.since = nil
    }

    /// Marks what has been measured so far as invalid.
    package mutating func disturb(_ reason: String) { timeout.disturb(reason) }

    /// The reason why it cannot go on, if there is one.
    package func obstacle(at time: Double) -> String? { timeout.obstacle(at: time) }
}

extension GazeCalibration.Fault {
    /// The fault in words, for a person.
    /// - Parameter names: of the points; they are numbered without.
    package func words(_ names: [String] = []) -> String {
        func name(_ point: Int) -> String { names.indices.contains(point) ? names[point] : "point \(point + 1)" }
        return switch self {
        case .eyesUnknown(let point): "the eyes were not seen well enough at \(name(point))"
        case .tooMuchSpread(let point, let degrees):
            "the gaze was not steady at \(name(point)): it varied by \(NumberFormat.text(degrees, decimals: 1))°"
        case .notToldApart(let isSideways): "the points cannot be told apart \(isSideways ? "sideways" : "up and down")"
        case .missed(let point, let degrees):
            "the gaze was not on \(name(point)): it was \(NumberFormat.text(degrees, decimals: 1))° away from where the other points put it"
        }
    }
}
