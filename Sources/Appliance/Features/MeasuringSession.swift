import Gestures

/// A measurement that a client has asked for, and what becomes of it. ``MeasuringFeature`` begins it and ends it.
protocol MeasuringSession: Measurement {
    /// What `status` calls it, and what is told to clients that must wait: "ranges are being measured".
    var state: String { get }
    var words: String { get }
    /// The reason why it cannot go on, if there is one.
    func obstacle(at time: Double) -> String?
    /// If it is complete, takes over what was measured. It is still in the switch, so that eyes which are needed stay loaded.
    func complete(_ context: FeatureContext) -> MeasuringEnd
    func cancelled(_ reason: String, at time: Double) -> ApplianceEvent
    /// It is out of the switch.
    func left(_ context: FeatureContext)
}

extension MeasuringSession {
    func left(_ context: FeatureContext) {}
}

enum MeasuringEnd {
    case goesOn
    /// It is over; what is told of it, unless that comes later.
    case ends(ApplianceEvent?)
}
