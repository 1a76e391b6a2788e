import Gestures
import Outputs
import People
import Pipeline

/// Frames to faces to gestures to outputs: a frame in, events out. The main loop of every command feeds one of these.
package struct HeadSwitch {
    /// What somebody asks for who calibrates.
    package enum Choice: Equatable, Sendable {
        /// The largest face; the one that is followed stays if it lives and no other is clearly larger.
        case largest
        /// The next face to the right in the picture, and after the last one the first.
        case next
    }

    package private(set) var recognizer: GestureRecognizer
    /// The outputs and axes, which the dead-man timer may release on its own thread.
    package let outputs: GuardedOutputs
    /// Finds the face and its eyes.
    package private(set) var sight: Sight
    /// Which of several faces is followed.
    private var faces = FaceChoice()
    /// Whose head counts; `nil` if everybody's does and nobody needs to know. Whoever sets it has people recognised.
    package private(set) var gate: PersonGate?
    /// Set while a person is being measured; nothing fires then.
    package private(set) var measurement: (any Measurement)?
    /// The time at which lines are switched, in a running appliance; a replay uses the event's own time.
    package var clock: (() -> Double)?
    /// What keeps everything off until somebody ends it on purpose; see ``stop(by:at:_:)``.
    package internal(set) var halt = Halt()
    /// What the caller knows of the devices and the battery.
    package var health = Health()
    /// The movements of the last minutes that were not recognised, and why.
    package private(set) var refusals = RefusalLog()
    private var explains: Bool
    private var cues: CueFinder
    private var alarm: Alarm
    private var questionCost: QuestionCost
    /// The time of the last frame; `nil` before the first one, and after frames are known to be missing.
    private var lastFrame: Double?
    /// The time of the latest input; see ``hasStoodStill(until:)``.
    private var lastInput = -Double.infinity
    /// The next face's rest is measured anew; another face is followed from now on.
    private var forgetsRest = false, losesSight = false

    /// - Parameters:
    ///   - runtime: one that is loaded already; checking and loading it takes longer than a clip's first frames.
    ///   - outputs: with open devices, in a running appliance.
    /// - Throws: `ModelError`.
    package init(_ configuration: Configuration, runtime: LiteRTRuntime? = nil, outputs: GuardedOutputs = GuardedOutputs()) throws {
        sight = try Sight(configuration, runtime: runtime)
        explains = configuration.gestures.explains
        cues = CueFinder(configuration)
        recognizer = GestureRecognizer(configuration: configuration.gestures)
        recognizer.configuration.explains = true  // a running appliance can always say why not
        self.outputs = outputs
        outputs.load(configuration.outputSettings, maxHold: configuration.gestures.maxHold)
        alarm = Alarm(after: configuration.status.alarmAfter)
        questionCost = configuration.questionCost
    }

    package var tracker: FaceTracker { sight.tracker }

    /// Orientation and mirroring of the frames.
    package var mounting: Mounting {
        get { sight.mounting }
        set { sight.mounting = newValue }
    }

    // MARK: - Configuration

    /// Adopts another configuration. Held and active outputs end first; a pause stays, and so does the measured rest position if it
    /// is still measured in the same way.
    /// - Returns: whether the user is seen differently now: call ``changeView(at:_:)`` as soon as the new outputs' devices are open.
    ///   Before that, orders would go to the former devices.
    /// - Throws: `ModelError`. Held outputs have ended then, and nothing else has changed.
    package mutating func adopt(_ new: Configuration, insteadOf old: Configuration, at time: Double,
                                _ emit: (ApplianceEvent) -> Void) throws -> Bool {
        if sight.mustLoad(new, insteadOf: old) {
            loseView(at: time, emit)  // first: loading models may take seconds
            try sight.load(new)
        }
        finish(at: time, emit)
        awaitEnable(new, insteadOf: old, at: time, emit)
        measurement?.disturb("the configuration was changed")
        if new.person != old.person || new.recognisesPeople != old.recognisesPeople { recognise(PersonGate(new, insteadOf: gate), at: time, emit) }
        sight.adopt(new)
        cues = CueFinder(new)
        outputs.load(new.outputSettings, maxHold: new.gestures.maxHold)
        alarm.after = new.status.alarmAfter
        questionCost = new.questionCost
        allowOutputs(at: time)
        adopt(new.gestures)
        let isOtherView = new.camera != old.camera || new.cameras != old.cameras
        return isOtherView || new.detection != old.detection || new.gestures.pointer != old.gestures.pointer
    }

    /// Changes the thresholds and times, from the next frame on.
    package mutating func adopt(_ gestures: GestureConfiguration) {
        explains = gestures.explains
        recognizer.configuration = gestures
        recognizer.configuration.explains = true
        try? sight.keepEyes(for: gestures, measurement?.needs)  // a model that was missing in a range calibration has been reported
    }

    /// Follows the face with another accuracy from the next frame on; see ``Sight``.
    package mutating func use(_ accuracy: Accuracy, measuresEyes: Bool = true) {
        sight.use(accuracy, measuresEyes: measuresEyes, isMoving: outputs.isMoving)
    }

    /// Measures mouth, lids and brows whatever the gestures need, because they are recorded.
    mutating func recordsFace(_ isRecorded: Bool) { sight.recordsFace = isRecorded }

    // MARK: - Frames

    /// Processes a frame and emits the resulting events in order of time.
    /// - Returns: the face that was seen in it.
    @discardableResult
    package mutating func process(_ frame: Frame, _ emit: (ApplianceEvent) -> Void) throws -> Face? {
        let face = try look(at: frame)
        process(face, at: frame.time, emit)
        return face
    }

    /// Finds the face in a frame, and the eyes if the recogniser asks for them.
    package mutating func look(at frame: Frame) throws -> Face? {
        let view = FrameView(frame, mounting: sight.mounting), needs = measurement?.needs
        guard var face = try sight.face(in: view, for: recognizer, needs) else {
            if tracker.isSearching { faces.asked = nil }  // the largest face is taken anyway
            return nil
        }
        let situation = FaceChoice.Situation(
            knowledge: gate?.knowledge, isMeasuring: isMeasuring, isHeld: isHeld, isFacePresent: recognizer.isFacePresent,
            isAtRest: recognizer.armedUntil == nil && (recognizer.isInIdleZone || recognizer.isCalibrating))
        if try faces.turns(from: face, in: view, tracker, situation) {
            (losesSight, forgetsRest) = (true, true)
            return nil
        }
        if gate?.wantsAnother == true, needs?.takesFaces != true {
            gate?.wantsAnother = false
            if try faces.turnsToUnknown(besides: face, in: view, tracker) {
                losesSight = true
                return nil
            }
        }
        try sight.lookAtEyes(of: &face, in: view, for: &recognizer, needs)
        return face
    }

    /// Processes the face found in a frame and emits the resulting events.
    /// - Parameter time: of the frame.
    package mutating func process(_ face: Face?, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        tracker.costs.measure(.gesture) {
            allowOutputs(at: time)
            advance(to: time, emit)
            lastFrame = time
            if losesSight {
                losesSight = false
                interrupt(at: time, emit)
            }
            var sample = HeadSample(time: time, face: face)
            sample.gaze = sight.gaze(at: time)
            if let measurement {
                recalibrate(at: time, emit)  // without a rest position nothing fires
                var steps: [ApplianceEvent] = []  // seldom more than none
                measurement.add(sample) { steps.append($0) }
                for event in steps { tell(event, emit) }
            }
            step(.sample(sample, isSteering: outputs.isMoving), at: time, emit)
            gate?.follow(face, at: time)
            faces.allegiance.follow(face, tracker.life, at: time)
            if let measures = recognizer.measures { emit(.measures(time: time, measures)) }
            guard standing.isWorking else { return }
            outputs.beat(at: clock?() ?? time)
            outputs.report(emit)
        }
    }

    /// Lets time pass without a frame: pulses end, and so does whatever depends on frames that do not come.
    package mutating func advance(to time: Double, _ emit: (ApplianceEvent) -> Void) {
        step(.advance, at: time, emit)
        if let lastFrame, time - lastFrame >= recognizer.configuration.staleTime {
            goStale(at: lastFrame + recognizer.configuration.staleTime, emit)
        }
        outputs.advance(to: time)
        outputs.report(emit)
    }

    /// Frames are missing: outputs that are configured to be safe then become safe.
    private mutating func goStale(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        guard lastFrame != nil else { return }
        lastFrame = nil
        outputs.goStale(at: clock?() ?? time)
        outputs.report(emit)
    }

    // MARK: - The present state

    /// Whether something is held or moves that must end at once when the face is lost.
    package var isHeld: Bool { recognizer.heldDirection != nil || recognizer.heldTilt != nil || recognizer.heldExpression != nil || outputs.isHeld }

    /// Whether a person is being measured, in whatever way: nothing fires meanwhile.
    package var isMeasuring: Bool { measurement != nil }

    /// Whether frames come.
    package var getsFrames: Bool { lastFrame != nil }

    /// The next moment at which something changes even without frames.
    package var nextChange: Double? {
        var next = outputs.nextChange ?? .infinity
        if let lastFrame, outputs.stake == .frames { next = min(next, lastFrame + recognizer.configuration.staleTime) }
        if let moment = alarm.moment, !alarm.isRaised, outputs.follows(.alarm) { next = min(next, moment) }
        return next < .infinity ? next : nil
    }

    package var standing: Standing {
        var standing = Standing(recognizer)
        standing.isRecognising = gate?.knowledge == .recognising
        standing.isLiving = !(lastFrame.map { faces.allegiance.isLifeless(tracker.life, at: $0) } ?? false)
        standing.questionCost = questionCost
        standing.halt = halt
        standing.health = health
        return standing
    }

    // MARK: - What somebody asks for

    /// Measures the head's rest position again, because somebody asks for it; whose head it is, is decided anew.
    package mutating func calibrate(_ choice: Choice = .largest, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        faces.asked = choice
        recalibrate(at: time, emit)
    }

    /// Measures the head's rest position again.
    package mutating func recalibrate(at time: Double, _ emit: (ApplianceEvent) -> Void) { step(.recalibrate, at: time, emit) }

    /// Uses a rest position that was measured before.
    package mutating func setCalibrationCenter(_ center: CalibrationCenter, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        step(.center(center), at: time, emit)
    }

    /// Begins a measurement, or ends it: held outputs end, and the rest position is measured again.
    package mutating func measure(_ measurement: (any Measurement)?, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        self.measurement = measurement
        do {
            try sight.keepEyes(for: recognizer.configuration, measurement?.needs)
        } catch {
            if measurement?.needs.looksAtEyes == true {
                emit(.fault(time: time, what: .eyesUnavailable, detail: "\(error); the range is measured without the eyes"))
            }
        }
        recalibrate(at: time, emit)
    }

    /// Loads the model of the eyes for a measurement.
    /// - Throws: `ModelError`.
    mutating func loadEyes() throws { try sight.loadEyes() }

    /// Reports a step of a measurement, with feedback to the person.
    package mutating func tell(_ event: ApplianceEvent, _ emit: (ApplianceEvent) -> Void) {
        emit(event)
        if let cue = cues.cue(for: event) { outputs.give(cue, at: event.time, now: clock?() ?? event.time, emit) }
    }

    /// Pauses or resumes.
    package mutating func togglePause(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        step(.togglePause, at: time, emit)
    }

    /// Asks for a nod or a shake.
    package mutating func ask(at time: Double, timeout: Double, _ emit: (ApplianceEvent) -> Void) {
        step(.ask(timeout: timeout), at: time, emit)
    }

    /// Withdraws the question.
    package mutating func withdraw(at time: Double, _ emit: (ApplianceEvent) -> Void) { step(.withdraw, at: time, emit) }

    /// The last movement that was recognised as this taught gesture was meant: its template moves a little towards it.
    /// - Returns: the changed gesture; `nil` if nothing has changed.
    mutating func confirm(_ name: GestureName) -> TaughtGesture? { recognizer.confirm(name) }

    // MARK: - People

    /// The people, or who of them may act, have changed: the face in view is unknown from now on.
    package mutating func recognise(_ gate: PersonGate?, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        self.gate = gate
        if recognizer.isFacePresent { _ = self.gate?.faceFound(at: time) { emit(.person(time: time, $0)) } }
        step(.advance, at: time, emit)
    }

    /// Cuts the chip of a face that should be recognised now.
    /// - Returns: the face's number, for the answer; `nil` if there is nothing to recognise.
    package mutating func wantsRecognition(of face: Face?, in view: FrameView, into chip: inout FaceChip) -> Int? {
        measurement?.needs.takesFaces == true ? nil : gate?.wantsRecognition(of: face, in: view, into: &chip)
    }

    /// The recogniser has answered.
    /// - Parameters:
    ///   - people: those who are enrolled.
    ///   - sighting: the number of the face that it got.
    package mutating func hear(_ answer: Result<FaceEmbedding, FaceReaderFailure>, among people: [EnrolledPerson], about sighting: Int, at time: Double,
                               _ emit: (ApplianceEvent) -> Void) {
        guard gate?.sighting == sighting else { return }
        gate?.hear(answer, among: people, at: time) { emit(.person(time: time, $0)) }
        advance(to: time, emit)  // admits or dismisses the person
    }

    // MARK: - Ends

    private mutating func interrupt(at time: Double, _ emit: (ApplianceEvent) -> Void) { step(.interrupt, at: time, emit) }

    /// The camera has failed: held outputs end now rather than at their timeout, because opening a camera takes long.
    package mutating func loseView(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        tracker.forget()
        interrupt(at: time, emit)
        goStale(at: time, emit)
    }

    /// The view of the user has changed: the face is searched and the rest position measured again.
    package mutating func changeView(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        allowOutputs(at: time)
        loseView(at: time, emit)  // the next face may be another one's
        faces.allegiance.forget()
        measurement?.disturb("the view was changed")
        recalibrate(at: time, emit)
    }

    /// Ends the run: holds end, and everything is off until there are frames again.
    /// - Parameter spared: see ``OutputBank/release(at:sparing:_:)``.
    package mutating func finish(at time: Double, sparing spared: OutputBank.Spared = .nothing, _ emit: (ApplianceEvent) -> Void) {
        step(.stop, at: time, emit)
        outputs.release(at: time, sparing: spared)
        outputs.report(emit)
    }

    // MARK: - The recogniser's events

    /// Passes an input to the recogniser, whose events drive the outputs.
    mutating func step(_ input: RecognizerInput, at time: Double, _ emit: (ApplianceEvent) -> Void) {
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
                faces.allegiance.faceLost()
            case .look, .lookStarted, .nod, .shake, .tilt, .tiltStarted, .expression, .expressionStarted, .taught, .answer: faces.allegiance.act()
            default: break
            }
        }
        if hasStoodStill(until: time) {
            outputs.forgetWaiting()
            recognizer.interrupt(at: time, hear)
        }
        input.apply(to: &recognizer, at: time, hear)
        gate?.advance(to: time) { emit(.person(time: time, $0)) }
        if gate?.isAdmitted ?? true { recognizer.admit() } else { recognizer.dismiss(at: time, hear) }
        if forgetsRest {
            forgetsRest = false
            recognizer.recalibrate(at: time, hear)
        }
        steer(by: input, at: time, emit)
        followStanding(at: time, emit)
    }

    /// Whether a running appliance got no input for so long that it was stopped, or held up. What was due meanwhile, such as a nod that waited
    /// for another swing or an output that waited for its dead time, would come when nobody expects it any more.
    private mutating func hasStoodStill(until time: Double) -> Bool {
        let last = lastInput
        lastInput = max(last, time)
        return clock != nil && last > -.infinity && time - last >= DeadMan.bound
    }

    /// Moves the axes by a sample. They are put to rest while there is no offset or a question is open.
    private func steer(by input: RecognizerInput, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        let now = clock?() ?? time
        if let offset = recognizer.offset, recognizer.armedUntil == nil {
            if case .sample = input {
                outputs.move(offset, gaze: recognizer.gazeOffset, wayBack: recognizer.wayBack, held: recognizer.heldDirection, at: time, now: now)
            }
        } else {
            outputs.rest(at: now)
        }
        outputs.report(emit)
    }

    /// Lets outputs follow the present state.
    private mutating func followStanding(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        let standing = standing, now = clock?() ?? time
        alarm.follow(standing.isAlarming, at: time)
        outputs.follow(standing, gate?.knowledge, at: now)
        outputs.set(.alarm, alarm.isRaised, at: alarm.isRaised && clock == nil ? alarm.moment ?? now : now)
        outputs.report(emit)
    }
}
