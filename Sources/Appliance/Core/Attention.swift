import Gestures
import People
import Pipeline

/// Whom the switch looks at: it finds the face that is followed, turns to another one when it should, knows whose it is, and what is measured of
/// this person.
struct Attention {
    /// Finds the face and its eyes.
    var sight: Sight
    /// Set while a person is being measured.
    var measurement: (any Measurement)?
    private var orientation = FaceOrientation()
    /// Which of several faces is followed.
    private var faces = FaceChoice()
    /// Whose head counts; `nil` if everybody's does and nobody needs to know. Whoever sets it has people recognised.
    private(set) var gate: PersonGate?
    /// Another face is followed from the next sample on.
    private var losesSight = false
    /// The next face's rest is measured anew.
    private var forgetsRest = false

    init(_ sight: Sight) { self.sight = sight }

    // MARK: - Frames

    /// Finds the face in a frame, and the eyes if the recogniser asks for them.
    /// - Parameter isHeld: see ``HeadSwitch/isHeld``.
    mutating func look(at frame: Frame, for recognizer: inout GestureRecognizer, isHeld: Bool) throws -> Face? {
        let view = FrameView(frame, mounting: sight.mounting), needs = measurement?.needs
        let found = try sight.face(in: view, for: recognizer, needs)
        switch orientation.follow(found, at: frame.time) {
        case .same: break
        case .doubtful: return nil
        case .turned:
            (losesSight, forgetsRest) = (true, true)
            return nil
        }
        guard var face = found else {
            if sight.tracker.isSearching { faces.asked = nil }  // the largest face is taken anyway
            return nil
        }
        let situation = FaceChoice.Situation(
            knowledge: gate?.knowledge, isMeasuring: isMeasuring, isHeld: isHeld,
            isAtRest: recognizer.armedUntil == nil && (recognizer.isInIdleZone || recognizer.isCalibrating))
        if try faces.turns(from: face, in: view, sight.tracker, situation) {
            (losesSight, forgetsRest) = (true, true)
            return nil
        }
        if gate?.wantsAnother == true, needs?.takesFaces != true {
            gate?.wantsAnother = false
            if try faces.turnsToUnknown(besides: face, in: view, sight.tracker) {
                losesSight = true
                return nil
            }
        }
        try sight.lookAtEyes(of: &face, in: view, for: &recognizer, needs)
        return face
    }

    /// The face of a frame, after the recogniser has got it.
    mutating func follow(_ face: Face?, at time: Double) {
        gate?.follow(face, at: time)
        faces.allegiance.follow(face, sight.tracker.life, at: time)
    }

    /// Whether another face is followed from now on; asked once.
    mutating func takeLossOfSight() -> Bool {
        defer { losesSight = false }
        return losesSight
    }

    // MARK: - Measuring a person

    var isMeasuring: Bool { measurement != nil }

    /// Loads the model of the eyes, or closes it, as gestures and the measurement need.
    /// - Throws: `ModelError`.
    mutating func keepEyes(for gestures: GestureConfiguration) throws { try sight.keepEyes(for: gestures, measurement?.needs) }

    // MARK: - Whose face it is

    /// Takes note of what the recogniser reports.
    mutating func hear(_ event: GestureEvent, _ emit: (PersonReport) -> Void) {
        switch event.kind {
        case .faceFound: if gate?.faceFound(at: event.time, emit) == true { forgetsRest = true }
        case .faceLost:
            gate?.faceLost()
            faces.allegiance.faceLost()
        case .began(.gaze, _): break  // eyes rest on something without a wish
        case .recognised, .began, .answer: faces.allegiance.act()
        default: break
        }
    }

    /// Time passes: a face that could not be recognised for long enough counts as such.
    mutating func advance(to time: Double, _ emit: (PersonReport) -> Void) { gate?.advance(to: time, emit) }

    /// Whether the person in view may act.
    var isAdmitted: Bool { gate?.isAdmitted ?? true }

    /// Whether the rest position that was measured is another face's; asked once.
    mutating func takeNewRest() -> Bool {
        defer { forgetsRest = false }
        return forgetsRest
    }

    /// Whether the face has moved as a living one does, not too long ago.
    /// - Parameter time: of the last frame; `nil` if there is none.
    func isLiving(at time: Double?) -> Bool { !(time.map { faces.allegiance.isLifeless(sight.tracker.life, at: $0) } ?? false) }

    // MARK: - What somebody asks for

    /// The next frame decides whose head counts.
    mutating func choose(_ choice: CalibrationChoice) { faces.asked = choice }

    /// The view is another one: the next face may be another one's.
    mutating func forget() {
        faces.allegiance.forget()
        orientation = FaceOrientation()
    }

    /// The people, or who of them may act, have changed: the face in view is unknown from now on.
    mutating func recognise(_ gate: PersonGate?, isFacePresent: Bool, at time: Double, _ emit: (PersonReport) -> Void) {
        self.gate = gate
        if isFacePresent { _ = self.gate?.faceFound(at: time, emit) }
    }

    /// Cuts the chip of a face that should be recognised now.
    mutating func wantsRecognition(of face: Face?, in view: FrameView, into chip: inout FaceChip) -> Int? {
        measurement?.needs.takesFaces == true ? nil : gate?.wantsRecognition(of: face, in: view, into: &chip)
    }

    /// The recogniser has answered.
    mutating func hear(_ answer: Result<FaceEmbedding, FaceReaderFailure>, among people: [EnrolledPerson], at time: Double, _ emit: (PersonReport) -> Void) {
        gate?.hear(answer, among: people, at: time, emit)
    }
}
