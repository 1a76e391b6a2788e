import Gestures
import Platform
import Settings
import Wire

/// Measures how far a person's head and face can go, for clients.
final class RangeFeature: Feature {
    private var hasBegun = false

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        switch request {
        case .calibrateRange(let movements, let isTrial):
            try context.mayMeasure("a range calibration")
            try context.mayChange()
            let configuration = context.configuration
            let session = RangeSession(movements ?? configuration.usedMovements, pointer: configuration.gestures.pointer, at: context.now)
            context.measuring.begin(RangeMeasurement(session, isTrial: isTrial), for: client, context)
            return .done()
        case .forgetRanges:
            try context.may(.disturbing)
            try forget(context)
            context.replyWhenKept(to: client)
            return .later
        default: return nil
        }
    }

    /// Forgets the ranges that were measured for the profile in use: the file's thresholds hold again.
    private func forget(_ context: FeatureContext) throws(ControlError) {
        try context.may(.writing)
        let settings = context.settings
        guard settings.ranges != nil else { throw ControlError(.unavailable, "no ranges have been measured") }
        try context.mayChange()
        try settings.changeRanges(context) { $0.take(nil, of: settings.profile, undoes: false, isAlone: false) }
        context.emit(.configured(time: context.now, profile: settings.profile))
    }

    /// Tells, once, of movements that count again because an earlier version's measurement had switched them off.
    func profileBegins(_ context: FeatureContext) {
        guard !hasBegun else { return }
        hasBegun = true
        for (profile, movements) in context.settings.store.saved.revived.sorted(by: { $0.key < $1.key }) {
            context.report(.gestureRevived, "\(movements.map(\.description).joined(separator: ", "))\(profile.isEmpty ? "" : " of the profile \(profile)"): "
                + "a range measurement had switched this off without saying so; the thresholds of nodline.toml hold again")
        }
    }
}

/// A range calibration that a client has asked for.
package final class RangeMeasurement: MeasuringSession {
    private var session: RangeSession
    /// Whether somebody must keep what was measured.
    private let isTrial: Bool

    package init(_ session: RangeSession, isTrial: Bool) { (self.session, self.isTrial) = (session, isTrial) }

    let state = StatusReply.measuringRanges, words = "ranges are being measured"

    package var needs: MeasurementNeeds {
        MeasurementNeeds(faceInterval: session.calibration.measuresFace ? 0 : nil, looksAtEyes: true, eyeRequest: session.calibration.eyeRequest)
    }

    package func add(_ sample: HeadSample, _ emit: (ApplianceEvent) -> Void) { session.add(sample, emit) }

    package func disturb(_ reason: String) { session.disturb(reason) }

    func obstacle(at time: Double) -> String? { session.obstacle(at: time) }

    func cancelled(_ reason: String, at time: Double) -> ApplianceEvent { .range(time: time, .cancelled(reason: reason)) }

    func complete(_ context: FeatureContext) -> MeasuringEnd {
        guard session.isDone else { return .goesOn }
        let calibration = session.calibration, configuration = context.configuration, settings = context.settings
        var gestures = configuration.gestures
        var ranges = (isTrial ? settings.ranges : settings.store.saved.ranges[settings.profile]) ?? Ranges()
        calibration.apply(to: &gestures, used: Set(configuration.boundGestures.compactMap { RangeMovement($0)?.direction }))
        ranges.take(calibration.measured, of: gestures)
        // Ranges outside the configuration file's limits are not kept: the next start would refuse them.
        let isKept = !calibration.measured.isEmpty && ranges.isPossible
        switch (isKept, isTrial) {
        case (true, true): settings.attempt(ranges, context)
        case (true, false): settings.keep(ranges, context)
        case (false, _): break
        }
        return .ends(.range(time: context.now, .done(isKept: isKept, eyes: isKept ? gestures.measuredEyes : calibration.eyes)))
    }
}
