import Appliance
import Outputs
import Pipeline
import Platform

/// The loop of `nodline run` on frames in memory: its CPU time without the face tracker's.
struct CaptureToLine {
    private static let warm = 30
    private static let measured = 300

    /// Mean CPU milliseconds of a frame, minus those of the networks and of following the face. Included are waiting, taking the frame from
    /// a camera object, clock, rates, brightness, recogniser, outputs and events as JSON. Not included are libcamera itself and the
    /// switching of a kernel's line.
    let milliseconds: Double

    init(scene: BenchScene, _ configuration: Configuration) throws {
        var configuration = configuration
        var call = OutputConfiguration(name: "call"), lamp = OutputConfiguration(name: "lamp")
        call.gestures = [.look(.left), .look(.down)]
        lamp.state = .dark
        configuration.outputs = [call, lamp]
        configuration.control.directory = ControlPlace.nowhere
        var pictures: [UInt8] = []
        scene.forEachFrame(60) { frame in
            pictures += UnsafeBufferPointer(start: frame.luma, count: scene.width * scene.height)
        }
        milliseconds = try pictures.withUnsafeBufferPointer { pictures in
            let cameras = try CameraSystem(showing: pictures, width: scene.width, height: scene.height, rate: 15)
            var bytes = 0
            let appliance = try MainLoop(configuration, cameras: cameras) { bytes += $0.json.utf8.count }
            for _ in 0..<Self.warm { appliance.turn() }
            let costs = StageCosts()
            appliance.tracker.costs = costs
            let start = CPUClock.thread
            for _ in 0..<Self.measured { appliance.turn() }
            let all = (CPUClock.thread - start) * 1000
            return Spread.rounded((all - costs.milliseconds(of: .face).reduce(0, +)) / Double(Self.measured))
        }
    }
}
