import Appliance
import Pipeline
import Platform

/// Measures the frames of one clip (`nodline bench --clip`), for comparisons with other programs on the same clip. Reads the frames into
/// memory first and runs them with each accuracy. One thread.
package struct ClipBench {
    /// Maximum number of frames, so that any clip fits into memory.
    package static let mostFrames = 1000

    private let clip: String
    private let width: Int
    private let height: Int
    private let range: Frame.LumaRange
    private let pictures: [(luma: [UInt8], time: Double)]
    private let counted: Int
    /// What its user must know about how the clip was read.
    package let remarks: [ClipRemark]

    /// - Parameters:
    ///   - clip: any clip that ``ClipOpener`` opens.
    ///   - every: takes every Nth frame, at least 1; gives another rate from the same clip.
    ///   - warmUp: frames up to this time are processed but not counted, in seconds of the clip.
    /// - Throws: `ClipError` for a clip that cannot be read or has no frame to count.
    package init(clip: String, every: Int, warmUp: Double) throws {
        let source = try ClipOpener.open(clip)
        var size: (width: Int, height: Int, range: Frame.LumaRange)?
        var pictures: [(luma: [UInt8], time: Double)] = []
        var index = 0
        while pictures.count < Self.mostFrames, let frame = try source.next() {
            defer { index += 1 }
            guard index % every == 0 else { continue }
            size = (frame.width, frame.height, frame.range)
            var luma: [UInt8] = []
            luma.reserveCapacity(frame.width * frame.height)
            for y in 0..<frame.height {
                luma += UnsafeBufferPointer(start: frame.luma + y * frame.stride, count: frame.width)
            }
            pictures.append((luma, frame.time))
        }
        let start = pictures.first?.time ?? 0
        counted = pictures.filter { $0.time - start >= warmUp }.count
        guard let size, counted > 0 else {
            throw ClipError(file: clip, problem: "it has no frame after the first \(warmUp.shortest) s to count; "
                + "take a longer clip or a shorter --warm-up")
        }
        self.clip = clip
        remarks = source.remarks
        self.pictures = pictures
        (width, height, range) = size
    }

    /// - Parameter stages: also measures each stage, in a separate run, because reading clocks costs as much as a small stage.
    package func run(stages: Bool = false) throws -> ClipBenchResult {
        let configuration = Configuration()
        let runtime = try LiteRTRuntime(assets: configuration.models.assets)
        var result = ClipBenchResult(clip: clip, frames: counted)
        if counted > 1 { result.rate = Double(counted - 1) / (pictures[pictures.count - 1].time - firstCounted.time) }
        let mesh = try FaceMesh(runtime: runtime)
        result.mesh_run_ms = try Spread.median(of: 100) { try mesh.runBare() }
        for accuracy in Accuracy.allCases {
            var configuration = configuration
            configuration.detection.accuracy = accuracy
            result.accuracies[accuracy.rawValue] = try follow(HeadSwitch(configuration, runtime: runtime))
            if stages {
                result.stages[accuracy.rawValue] = try self.stages(of: HeadSwitch(configuration, runtime: runtime))
            }
        }
        return result
    }

    private var firstCounted: (luma: [UInt8], time: Double) { pictures[pictures.count - counted] }

    private func follow(_ headSwitch: HeadSwitch) throws -> ClipBenchResult.Cost {
        var headSwitch = headSwitch
        var costs: [Double] = []
        costs.reserveCapacity(pictures.count)
        var faces = 0
        try forEachFrame { frame in
            var face: Face?
            costs.append(try cost { face = try headSwitch.process(frame) { _ in } })
            if face != nil, costs.count > pictures.count - counted { faces += 1 }
        }
        costs.removeFirst(pictures.count - counted)
        let spread = Spread(costs)
        return ClipBenchResult.Cost(mean_ms: Spread.rounded(costs.reduce(0, +) / Double(counted)),
                                    median_ms: spread?.median_ms ?? 0, p99_ms: spread?.p99_ms ?? 0,
                                    face_percent: Spread.rounded(Double(faces) * 100 / Double(counted)))
    }

    private func forEachFrame(_ body: (Frame) throws -> Void) rethrows {
        for (luma, time) in pictures {
            try luma.withUnsafeBufferPointer { luma in
                try body(Frame(luma: luma.baseAddress!, width: width, height: height, stride: width, range: range,
                               time: time - pictures[0].time))
            }
        }
    }

    private func stages(of headSwitch: HeadSwitch) throws -> [String: ClipBenchResult.Stage] {
        var headSwitch = headSwitch
        let costs = StageCosts()
        var index = 0
        try forEachFrame { frame in
            headSwitch.tracker.costs = index < pictures.count - counted ? nil : costs
            index += 1
            _ = try headSwitch.process(frame) { _ in }
        }
        let clock = Spread.median(of: 300) {}
        var stages: [String: ClipBenchResult.Stage] = [:]
        // `face` contains the other stages and their clock readings.
        for stage in StageCosts.Stage.allCases where stage != .face {
            let runs = costs.milliseconds(of: stage).map { max(0, $0 - clock) }
            guard !runs.isEmpty else { continue }
            stages[stage.rawValue] = .init(runs_per_frame: Spread.rounded(Double(runs.count) / Double(counted)),
                                           mean_ms: Spread.rounded(runs.reduce(0, +) / Double(runs.count)))
        }
        let conversions = Bench.conversions(width: width, height: height, count: 20)
        stages["convert"] = .init(runs_per_frame: 0, mean_ms: Spread.rounded(conversions.reduce(0, +) / 20 - clock))
        return stages
    }

    /// CPU milliseconds of the whole process.
    private func cost(_ body: () throws -> Void) rethrows -> Double {
        let start = CPUClock.process
        try body()
        return (CPUClock.process - start) * 1000
    }
}

/// A clip's figures, in CPU milliseconds.
package struct ClipBenchResult: Encodable {
    /// Cost of one frame, without conversion to luma: clips are luma already.
    struct Cost: Encodable {
        var mean_ms: Double
        var median_ms: Double
        var p99_ms: Double
        /// Frames with a face, in per cent.
        var face_percent: Double
    }

    /// CPU of one run of a stage, and the runs per frame. The conversion to luma (`convert`) runs only if a camera gives no luma.
    struct Stage: Encodable {
        var runs_per_frame: Double
        var mean_ms: Double
    }

    var clip: String
    /// Number of counted frames, and their rate according to the clip's time stamps.
    var frames: Int
    var rate = 0.0
    /// The median of bare LiteRT runs of the mesh.
    var mesh_run_ms = 0.0
    /// By the accuracy's name.
    var accuracies: [String: Cost] = [:]
    /// By the names of accuracy and stage; empty unless requested.
    var stages: [String: [String: Stage]] = [:]

    /// The table for a terminal.
    package var table: String {
        var rows = [["\(frames) frames, \(NumberFormat.text(rate, decimals: 1)) a second", "cost", "at most in 99 %", "face"],
                    ["bare run of the mesh", "\(NumberFormat.text(mesh_run_ms)) ms", "", ""]]
        for (name, cost) in accuracies.sorted(by: { $0.key < $1.key }) {
            rows.append(["a frame, accuracy \(name)", "\(NumberFormat.text(cost.mean_ms)) ms",
                         "\(NumberFormat.text(cost.p99_ms)) ms",
                         "\(NumberFormat.text(cost.face_percent, decimals: 1)) %"])
        }
        for (name, stages) in stages.sorted(by: { $0.key < $1.key }) {
            for (stage, cost) in stages.sorted(by: { $0.key < $1.key }) {
                rows.append(["stage \(stage), accuracy \(name)", "\(NumberFormat.text(cost.mean_ms)) ms",
                             "\(NumberFormat.text(cost.runs_per_frame, decimals: 2)) a frame", ""])
            }
        }
        return EvaluationTable.aligned(rows)
    }
}
