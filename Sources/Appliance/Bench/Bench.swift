// The measurements of `nodline bench`.
import Glibc
import Pipeline

/// Measures this machine. One thread, VGA, frames in memory.
struct Bench {
    private let moving: BenchScene
    private let still: BenchScene
    private let empty: BenchScene
    private let runtime: LiteRTRuntime
    private let configuration: Configuration

    init() throws {
        configuration = Configuration()
        runtime = try LiteRTRuntime(assets: configuration.models.assets)
        let model = try PortraitModel(photograph: SimulateCommand.photograph(), runtime: runtime)
        // Small movements inside the idle zone's neighbourhood would be events; talking moves every frame without any.
        moving = try BenchScene("fps 15; look left 8deg 1.2s; look down 6deg 1.2s; talk 2s", model: model)
        still = try BenchScene("fps 15; still 1s", model: model)
        empty = BenchScene(emptyLike: moving)
    }

    func run() throws -> BenchResult {
        var result = BenchResult()
        let mesh = try FaceMesh(runtime: runtime), detector = try FaceDetector(runtime: runtime)
        result.mesh_run_ms = try median(of: 300) { try mesh.runBare() }
        result.detect_run_ms = try median(of: 300) { try detector.runBare() }
        result.stages = try stages()
        result.followed_low_ms = try perFrame(moving, .low)
        result.followed_high_ms = try perFrame(moving, .high)
        result.still_ms_per_s = try perFrame(still, .low) * 15
        result.still_high_ms_per_s = try perFrame(still, .high) * 15
        result.empty_ms_per_s = try perFrame(empty, .low) * 15
        result.capture_to_line_ms = try CaptureToLine(scene: moving, configuration).milliseconds
        result.allocations_per_frame = try allocations()
        let child = try ReplayChild(scene: moving)
        result.start_ms = child.startMilliseconds
        result.resident_mb = child.resident
        result.resident_peak_mb = child.residentPeak
        result.proportional_mb = child.proportional
        return result
    }

    private func headSwitch(_ accuracy: FaceTracker.Accuracy) throws -> HeadSwitch {
        var configuration = configuration
        configuration.detection.accuracy = accuracy
        return try HeadSwitch(configuration, runtime: runtime)
    }

    private func stages() throws -> [String: Spread] {
        let costs = StageCosts()
        for accuracy in FaceTracker.Accuracy.allCases {
            var headSwitch = try headSwitch(accuracy)
            try moving.forEachFrame(30) { try headSwitch.process($0) { _ in } }
            headSwitch.tracker.costs = costs
            try moving.forEachFrame(300, from: 30) { try headSwitch.process($0) { _ in } }
        }
        var stages: [String: Spread] = [:]
        for stage in StageCosts.Stage.allCases { stages[stage.rawValue] = Spread(costs.milliseconds(of: stage)) }
        stages["convert"] = Spread(conversions())
        return stages
    }

    /// A colour frame to luma. Frames that have a luma plane need none of it.
    private func conversions() -> [Double] {
        let count = moving.width * moving.height
        let colour = [UInt8](repeating: 90, count: count * 3)
        var luma = [UInt8](repeating: 0, count: count)
        return (0..<200).map { _ in
            let start = CPUClock.thread
            colour.withUnsafeBufferPointer { colour in
                luma.withUnsafeMutableBufferPointer { luma in
                    PixelFormat.rgb888.convertRow(colour.baseAddress!, to: luma.baseAddress!, count: count)
                }
            }
            return (CPUClock.thread - start) * 1000
        }
    }

    /// Mean CPU milliseconds of the whole process for one frame, once it is warm.
    private func perFrame(_ scene: BenchScene, _ accuracy: FaceTracker.Accuracy) throws -> Double {
        var headSwitch = try headSwitch(accuracy)
        try scene.forEachFrame(30) { try headSwitch.process($0) { _ in } }
        let start = CPUClock.process
        try scene.forEachFrame(300, from: 30) { try headSwitch.process($0) { _ in } }
        return Spread.rounded((CPUClock.process - start) * 1000 / 300)
    }

    private func median(of count: Int, _ body: () throws -> Void) throws -> Double {
        for _ in 0..<20 { try body() }
        let times = try (0..<count).map { _ in
            let start = CPUClock.thread
            try body()
            return (CPUClock.thread - start) * 1000
        }
        return Spread(times)?.median_ms ?? 0
    }

    /// Allocations in a warm frame without events, less those of LiteRT's own runs.
    private func allocations() throws -> Double? {
        guard let counter = AllocationCounter() else { return nil }
        let mesh = try FaceMesh(runtime: runtime)
        try mesh.runBare()
        let bareStart = counter.count
        for _ in 0..<100 { try mesh.runBare() }
        let bare = counter.count - bareStart
        var headSwitch = try headSwitch(.high)
        try still.forEachFrame(60) { try headSwitch.process($0) { _ in } }
        let start = counter.count
        try still.forEachFrame(100, from: 60) { try headSwitch.process($0) { _ in } }
        return Double(counter.count - start) / 100 - Double(bare) / 100
    }
}
