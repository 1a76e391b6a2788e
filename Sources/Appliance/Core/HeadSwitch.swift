import Gestures
import Outputs
import People
import Pipeline

/// Frames to faces to gestures to outputs: a frame in, events out. The main loop of every command feeds one of these.
package struct HeadSwitch {
    package private(set) var recognizer: GestureRecognizer
    private var attention: Attention
    private var board: Switchboard

    /// - Parameters:
    ///   - runtime: one that is loaded already; checking and loading it takes longer than a clip's first frames.
    ///   - outputs: with open devices, in a running appliance.
    /// - Throws: `ModelError`.
    package init(_ configuration: Configuration, runtime: LiteRTRuntime? = nil, outputs: GuardedOutputs = GuardedOutputs()) throws {
        attention = Attention(try Sight(configuration, runtime: runtime))
        board = Switchboard(configuration, outputs)
        recognizer = GestureRecognizer(configuration: configuration.gestures)
        recognizer.configuration.explains = true  // a running appliance can always say why not
    }

    /// The outputs and axes, which the dead-man timer may release on its own thread.
    package var outputs: GuardedOutputs { board.outputs }

    /// The time at which lines are switched, in a running appliance; a replay uses the event's own time.
    package var clock: (() -> Double)? {
        get { board.clock }
        set { board.clock = newValue }
    }

    /// Finds the face and its eyes.
    package internal(set) var sight: Sight {
        get { attention.sight }
        set { attention.sight = newValue }
    }

    package var tracker: FaceTracker { attention.sight.tracker }

    /// Set while a person is being measured, in whatever way; nothing fires then.
    package var measurement: (any Measurement)? { attention.measurement }

    /// Whose head counts; `nil` if everybody's does and nobody needs to know.
    package var gate: PersonGate? { attention.gate }

    /// What keeps everything off until somebody ends it on purpose; see ``stop(by:at:_:)``.
    package var halt: Halt { board.condition.halt }

    /// What the caller knows of the devices and the battery.
    package var health: Health {
        get { board.condition.health }
        set { board.condition.health = newValue }
    }

    // MARK: - Configuration

    /// Adopts another configuration. Held and active outputs end first; a pause stays, and so does the measured rest position if it
    /// is still measured in the same way.
    /// - Returns: whether the user is seen differently now: call ``changeView(at:_:)`` as soon as the new outputs' devices are open.
    ///   Before that, orders would go to the previous devices.
    /// - Throws: `ModelError`. Held outputs have ended then, and nothing else has changed.
    package mutating func adopt(_ new: Configuration, insteadOf old: Configuration, at time: Double,
                                _ emit: (ApplianceEvent) -> Void) throws -> Bool {
        if attention.sight.mustLoad(new, insteadOf: old) {
            loseView(at: time, emit)  // first: loading models may take seconds
            try attention.sight.load(new)
        }
        finish(at: time, emit)
        if new.needsEnable, !new.wantsSameEnable(as: old) { enable(false, at: time, emit) }  // nothing new is held yet
        measurement?.disturb("the configuration was changed")
        if new.person != old.person || new.recognisesPeople != old.recognisesPeople { recognise(PersonGate(new, insteadOf: gate), at: time, emit) }
        attention.sight.adopt(new)
        board.adopt(new, at: time)
        adopt(new.gestures)
        let isOtherView = new.camera != old.camera || new.cameras != old.cameras
        return isOtherView || new.detection != old.detection || new.gestures.pointer != old.gestures.pointer
    }

    /// Changes the thresholds and times, from the next frame on.
    package mutating func adopt(_ gestures: GestureConfiguration) {
        board.explains = gestures.explains
        recognizer.configuration = gestures
        recognizer.configuration.explains = true
        try? attention.keepEyes(for: gestures)  // a model that was missing in a range calibration has been reported
    }

    /// Follows the face with another accuracy from the next frame on; see ``Sight``.
    package mutating func use(_ accuracy: Accuracy, measuresEyes: Bool = true) {
        attention.sight.use(accuracy, measuresEyes: measuresEyes, isMoving: outputs.isMoving)
    }

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
        try attention.look(at: frame, for: &recognizer, isHeld: isHeld)
    }

    /// Processes the face found in a frame and emits the resulting events.
    /// - Parameter time: of the frame.
    package mutating func process(_ face: Face?, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        tracker.costs.measure(.gesture) {
            board.allow(at: time)
            advance(to: time, emit)
            board.times.addFrame(at: time)
            if attention.takeLossOfSight() { step(.interrupt, at: time, emit) }
            var sample = HeadSample(time: time, face: face)
            sample.gaze = attention.sight.gaze(at: time)
            if let measurement {
                recalibrate(at: time, emit)  // without a rest position nothing fires
                var steps: [ApplianceEvent] = []  // seldom more than none
                measurement.add(sample) { steps.append($0) }
                for event in steps { tell(event, emit) }
            }
            step(.sample(sample, isSteering: outputs.isMoving), at: time, emit)
            attention.follow(face, at: time)
            if let measures = recognizer.measures { emit(.measures(time: time, measures)) }
            guard standing.isWorking else { return }
            board.beat(at: time, emit)
        }
    }

    /// Lets time pass without a frame: pulses end, and so does whatever depends on frames that do not come.
    package mutating func advance(to time: Double, _ emit: (ApplianceEvent) -> Void) {
        step(.advance, at: time, emit)
        board.advance(to: time, staleTime: recognizer.configuration.staleTime, emit)
    }

    // MARK: - The present state

    /// Whether something is held or moves that must end at once when the face is lost.
    package var isHeld: Bool { recognizer.heldDirection != nil || recognizer.heldTilt != nil || recognizer.heldExpression != nil || outputs.isHeld }

    /// Whether a person is being measured, in whatever way: nothing fires meanwhile.
    package var isMeasuring: Bool { attention.isMeasuring }

    /// Whether frames come.
    package var getsFrames: Bool { board.times.frame != nil }

    /// The next moment at which something changes even without frames.
    package var nextChange: Double? { board.nextChange(staleTime: recognizer.configuration.staleTime) }

    /// The movements of the last minutes that were not recognised, and why.
    package var refusals: RefusalLog { board.refusals }

    package var standing: Standing { board.condition.standing(recognizer, attention, lastFrame: board.times.frame) }

    // MARK: - What somebody asks for

    /// Measures the head's rest position again, because somebody asks for it; whose head it is, is decided anew.
    package mutating func calibrate(_ choice: CalibrationChoice = .largest, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        attention.choose(choice)
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
        attention.measurement = measurement
        do {
            try attention.keepEyes(for: recognizer.configuration)
        } catch {
            if measurement?.needs.looksAtEyes == true {
                emit(.fault(time: time, what: .eyesUnavailable, detail: "\(error); the range is measured without the eyes"))
            }
        }
        recalibrate(at: time, emit)
    }

    /// Reports a step of a measurement, with feedback to the person.
    package mutating func tell(_ event: ApplianceEvent, _ emit: (ApplianceEvent) -> Void) {
        emit(event)
        board.give(event, emit)
    }

    /// Pauses or resumes.
    package mutating func togglePause(at time: Double, _ emit: (ApplianceEvent) -> Void) { step(.togglePause, at: time, emit) }

    /// Asks for a nod or a shake.
    package mutating func ask(at time: Double, timeout: Double, _ emit: (ApplianceEvent) -> Void) { step(.ask(timeout: timeout), at: time, emit) }

    /// Withdraws the question.
    package mutating func withdraw(at time: Double, _ emit: (ApplianceEvent) -> Void) { step(.withdraw, at: time, emit) }

    /// The last movement that was recognised as this taught gesture was meant: its template moves a little towards it.
    /// - Returns: the changed gesture; `nil` if nothing has changed.
    mutating func confirm(_ name: GestureName) -> TaughtGesture? { recognizer.confirm(name) }

    // MARK: - People

    /// The people, or who of them may act, have changed: the face in view is unknown from now on.
    package mutating func recognise(_ gate: PersonGate?, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        attention.recognise(gate, isFacePresent: recognizer.isFacePresent, at: time) { emit(.person(time: time, $0)) }
        step(.advance, at: time, emit)
    }

    /// Cuts the chip of a face that should be recognised now.
    /// - Returns: the face's number, for the answer; `nil` if there is nothing to recognise.
    package mutating func wantsRecognition(of face: Face?, in view: FrameView, into chip: inout FaceChip) -> Int? {
        attention.wantsRecognition(of: face, in: view, into: &chip)
    }

    /// The recogniser has answered.
    /// - Parameters:
    ///   - people: those who are enrolled.
    ///   - sighting: the number of the face that it got.
    package mutating func hear(_ answer: Result<FaceEmbedding, FaceReaderFailure>, among people: [EnrolledPerson], about sighting: Int, at time: Double,
                               _ emit: (ApplianceEvent) -> Void) {
        guard gate?.sighting == sighting else { return }
        attention.hear(answer, among: people, at: time) { emit(.person(time: time, $0)) }
        advance(to: time, emit)  // admits or dismisses the person
    }

    // MARK: - What keeps everything off

    /// Everything goes off and stays off until ``release(by:at:_:)``.
    /// - Parameter who: in words, "the button red".
    package mutating func stop(by who: String, at time: Double, _ emit: (ApplianceEvent) -> Void) { impose(.stop(by: who), at: time, emit) }

    /// Ends a stop. Gestures count again after the middle, unless it is paused or an enable button is not held.
    package mutating func release(by who: String, at time: Double, _ emit: (ApplianceEvent) -> Void) { impose(.release(by: who), at: time, emit) }

    /// Every enable button is held, or one is not.
    package mutating func enable(_ isHeld: Bool, at time: Double, _ emit: (ApplianceEvent) -> Void) { impose(.enable(isHeld), at: time, emit) }

    /// Takes everything off, or lets it go on: all outputs at once, whatever holds them, and gestures as in a pause that nothing else ends.
    private mutating func impose(_ change: Halt.Change, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        guard board.condition.halt.make(change, at: time) else { return }
        if change.letsGo { emit(change.event(at: time)) }  // before anything goes on
        board.allow(at: time)  // first: no gesture's end is worth a moment
        outputs.report(emit)
        step(.bar(halt.isOn), at: time, emit)
        if !change.letsGo { emit(change.event(at: time)) }
    }

    // MARK: - Ends

    /// The camera has failed: held outputs end now rather than at their timeout, because opening a camera takes long.
    package mutating func loseView(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        tracker.forget()
        step(.interrupt, at: time, emit)
        board.goStale(at: time, emit)
    }

    /// The view of the user has changed: the face is searched and the rest position measured again.
    package mutating func changeView(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        board.allow(at: time)
        loseView(at: time, emit)  // the next face may be another one's
        attention.forget()
        measurement?.disturb("the view was changed")
        recalibrate(at: time, emit)
    }

    /// Ends the run: holds end, and everything is off until there are frames again.
    /// - Parameter spared: see ``OutputBank/release(at:sparing:_:)``.
    package mutating func finish(at time: Double, sparing spared: OutputGate.Spared = .nothing, _ emit: (ApplianceEvent) -> Void) {
        step(.stop, at: time, emit)
        outputs.release(at: time, sparing: spared)
        outputs.report(emit)
    }

    /// Releases everything, as the dead-man timer has done. Outputs still follow states: an alarm does not wait for frames.
    package mutating func letGo(at time: Double, _ emit: (ApplianceEvent) -> Void) {
        finish(at: time, emit)
        board.allow(at: time)
    }

    // MARK: - The recogniser's events

    /// Passes an input to the recogniser, whose events drive the outputs.
    mutating func step(_ input: RecognizerInput, at time: Double, _ emit: (ApplianceEvent) -> Void) {
        func hear(_ event: GestureEvent) {
            board.follow(event, emit)
            attention.hear(event) { emit(.person(time: event.time, $0)) }
        }
        if board.dropsWaiting(at: time) { recognizer.interrupt(at: time, hear) }
        input.apply(to: &recognizer, at: time, hear)
        attention.advance(to: time) { emit(.person(time: time, $0)) }
        if attention.isAdmitted { recognizer.admit() } else { recognizer.dismiss(at: time, hear) }
        if attention.takeNewRest() { recognizer.recalibrate(at: time, hear) }
        board.steer(by: recognizer, hasMoved: input.isSample, at: time, emit)
        board.follow(standing, gate?.knowledge, at: time, emit)
    }
}
