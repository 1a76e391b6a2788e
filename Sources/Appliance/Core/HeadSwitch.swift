import Gestures
import Outputs
import Pipeline

/// Frames to faces to gestures to outputs. The main loop of every command feeds one of these.
package struct HeadSwitch {
    package internal(set) var recognizer: GestureRecognizer
    /// The outputs and axes, which the dead-man timer may release on its own thread.
    package let outputs: GuardedOutputs
    package private(set) var tracker: FaceTracker
    /// `nil` if neither a gesture nor a range calibration needs the eyes.
    package internal(set) var eyes: EyeFinder?
    /// Whether the operating point leaves time for the eyes.
    var measuresEyes = true
    package private(set) var runtime: LiteRTRuntime
    /// The time at which lines are switched, in a running appliance; a replay uses the event's own time.
    package var clock: (() -> Double)?
    /// Orientation and mirroring of the frames.
    package var mounting: Mounting
    /// The movements of the last minutes that were not recognised, and why.
    package private(set) var refusals = RefusalLog()
    private var cues: CueFinder
    private var explains: Bool
    /// Something that gestures need does not work. Set by the caller, as are the battery's flags.
    package var hasFault = false
    package var isBatteryLow = false
    package var isBatteryCritical = false
    /// When somebody could last have called, and the seconds without that after which there is an alarm.
    private var lastWell: Double?
    private var alarmAfter: Double
    private var isAlarmed = false
    /// The time of the last frame; `nil` before the first one, and after frames are known to be missing.
    private var lastFrame: Double?
    /// Set while the user's range is being measured; nothing fires then.
    package internal(set) var ranges: RangeSession?
    /// Set while gaze is being calibrated; nothing fires then.
    package internal(set) var gazing: GazeSession?
    /// Set while a gesture is being taught; nothing fires then.
    package internal(set) var teaching: TeachSession?
    /// The face is measured whatever the gestures need, because they are recorded.
    package var recordsFace = false
    /// Set while a person is being enrolled; nothing fires then.
    package internal(set) var enrolling: EnrolmentSession?
    /// Whose head counts; `nil` if everybody's does and nobody needs to know. Whoever sets it has people recognised.
    package internal(set) var gate: PersonGate?
    /// The next face's rest is measured anew; another face is followed from now on.
    var forgetsRest = false, losesSight = false
    /// Which of several faces is followed.
    var allegiance = Allegiance()
    /// Somebody has asked for a face: the next frame decides which.
    var choosing: Choice?
    /// From the right eye to the left one, in the last face that was certain.
    var eyeLine = PicturePoint.zero
    /// The places of faces that were looked at in vain, and when.
    var strangers: [(place: PicturePoint, size: Double, time: Double)] = []
    /// Where screen and camera are.
    private(set) var geometry: GazeGeometry
    /// Where the user looks in the frame that is being processed, and the time of the last measurement.
    var gaze: GazeLook?
    var lastGaze = -Double.infinity

    /// - Parameters:
    ///   - runtime: one that is loaded already; checking and loading it takes longer than a clip's first frames.
    ///   - outputs: with open devices, in a running appliance.
    /// - Throws: `ModelError`.
    package init(_ configuration: Configuration, runtime: LiteRTRuntime? = nil, outputs: GuardedOutputs = GuardedOutputs()) throws {
        self.runtime = try runtime ?? LiteRTRuntime(assets: configuration.models.assets)
        (tracker, eyes) = try Self.load(configuration, self.runtime)
        geometry = configuration.gaze
        explains = configuration.gestures.explains
        cues = CueFinder(configuration)
        recognizer = GestureRecognizer(configuration: configuration.gestures)
        recognizer.configuration.explains = true  // a running appliance can always say why not
        self.outputs = outputs
        outputs.load(configuration.outputSettings, maxHold: configuration.gestures.maxHold)
        alarmAfter = configuration.status.alarmAfter
        mounting = configuration.camera.mounting
    }

    /// Adopts another configuration. Held and active outputs end first; a pause stays, and so does the measured rest position if it
    /// is still measured in the same way.
    /// - Returns: whether the user is seen differently now: call ``changeView(at:_:)`` as soon as the new outputs' devices are open.
    ///   Before that, orders would go to the former devices.
    /// - Throws: `ModelError`. Held outputs have ended then, and nothing else has changed.
    package mutating func adopt(_ new: Configuration, insteadOf old: Configuration, at time: Double,
                                _ emit: (ApplianceEvent) -> Void) throws -> Bool {
        let needsEyes = Self.needsEyes(new.gestures)
        if new.models != old.models || new.detection != old.detection || needsEyes && eyes == nil {
            loseView(at: time, emit)  // first: loading models may take seconds
            let runtime = try LiteRTRuntime(assets: new.models.assets)
            (tracker, eyes) = try Self.load(new, runtime)
            self.runtime = runtime
        }
        if !needsEyes { eyes = nil }
        finish(at: time, emit)
        disturbMeasuring("the configuration was changed")
        if new.person != old.person || new.recognisesPeople != old.recognisesPeople { recognise(PersonGate(new, insteadOf: gate), at: time, emit) }
        geometry = new.gaze
        cues = CueFinder(new)
        outputs.load(new.outputSettings, maxHold: new.gestures.maxHold)
        alarmAfter = new.status.alarmAfter
        if isBatteryCritical { outputs.release(at: time, sparesWarnings: true) }
        mounting = new.camera.mounting
        adopt(new.gestures)
        let isOtherView = new.camera != old.camera || new.cameras != old.cameras
        return isOtherView || new.detection != old.detection || new.gestures.pointer != old.gestures.pointer
    }

    /// Changes the thresholds and times, from the next frame on.
    package mutating func adopt(_ gestures: GestureConfiguration) {
        explains = gestures.explains
        recognizer.configuration = gestures
        recognizer.configuration.explains = true
        try? keepEyes()  // a model that was missing in a range calibration has been reported
    }

    /// Processes a frame and emits the resulting events in order of time.
    /// - Returns: the face that was seen in it.
    @discardableResult
    package mutating func process(_ frame: Frame, _ emit: (ApplianceEvent) -> Void) throws -> Face? {
        let face = try look(at: frame)
        process(face, at: frame.time, emit)
        return face
    }

    /// Processes the face found in a frame and emits the resulting events.
    /// - Parameter time: of the frame.
    package mutating func process(_ face: Face?, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        tracker.costs.measure(.gesture) {
            if !isBatteryCritical { outputs.allow() }
            advance(to: time, emit)
            lastFrame = time
            if losesSight {
                losesSight = false
                step(.interrupt(time), emit)
            }
            var sample = HeadSample(time: time, face: face)
            sample.gaze = gaze.flatMap { $0.time == time ? $0 : nil }
            if isMeasuring {
                step(.recalibrate(time), emit)  // without a rest position nothing fires
                var steps: [ApplianceEvent] = []  // seldom more than none
                ranges?.add(sample) { steps.append($0) }
                gazing?.add(sample) { steps.append($0) }
                teaching?.add(sample) { steps.append($0) }
                for event in steps { tell(event, emit) }
            }
            step(.sample(sample), emit)
            followPerson(face, at: time)
            allegiance.follow(face, tracker.life, at: time)
            if let measures = recognizer.measures { emit(.measures(time: time, measures)) }
            guard standing.isWorking else { return }
            outputs.beat(at: clock?() ?? time)
            outputs.report(emit)
        }
    }

    /// Reports a step of a calibration, with feedback to the person.
    package mutating func tell(_ event: ApplianceEvent, _ emit: (ApplianceEvent) -> Void) {
        emit(event)
        if let cue = cues.cue(for: event) { outputs.give(cue, at: event.time, now: clock?() ?? event.time, emit) }
    }

    /// The last movement that was recognised as this taught gesture was meant: its template moves a little towards it.
    /// - Returns: the changed gesture; `nil` if nothing has changed.
    mutating func confirm(_ name: GestureName) -> TaughtGesture? { recognizer.confirm(name) }

    /// Lets time pass without a frame: pulses end, and so does whatever depends on frames that do not come.
    package mutating func advance(to time: Double, _ emit: (ApplianceEvent) -> Void) {
        step(.advance(time), emit)
        if let lastFrame, time - lastFrame >= recognizer.configuration.staleTime {
            goStale(at: lastFrame + recognizer.configuration.staleTime, emit)
        }
        outputs.advance(to: time)
        outputs.report(emit)
    }

    /// Whether something is held or moves that must end at once when the face is lost.
    package var isHeld: Bool { recognizer.heldDirection != nil || recognizer.heldTilt != nil || recognizer.heldExpression != nil || outputs.isHeld }

    /// The next moment at which something changes even without frames.
    package var nextChange: Double? {
        var next = outputs.nextChange ?? .infinity
        if let lastFrame, outputs.stake == .frames { next = min(next, lastFrame + recognizer.configuration.staleTime) }
        if let lastWell, !isAlarmed, outputs.follows(.alarm) { next = min(next, lastWell + alarmAfter) }
        return next < .infinity ? next : nil
    }

    /// The present state.
    package var standing: Standing {
        var standing = Standing(recognizer)
        standing.isRecognising = gate?.knowledge == .recognising
        standing.isLiving = !(lastFrame.map { Allegiance.isLifeless(tracker.life, at: $0) } ?? false)
        standing.hasFault = hasFault
        standing.isBatteryLow = isBatteryLow
        standing.isBatteryCritical = isBatteryCritical
        return standing
    }

    /// Measures the head's rest position again.
    package mutating func recalibrate(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        step(.recalibrate(time), emit)
    }

    /// Pauses or resumes.
    package mutating func togglePause(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        step(.togglePause(time), emit)
    }

    /// Asks for a nod or a shake.
    package mutating func ask(at time: Double, timeout: Double, _ emit: (ApplianceEvent) -> Void) {
        step(.ask(time, timeout: timeout), emit)
    }

    /// Withdraws the question.
    package mutating func withdraw(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        step(.withdraw(time), emit)
    }

    /// Uses a rest position that was measured before.
    package mutating func setCalibrationCenter(_ center: CalibrationCenter, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        step(.center(center, time), emit)
    }

    /// The camera has failed: held outputs end now rather than at their timeout, because opening a camera takes long.
    package mutating func loseView(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        tracker.forget()
        step(.interrupt(time), emit)
        goStale(at: time, emit)
    }

    /// A lasting state has begun or ended.
    package mutating func set(_ state: OutputConfiguration.State, _ value: Bool, at time: Double,
                              _ emit: (ApplianceEvent) -> Void) {
        outputs.set(state, value, at: time)
        outputs.report(emit)
    }

    /// Switches an output on for a test. An output that needs frames can only be tested while they come, as the dead-man timer wants it.
    /// - Returns: why not.
    package mutating func test(_ output: OutputConfiguration, for seconds: Double, at time: Double, _ emit: (ApplianceEvent) -> Void) -> String? {
        if output.needsFrames, lastFrame == nil { return "no frames come from the camera, and it may only be on while they do" }
        let refusal = outputs.test(output.name, for: seconds, at: time)
        outputs.report(emit)
        return refusal
    }

    /// Ends an output's test, if there is one.
    package mutating func endTest(_ name: String, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        outputs.endTest(name, at: time)
        outputs.report(emit)
    }

    /// The people, or who of them may act, have changed: the face in view is unknown from now on.
    package mutating func recognise(_ gate: PersonGate?, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        self.gate = gate
        if recognizer.isFacePresent { _ = self.gate?.faceFound(at: time) { emit(.person(time: time, $0)) } }
        step(.advance(time), emit)
    }

    /// Passes an input to the recogniser, whose events drive the outputs.
    private mutating func step(_ step: Step, _ emit: (ApplianceEvent) -> Void) {
        /// Gives the person feedback on a movement, after everything that it switches.
        func acknowledge(_ event: GestureEvent, at now: Double) {
            if let cue = cues.cue(for: event) { outputs.give(cue, at: event.time, now: now, emit) }
        }
        func hear(_ event: GestureEvent) {
            outputs.advance(to: event.time)  // changes that were due before the event come first
            outputs.report(emit)
            let now = clock?() ?? event.time
            if case .rejected = event.kind {
                refusals.add(event)
                if explains { emit(.gesture(event)) }
                return acknowledge(event, at: now)
            }
            emit(.gesture(event))
            outputs.apply(event, at: now)
            outputs.report(emit)
            acknowledge(event, at: now)
            switch event.kind {
            case .faceFound:
                if gate?.faceFound(at: event.time, { emit(.person(time: event.time, $0)) }) == true { forgetsRest = true }
            case .faceLost:
                gate?.faceLost()
                allegiance.faceLost()
            case .look, .lookStarted, .nod, .shake, .tilt, .tiltStarted, .expression, .expressionStarted, .taught, .answer: allegiance.act()
            default: break
            }
        }
        switch step {
        case .sample(let sample): recognizer.process(sample, isSteering: outputs.isMoving, hear)
        case .advance(let time): recognizer.advance(to: time, hear)
        case .recalibrate(let time): recognizer.recalibrate(at: time, hear)
        case .togglePause(let time) where recognizer.isPaused: recognizer.resume(at: time, hear)
        case .togglePause(let time): recognizer.pause(at: time, hear)
        case .ask(let time, let timeout): recognizer.ask(at: time, timeout: timeout, hear)
        case .withdraw(let time): recognizer.withdraw(at: time, hear)
        case .center(let center, let time): recognizer.setCalibrationCenter(center, at: time, hear)
        case .interrupt(let time): recognizer.interrupt(at: time, hear)
        case .stop(let time): recognizer.stop(at: time, hear)
        }
        gate?.advance(to: step.time) { emit(.person(time: step.time, $0)) }
        let isKnown = gate?.isAdmitted ?? true
        if isKnown { recognizer.admit() } else { recognizer.dismiss(at: step.time, hear) }
        if forgetsRest {
            forgetsRest = false
            recognizer.recalibrate(at: step.time, hear)
        }
        steer(step, emit)
        followStanding(at: step.time, emit)
    }

    /// Moves the axes by a sample. They are put to rest while there is no offset or a question is open.
    private mutating func steer(_ step: Step, _ emit: (ApplianceEvent) -> Void) {
        let now = clock?() ?? step.time
        if let offset = recognizer.offset, recognizer.armedUntil == nil {
            if case .sample(let sample) = step {
                outputs.move(offset, gaze: recognizer.gazeOffset, wayBack: recognizer.wayBack, held: recognizer.heldDirection, at: sample.time, now: now)
            }
        } else {
            outputs.rest(at: now)
        }
        outputs.report(emit)
    }

    /// Frames are missing: outputs that are configured to be safe then become safe.
    private mutating func goStale(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        guard lastFrame != nil else { return }
        lastFrame = nil
        outputs.goStale(at: clock?() ?? time)
        outputs.report(emit)
    }

    /// Lets outputs follow the present state.
    private mutating func followStanding(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        let standing = standing
        if !standing.isAlarming || lastWell == nil { lastWell = time }
        let alarm = (lastWell ?? time) + alarmAfter
        isAlarmed = standing.isAlarming && time >= alarm
        if !standing.isTracking || standing.isPaused { outputs.forgetWaiting() }
        let now = clock?() ?? time
        outputs.set(.tracking, standing.isTracking, at: now)
        outputs.set(.ready, standing.isReady, at: now)
        if !standing.isWorking { outputs.stopBeating(at: now) }
        followPerson(at: now)
        outputs.set(.paused, standing.isPaused, at: now)
        outputs.set(.armed, standing.isArmed, at: now)
        outputs.set(.lowBattery, standing.isBatteryLow || standing.isBatteryCritical, at: now)
        outputs.set(.alarm, isAlarmed, at: isAlarmed && clock == nil ? alarm : now)
        outputs.report(emit)
    }

    /// Releases everything, as the dead-man timer has done. Outputs still follow states: an alarm does not wait for frames.
    package mutating func letGo(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        finish(at: time, emit)
        if isBatteryCritical { outputs.release(at: time, sparesWarnings: true) } else { outputs.allow() }
    }

    /// Ends the run: holds end, and everything is off until there are frames again.
    /// - Parameter sparesWarnings: see ``OutputBank/release(at:sparesWarnings:_:)``.
    package mutating func finish(at time: Double, sparesWarnings: Bool = false, _ emit: (ApplianceEvent) -> Void) {
        step(.stop(time), emit)
        outputs.release(at: time, sparesWarnings: sparesWarnings)
        outputs.report(emit)
    }
}
