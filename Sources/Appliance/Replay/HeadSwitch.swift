// The whole appliance in one value: a frame goes in, events come out.
import Gestures
import Pipeline

/// Frames to faces to gestures to outputs. The main loop of every command feeds one of these.
package struct HeadSwitch {
    package private(set) var recognizer: GestureRecognizer
    package private(set) var outputs: OutputBank
    package let tracker: FaceTracker
    private let mounting: Mounting

    /// - Throws: `ModelFault`.
    package init(_ configuration: Configuration) throws {
        let runtime = try LiteRTRuntime(assets: configuration.models.assets)
        tracker = try FaceTracker(accuracy: configuration.detection.accuracy, runtime: runtime,
                                  threads: configuration.detection.threads)
        recognizer = GestureRecognizer(configuration: configuration.gestures)
        outputs = OutputBank(configuration.outputs)
        mounting = configuration.camera.mounting
    }

    /// Takes a frame and emits what it completes, in the order of time.
    /// - Returns: the face that was seen in it.
    @discardableResult
    package mutating func process(_ frame: Frame, _ emit: (ApplianceEvent) -> Void) throws -> Face? {
        let face = try tracker.face(in: FrameView(frame, mounting: mounting))
        tracker.costs.measure(.gesture) {
            outputs.advance(to: frame.time) { emit(.line($0)) }
            recognizer.process(HeadSample(time: frame.time, face: face)) { event in
                emit(.gesture(event))
                outputs.apply(event) { emit(.line($0)) }
            }
        }
        return face
    }

    /// Ends the run: holds stop, everything is switched off.
    package mutating func finish(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        outputs.advance(to: time) { emit(.line($0)) }
        recognizer.stop(at: time) { event in
            emit(.gesture(event))
            outputs.apply(event) { emit(.line($0)) }
        }
        outputs.release(at: time) { emit(.line($0)) }
    }
}
