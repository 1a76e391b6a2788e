import Appliance
import Gestures
import Glibc
import Outputs
import Pipeline
import Platform

/// The measurements of `nodline bench` on this machine. One thread, VGA, frames in memory.
package struct Bench {
    private let moving: BenchScene
    private let looking: BenchScene
    private let talking: BenchScene
    private let still: BenchScene
    private let empty: BenchScene
    private let runtime: LiteRTRuntime
    private let configuration: Configuration

    package init() throws {
        configuration = Configuration()
        runtime = try LiteRTRuntime(assets: configuration.models.assets)
        let model = try PortraitModel(photograph: PortraitModel.photograph(), runtime: runtime)
        moving = try BenchScene("fps 30; look left 8deg 1.2s; look down 6deg 1.2s; talk 1s", model: model)
        looking = try BenchScene("fps 30; still 1s; hold left 2s 20deg; still 1s", model: model)
        talking = try BenchScene("fps 30; talk 2s", model: model)
        still = try BenchScene("fps 30; still 2s", model: model)
        empty = BenchScene(emptyLike: moving)
    }

    package func run() throws -> BenchResult {
        var result = BenchResult()
        let mesh = try FaceMesh(runtime: runtime), detector = try FaceDetector(runtime: runtime)
        result.mesh_run_ms = try Spread.median(of: 300) { try mesh.runBare() }
        result.detect_run_ms = try Spread.median(of: 300) { try detector.runBare() }
        result.stages = try stages()
        result.followed_low_ms = try perSecond(moving, .low) / 15
        result.followed_high_ms = try perSecond(moving, .high) / 15
        result.still_ms_per_s = try perSecond(still, .low)
        result.still_high_ms_per_s = try perSecond(still, .high)
        result.empty_ms_per_s = try perSecond(empty, .low)
        for (name, scene) in [("still", still), ("talking", talking), ("moving", moving), ("empty", empty)] {
            for rate in [5, 15, 30] { result.scenes_ms_per_s[name, default: [:]]["\(rate)"] = try perSecond(scene, .low, Double(rate)) }
        }
        for (name, scene) in [("still", still), ("holds", looking)] {
            for accuracy in Accuracy.allCases {
                for hasEyes in [false, true] {
                    let cost = try perSecond(scene, accuracy, hasEyes: hasEyes)
                    result.eyes_ms_per_s[name, default: [:]][accuracy.rawValue + (hasEyes ? " with eyes" : "")] = cost
                }
            }
        }
        result.mesh_run_after_ms = try Spread.median(of: 300) { try mesh.runBare() }
        result.operating_points = try configuration.ladder.points.map { point in
            func percent(_ scene: BenchScene) throws -> Double {
                Spread.rounded(try perSecond(scene, point.accuracy, point.rate) / 10)
            }
            return BenchResult.PointCost(name: point.name, still_cpu_percent: try percent(still), moving_cpu_percent: try percent(moving))
        }
        result.capture_to_line_ms = try CaptureToLine(scene: moving, configuration).milliseconds
        result.allocations_per_frame = try allocations()
        result.taught = TaughtBench().run()
        let child = try ReplayChild(scene: moving)
        result.start_ms = child.startMilliseconds
        result.resident_mb = child.resident
        result.resident_peak_mb = child.residentPeak
        result.proportional_mb = child.proportional
        return result
    }

    private func headSwitch(_ accuracy: Accuracy, _ outputs: OutputSettings = OutputSettings(), hasEyes: Bool = false, hasFace: Bool = false) throws -> HeadSwitch {
        var configuration = configuration
        if hasEyes { configuration.gestures.eyes = .ahead }
        if hasFace {
            configuration.gestures.tilt.isOn = true
            FacialExpression.allCases.forEach { configuration.gestures.expressions.use($0) }
        }
        (configuration.outputs, configuration.axes) = (outputs.outputs, outputs.axes)
        configuration.detection.accuracy = accuracy
        return try HeadSwitch(configuration, runtime: runtime)
    }

    private func stages() throws -> [String: Spread] {
        let costs = StageCosts()
        for accuracy in Accuracy.allCases {
            var headSwitch = try headSwitch(accuracy)
            try moving.forEachFrame(30) { try headSwitch.process($0) { _ in } }
            headSwitch.tracker.costs = costs
            try moving.forEachFrame(300, from: 30) { try headSwitch.process($0) { _ in } }
        }
        var stages: [String: Spread] = [:]
        for stage in StageCosts.Stage.allCases { stages[stage.rawValue] = Spread(costs.milliseconds(of: stage)) }
        stages["convert"] = Spread(Self.conversions(width: moving.width, height: moving.height))
        return stages
    }

    /// Converts a colour frame to luma `times` times; in CPU milliseconds. Frames that have a luma plane need no conversion.
    static func conversions(width: Int, height: Int, count times: Int = 200) -> [Double] {
        let count = width * height
        let colour = [UInt8](repeating: 90, count: count * 3)
        var luma = [UInt8](repeating: 0, count: count)
        return (0..<times).map { _ in
            let start = CPUClock.thread
            colour.withUnsafeBufferPointer { colour in
                luma.withUnsafeMutableBufferPointer { luma in
                    PixelFormat.rgb888.convertRow(colour.baseAddress!, to: luma.baseAddress!, count: count)
                }
            }
            return (CPUClock.thread - start) * 1000
        }
    }

    /// Mean CPU milliseconds of the whole process for a second of video, after warm-up.
    private func perSecond(_ scene: BenchScene, _ accuracy: Accuracy, _ rate: Double = 15, hasEyes: Bool = false) throws -> Double {
        var headSwitch = try headSwitch(accuracy, hasEyes: hasEyes)
        let seconds = 24.0, warm = Int(3 * rate), count = Int(seconds * rate)
        try scene.forEachFrame(warm, rate: rate) { try headSwitch.process($0) { _ in } }
        let start = CPUClock.process
        try scene.forEachFrame(count, from: warm, rate: rate) { try headSwitch.process($0) { _ in } }
        return Spread.rounded((CPUClock.process - start) * 1000 / seconds)
    }

    /// Outputs for the measurement: a heartbeat, a state, a hold and an axis.
    private static func outputs() -> OutputSettings {
        var beat = OutputConfiguration(name: "beat"), ready = OutputConfiguration(name: "ready"), hold = OutputConfiguration(name: "hold")
        beat.state = .heartbeat
        ready.state = .ready
        hold.gestures = [.hold(.left)]
        hold.action = .level
        return OutputSettings(outputs: [beat, ready, hold], axes: [AxisConfiguration(name: "axis")])
    }

    /// Allocations in a warm frame, minus those of LiteRT's own runs, for the worst of both accuracies, with a mouth that moves, with
    /// eyes that are measured in holds, and with tilts and everything of the face in use.
    private func allocations() throws -> Double? {
        guard let counter = AllocationCounter() else { return nil }
        let mesh = try FaceMesh(runtime: runtime), detector = try FaceDetector(runtime: runtime), finder = try EyeFinder(runtime: runtime)
        func bare(_ run: () throws -> Void) rethrows -> Double {
            try run()
            let start = counter.count
            for _ in 0..<100 { try run() }
            return Double(counter.count - start) / 100
        }
        let perMesh = try bare { try mesh.runBare() }, perDetection = try bare { try detector.runBare() }, perEye = try bare { try finder.runBare() }
        func perFrame(_ scene: BenchScene, _ accuracy: Accuracy, hasEyes: Bool, hasFace: Bool = false, frames: Int, after warm: Int) throws -> Double {
            var headSwitch = try headSwitch(accuracy, hasEyes ? OutputSettings() : Self.outputs(), hasEyes: hasEyes, hasFace: hasFace)
            try scene.forEachFrame(warm) { try headSwitch.process($0) { _ in } }
            let costs = StageCosts()
            headSwitch.tracker.costs = costs
            let start = counter.count
            try scene.forEachFrame(frames, from: warm) { try headSwitch.process($0) { _ in } }
            let allocations = counter.count - start
            let runs = perMesh * Double(costs.milliseconds(of: .mesh).count) + perDetection * Double(costs.milliseconds(of: .detect).count)
                + perEye * Double(costs.milliseconds(of: .eyes).count)
            return (Double(allocations) - runs) / Double(frames)
        }
        return try Accuracy.allCases.flatMap { accuracy in
            [try perFrame(talking, accuracy, hasEyes: false, frames: 150, after: 60),
             try perFrame(looking, accuracy, hasEyes: true, frames: 450, after: 300),
             try perFrame(talking, accuracy, hasEyes: false, hasFace: true, frames: 150, after: 60)]
        }.max()
    }
}
