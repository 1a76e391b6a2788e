import Appliance
import FoundationEssentials
import Gestures
import Glibc
import Pipeline
import Platform
import Traces

/// Compares where people seem to look with the points that they looked at.
package struct GazeEvaluation: Sendable {
    /// One measurement and its error.
    package struct Sample: Sendable {
        /// Seconds.
        package let time: Double
        /// Distance of the smoothed point from the label, and of the one that is not smoothed, in centimetres.
        package let error: Double
        package let bareError: Double
        /// Angle between the two lines of sight, in degrees; likewise.
        package let degrees: Double
        package let bareDegrees: Double
        /// The head's angles in degrees: yaw to the user's left, pitch up.
        package let head: HeadAngles
        /// The eyes' distance from the screen in centimetres.
        package let distance: Double
        /// The eyes' angle to the camera's axis, in degrees: how far they are from the picture's middle.
        package let place: Double
    }

    package struct Clip: Sendable {
        package let name: String
        package let samples: [Sample]
        /// Frames within labels, with and without a gaze.
        package let frames: Int
        /// Why there is no calibration, in words.
        package let fault: String?
        /// For each label, whether the median of its second half lies in the right cell of ``GazeEvaluation/grids``.
        package let cells: [[Bool]]
        /// For each label, what zones with a dwell of 1 s would have done in ``GazeEvaluation/grids``.
        package let dwells: [[ZoneTrial.Outcome]]
    }

    /// Columns and rows into which the screen is divided.
    package static let grids = [(2, 1), (3, 1), (2, 2), (3, 2), (3, 3)]

    package private(set) var clips: [Clip] = []
    /// The clips that could not be evaluated.
    private var failures: [FailedClip] = []
    private var remarks: [ClipRemark] = []

    /// Whether the figures are those of all clips, each of them whole.
    package var isComplete: Bool { failures.isEmpty && !remarks.contains(where: \.isDamage) }

    /// What is odd about the clips, one sentence each.
    package var warnings: [String] { remarks.map(\.description) + failures.map { "\($0.file) is left out: \($0.problem)" } }

    /// Number of labels, from the first one on, that calibrate and are not evaluated.
    package let points: Int
    package let filter: GazeFilter.Kind

    /// - Parameters:
    ///   - points: labels that calibrate; 0 for no calibration, 1 for the offset only.
    package init(folder: String, configuration: Configuration, points: Int, filter: GazeFilter.Kind, progress: (String) -> Void) throws {
        self.points = points
        self.filter = filter
        let contents = try ClipFolder(folder)
        let entries = contents.entries.filter { $0.labels != nil }
        guard !entries.isEmpty else {
            throw ClipError(file: folder, problem: "there is no clip with labels in it; expected CLIP.csv next to CLIP.mp4 or CLIP.heads")
        }
        var first: (any Error)?
        for entry in entries {
            progress(entry.file)
            do {
                try add(entry, in: folder, configuration)
            } catch where FailedClip.isOfOneClip(error) {
                first = first ?? error
                failures.append(FailedClip(file: entry.file, problem: "\(error)"))
            }
        }
        if clips.isEmpty, let first { throw first }
    }

    private mutating func add(_ entry: ClipFolder.Entry, in folder: String, _ configuration: Configuration) throws {
        let ownFile = "\(folder)/\(entry.name).toml", labelFile = "\(folder)/\(entry.labels ?? "")"
        let own = FileManager.default.fileExists(atPath: ownFile) ? try Configuration.read(file: ownFile) : configuration
        let labels = try GazeLabel.read(file: labelFile, own.gaze)
        guard labels.count > points || labels.count == 1 else {
            throw LabelError(file: labelFile, line: 0, problem: "it has \(labels.count) labels; expected more than the \(points) that calibrate")
        }
        let (trace, size, found) = try Self.trace("\(folder)/\(entry.file)", own)
        remarks += found
        clips.append(evaluate(entry.name, trace, GazeModel(own.gaze, width: size.x, height: size.y), labels))
    }

    /// A clip's heads with both eyes in each frame, and the size of its upright picture. A trace's picture is that of `[camera]`.
    private static func trace(_ file: String, _ configuration: Configuration) throws -> (HeadTrace, SIMD2<Double>, [ClipRemark]) {
        let expected = SIMD2(Double(configuration.camera.width), Double(configuration.camera.height))
        if file.hasSuffix("." + HeadTrace.ending) { return (try HeadTrace(file: file), expected, []) }
        let (recorder, summary) = try TraceRecorder.record(file, configuration, measuresEyes: true)
        return (recorder.trace, recorder.size ?? expected, summary.remarks)
    }

    private func evaluate(_ name: String, _ trace: HeadTrace, _ model: GazeModel, _ labels: [GazeLabel]) -> Clip {
        let calibrating = labels.prefix(points), judged = labels.count > points ? Array(labels.dropFirst(points)) : labels
        var calibration = GazeCalibration(points: calibrating.map(\.point)), correction = GazeCorrection()
        let looks = trace.marks.map { $0.gaze(model) }
        for look in looks.compactMap({ $0 }) {
            for (index, label) in calibrating.enumerated() where (label.start...label.end).contains(look.time) { calibration.add(look, at: index) }
        }
        if points > 0 {
            switch calibration.fit() {
            case .success(let found): correction = found
            case .failure(let fault): return Clip(name: name, samples: [], frames: 0, fault: fault.words(), cells: [], dwells: [])
            }
        }
        var samples: [Sample] = [], frames = 0, smoother = GazeFilter(filter), late: [[GazePoint]] = judged.map { _ in [] }
        for (mark, look) in zip(trace.marks, looks) {
            let index = judged.firstIndex { ($0.start...$0.end).contains(mark.time) }
            if index != nil { frames += 1 }
            guard let look = look.map(correction.apply), let point = look.point, let angles = mark.sample.angles else { continue }
            let smoothed = smoother.smooth(point, at: mark.time)
            guard let index else { continue }
            let label = judged[index]
            if mark.time > (label.start + label.end) / 2 { late[index].append(smoothed) }
            samples.append(Sample(
                time: mark.time, error: Self.distance(smoothed, label.point), bareError: Self.distance(point, label.point),
                degrees: Self.angle(look.eyes, smoothed, label.point), bareDegrees: Self.angle(look.eyes, point, label.point), head: angles,
                distance: look.eyes.z, place: atan2(hypot(look.eyes.x, look.eyes.y), look.eyes.z) * 180 / .pi))
        }
        let cells = zip(judged, late).compactMap { label, points -> [Bool]? in
            guard !points.isEmpty else { return nil }
            let seen = GazePoint(right: GazeStatistics.quantile(points.map(\.right), 0.5) ?? 0, up: GazeStatistics.quantile(points.map(\.up), 0.5) ?? 0)
            return Self.grids.map { Self.cell(model.geometry, seen, $0) == Self.cell(model.geometry, label.point, $0) }
        }
        let trial = ZoneTrial(model, correction), outcomes = Self.grids.map { trial.outcomes(trace, judged, $0) }
        let dwells = judged.indices.map { index in outcomes.map { $0[index] } }
        return Clip(name: name, samples: samples, frames: frames, fault: nil, cells: cells, dwells: dwells)
    }

    /// The cell of a grid in which a point lies; points beyond the screen belong to the nearest one.
    private static func cell(_ geometry: GazeGeometry, _ point: GazePoint, _ grid: (Int, Int)) -> SIMD2<Int> {
        let part = geometry.part(point)
        func index(_ part: Double, _ count: Int) -> Int { Int(min(max(part, 0), 0.999) * Double(count)) }
        return SIMD2(index(part.x, grid.0), index(part.y, grid.1))
    }

    private static func distance(_ a: GazePoint, _ b: GazePoint) -> Double { hypot(a.right - b.right, a.up - b.up) }

    /// The angle at the eyes between two points on the screen, in degrees.
    private static func angle(_ eyes: SIMD3<Double>, _ a: GazePoint, _ b: GazePoint) -> Double {
        let first = SIMD3(a.right, a.up, 0) - eyes, second = SIMD3(b.right, b.up, 0) - eyes
        let lengths = ((first * first).sum() * (second * second).sum()).squareRoot()
        return acos(min(1, (first * second).sum() / lengths)) * 180 / .pi
    }

    package var samples: [Sample] { clips.flatMap(\.samples) }
    /// Part of the labelled frames in which there was no gaze.
    package var unknown: Double {
        let frames = clips.reduce(0) { $0 + $1.frames }
        return frames > 0 ? 1 - Double(samples.count) / Double(frames) : 0
    }

    /// What the error may depend on, with its unit.
    static let causes: [(name: String, unit: String, value: @Sendable (Sample) -> Double)] = [
        ("time", "s", { $0.time }), ("yaw, either way", "°", { $0.head.yaw.magnitude }), ("pitch, either way", "°", { $0.head.pitch.magnitude }),
        ("distance", "cm", { $0.distance }), ("place, from the picture's middle", "°", { $0.place })
    ]
}
