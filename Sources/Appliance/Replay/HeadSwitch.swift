// The whole appliance in one value: a frame goes in, events come out.
import Gestures
import Pipeline

/// Frames to faces to gestures to outputs. The main loop of every command feeds one of these.
package struct HeadSwitch {
    package private(set) var recognizer: GestureRecognizer
    package private(set) var outputs: OutputBank
    package private(set) var tracker: FaceTracker
    /// The moment at which lines are switched, in a running appliance; in a replay it is the event's own.
    package var clock: (() -> Double)?
    /// How the frames lie.
    package var mounting: Mounting
    /// What was not taken for a gesture in the last minutes, and why.
    package private(set) var refusals = RefusalLog()
    private var explains: Bool

    /// - Parameter runtime: where one is loaded already; checking and loading it takes longer than a clip's first frames.
    /// - Throws: `ModelFault`.
    package init(_ configuration: Configuration, runtime: LiteRTRuntime? = nil) throws {
        let runtime = try runtime ?? LiteRTRuntime(assets: configuration.models.assets)
        tracker = try FaceTracker(accuracy: configuration.detection.accuracy, runtime: runtime,
                                  threads: configuration.detection.threads)
        explains = configuration.gestures.explains
        recognizer = GestureRecognizer(configuration: configuration.gestures)
        recognizer.configuration.explains = true  // a running appliance can always say why not
        outputs = OutputBank(configuration.outputs)
        mounting = configuration.camera.mounting
    }

    /// Takes another configuration over. What is held or on ends first; a pause stays, and so does the measured rest where
    /// it is still measured in the same way.
    /// - Throws: `ModelFault`, before anything has changed.
    package mutating func adopt(_ new: Configuration, insteadOf old: Configuration, at time: Double,
                                _ emit: (ApplianceEvent) -> Void) throws {
        if new.models != old.models || new.detection != old.detection {
            tracker = try FaceTracker(accuracy: new.detection.accuracy, runtime: LiteRTRuntime(assets: new.models.assets),
                                      threads: new.detection.threads)
        }
        finish(at: time, emit)
        outputs = OutputBank(new.outputs)
        mounting = new.camera.mounting
        adopt(new.gestures)
        let isOtherView = new.camera != old.camera || new.cameras != old.cameras
        if isOtherView || new.detection != old.detection || new.gestures.pointer != old.gestures.pointer {
            changeView(at: time, emit)
        }
    }

    /// Other thresholds and times, from the next frame on.
    package mutating func adopt(_ gestures: GestureConfiguration) {
        explains = gestures.explains
        recognizer.configuration = gestures
        recognizer.configuration.explains = true
    }

    /// Takes a frame and emits what it completes, in the order of time.
    /// - Returns: the face that was seen in it.
    @discardableResult
    package mutating func process(_ frame: Frame, _ emit: (ApplianceEvent) -> Void) throws -> Face? {
        let face = try tracker.costs.measure(.face) { try tracker.face(in: FrameView(frame, mounting: mounting)) }
        tracker.costs.measure(.gesture) {
            advance(to: frame.time, emit)
            step(.sample(HeadSample(time: frame.time, face: face)), emit)
        }
        return face
    }

    /// Lets time pass without a frame: pulses end, and what hangs on frames that do not come.
    package mutating func advance(to time: Double, _ emit: (ApplianceEvent) -> Void) {
        step(.advance(time), emit)
        outputs.advance(to: time) { emit(.line($0)) }
    }

    /// Whether something is on or held that must end by the clock.
    package var isBusy: Bool { recognizer.heldDirection != nil || outputs.nextEnd != nil }

    /// Measures the head's rest again.
    package mutating func recalibrate(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        step(.recalibrate(time), emit)
    }

    /// Pauses, or goes on.
    package mutating func togglePause(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        step(.togglePause(time), emit)
    }

    /// Another view of the user: the face is searched and the rest measured again.
    package mutating func changeView(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        tracker.forget()
        recalibrate(at: time, emit)
    }

    /// Follows the face with another accuracy as soon as the head rests or nobody is there. The networks do not agree on
    /// where an eye is, so the rest is measured again.
    package mutating func use(_ accuracy: FaceTracker.Accuracy, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        guard accuracy != tracker.accuracy, tracker.mesh != nil else { return }
        guard !recognizer.isUndecided, !recognizer.isFacePresent || recognizer.isCalibrating || recognizer.isInIdleZone
        else { return }
        tracker.accuracy = accuracy
        recalibrate(at: time, emit)
    }

    /// The camera has failed: what is held falls now, not when its time is up, for opening a camera takes long.
    package mutating func loseView(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        tracker.forget()
        step(.interrupt(time), emit)
    }

    /// Something that lasts has begun or ended.
    package mutating func set(_ state: OutputConfiguration.State, _ value: Bool, at time: Double,
                              _ emit: (ApplianceEvent) -> Void) {
        outputs.set(state, value, at: time) { emit(.line($0)) }
    }

    private enum Step {
        case sample(HeadSample)
        case advance(Double)
        case recalibrate(Double)
        case togglePause(Double)
        case interrupt(Double)
        case stop(Double)
    }

    /// Lets the recogniser take a step, and its events drive the outputs.
    private mutating func step(_ step: Step, _ emit: (ApplianceEvent) -> Void) {
        func hear(_ event: GestureEvent) {
            if case .rejected = event.kind {
                refusals.add(event)
                if explains { emit(.gesture(event)) }
                return
            }
            outputs.advance(to: event.time) { emit(.line($0)) }  // what ended before comes before
            emit(.gesture(event))
            outputs.apply(event, at: clock?() ?? event.time) { emit(.line($0)) }
        }
        switch step {
        case .sample(let sample): recognizer.process(sample, hear)
        case .advance(let time): recognizer.advance(to: time, hear)
        case .recalibrate(let time): recognizer.recalibrate(at: time, hear)
        case .togglePause(let time) where recognizer.isPaused: recognizer.resume(at: time, hear)
        case .togglePause(let time): recognizer.pause(at: time, hear)
        case .interrupt(let time): recognizer.interrupt(at: time, hear)
        case .stop(let time): recognizer.stop(at: time, hear)
        }
    }

    /// Ends the run: holds stop, everything is switched off.
    package mutating func finish(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        step(.stop(time), emit)
        outputs.release(at: time) { emit(.line($0)) }
    }
}
