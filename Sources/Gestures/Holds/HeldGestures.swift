/// What is held now: a turn, a tilt, expressions, a look at a zone.
///
/// Held gestures begin and end here and nowhere else: what is held changes together with the event that tells of it, so each beginning gets
/// exactly one end. The machines decide when; none of them remembers that something is held, so a machine that is thrown away or that loses
/// its state cannot lose a hold.
struct HeldGestures: Equatable, Sendable {
    /// What can be held at the same time.
    enum Kind: Equatable, Sendable {
        case turn, tilt, gaze
        case expression(FacialExpression)

        static let all = [Kind.turn, .tilt] + FacialExpression.allCases.map(Kind.expression) + [.gaze]

        /// `nil` for a gesture that is not held.
        init?(_ gesture: HeadGesture) {
            switch gesture {
            case .hold: self = .turn
            case .holdTilt: self = .tilt
            case .holdExpression(let expression): self = .expression(expression)
            case .gaze: self = .gaze
            case .look, .nod, .shake, .tilt, .expression, .taught: return nil
            }
        }
    }

    private struct Hold: Equatable, Sendable {
        let gesture: HeadGesture
        /// When it began, in seconds.
        let since: Double
        /// Back at rest since then, if it is to be released.
        var back: Double?
        /// The last sample in which its machine let it go on.
        var keptAt: Double
    }

    private var turn: Hold?
    private var tilt: Hold?
    private var gaze: Hold?
    private var expressions = PerExpression<Hold?>(all: nil)

    private subscript(kind: Kind) -> Hold? {
        get {
            switch kind {
            case .turn: turn
            case .tilt: tilt
            case .gaze: gaze
            case .expression(let expression): expressions[expression]
            }
        }
        set {
            switch kind {
            case .turn: turn = newValue
            case .tilt: tilt = newValue
            case .gaze: gaze = newValue
            case .expression(let expression): expressions[expression] = newValue
            }
        }
    }

    // MARK: - What is held

    var direction: HeadDirection? { if case .hold(let direction)? = turn?.gesture { direction } else { nil } }
    var shoulder: Shoulder? { if case .holdTilt(let shoulder)? = tilt?.gesture { shoulder } else { nil } }
    var zone: GestureName? { if case .gaze(let zone)? = gaze?.gesture { zone } else { nil } }

    var isEmpty: Bool { self == HeldGestures() }

    func holds(_ kind: Kind) -> Bool { self[kind] != nil }

    func isHeld(_ gesture: HeadGesture) -> Bool { Kind(gesture).flatMap { self[$0] }?.gesture == gesture }

    /// Since when, in seconds.
    func since(_ kind: Kind) -> Double? { self[kind]?.since }

    // MARK: - Beginning and end

    /// Begins a hold. One of the same kind ends first.
    /// - Parameters:
    ///   - size: of the movement, in the event's unit; a look at a zone has none.
    ///   - began: when the movement began, in seconds.
    mutating func begin(_ gesture: HeadGesture, size: Double = 0, began: Double, threshold: Double? = nil, eyes: EyeBehavior? = nil, at time: Double,
                        _ emit: (GestureEvent) -> Void) {
        guard let kind = Kind(gesture) else { return }
        end(kind, .returned, at: time, emit)
        self[kind] = Hold(gesture: gesture, since: time, keptAt: time)
        var event = GestureEvent(time: time, kind: .began(gesture, size: size), began: began, threshold: threshold)
        event.eyes = eyes
        emit(event)
    }

    /// Tells that a hold goes on.
    func move(_ kind: Kind, to size: Double, at time: Double, _ emit: (GestureEvent) -> Void) {
        if let gesture = self[kind]?.gesture { emit(GestureEvent(time: time, kind: .moved(gesture, size: size))) }
    }

    /// Ends a hold.
    /// - Returns: what was held; `nil` if nothing was.
    @discardableResult
    mutating func end(_ kind: Kind, _ reason: GestureEvent.StopReason, at time: Double, _ emit: (GestureEvent) -> Void) -> HeadGesture? {
        guard let hold = self[kind] else { return nil }
        self[kind] = nil
        emit(GestureEvent(time: time, kind: .ended(hold.gesture, held: max(0, time - hold.since), reason: reason), began: hold.since))
        return hold.gesture
    }

    // MARK: - The rules that all have in common

    /// Keeps a hold in a sample.
    mutating func keep(_ kind: Kind, at time: Double) { self[kind]?.keptAt = time }

    /// Keeps a hold in a sample, and tells whether it has been back at rest for its release time.
    /// - Parameter moment: when that was seen, in seconds.
    mutating func isReleased(_ kind: Kind, isBack: Bool, seenAt moment: Double? = nil, at time: Double, _ configuration: GestureConfiguration) -> Bool {
        guard var hold = self[kind] else { return false }
        let moment = moment ?? time
        hold.keptAt = time
        hold.back = isBack ? hold.back ?? moment : nil
        self[kind] = hold
        guard let back = hold.back else { return false }
        return moment - back >= configuration.filters[hold.gesture].release - GestureRules.roundoff
    }

    /// Whether a hold has lasted for as long as any may.
    func isTooLong(_ kind: Kind, at time: Double, _ configuration: GestureConfiguration) -> Bool {
        self[kind].map { time - $0.since >= configuration.maxHold } ?? false
    }

    /// Whether a hold was not kept in this sample: nothing follows it any more, because its gesture was switched off.
    func isForgotten(_ kind: Kind, at time: Double) -> Bool { self[kind].map { $0.keptAt != time } ?? false }
}
