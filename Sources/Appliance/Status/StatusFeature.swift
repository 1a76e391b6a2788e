import Gestures
import Wire

/// Tells clients how things are, and why a movement was not recognised.
final class StatusFeature: Feature {
    private var running = RunningState()
    private let power: PowerFeature

    init(_ power: PowerFeature) { self.power = power }

    func hear(_ event: ApplianceEvent, at now: Double) { running.hear(event, at: now) }

    func frame(_ frame: SeenFrame, _ context: FeatureContext) { running.figures.addFrame(cpu: frame.cpu) }

    /// Once a second the rates and costs are told.
    func settle(_ context: FeatureContext) { if let stats = power.stats(at: context.now) { context.emit(.stats(stats)) } }

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        switch request {
        case .status: return .done(status(context))
        case .why:
            let now = context.now
            return .done(WhyReply(refusals: context.head.refusals.recent(at: now).suffix(20).compactMap { event in
                guard case .rejected(let rejection) = event.kind else { return nil }
                return WhyReply.Refusal(rejection, at: event.time, now: now, origin: Self.origin(of: rejection, context))
            }))
        default: return nil
        }
    }

    private func status(_ context: FeatureContext) -> StatusReply {
        let recognizer = context.head.recognizer, stats = running.stats, configuration = context.configuration, now = context.now
        var status = StatusReply(
            uptime: now, state: context.head.standing.pattern.rawValue,
            face: recognizer.isFacePresent, calibrating: recognizer.isCalibrating, paused: recognizer.isPaused,
            held: [recognizer.heldDirection.map(HeadGesture.hold), recognizer.heldTilt.map(HeadGesture.holdTilt),
                   recognizer.heldExpression.map(HeadGesture.holdExpression), recognizer.heldZone.map(HeadGesture.gaze)].compactMap(\.self),
            armed: recognizer.armedUntil.map { max(0, $0 - now) },
            profile: context.settings.profile, eyes: (configuration.gestures.eyes ?? configuration.gestures.measuredEyes).rawValue,
            ranges: context.settings.ranges?.byMovement, impossible: configuration.impossible,
            gaze: configuration.watchesGaze ? configuration.gestures.gaze.correction == nil ? .uncalibrated : .calibrated : .off,
            stats: stats.map { StatsRecord($0) },
            outputs: Dictionary(context.outputs.outputValues.map { ($0.name, $0.isOn ? 1 : 0) }) { first, _ in first },
            axes: Dictionary(context.outputs.axisValues.map { ($0.name, $0.value) }) { first, _ in first },
            center: recognizer.calibrationCenter.map { [$0.position.x, $0.position.y] }, iod: recognizer.calibrationCenter?.interocularDistance,
            faults: running.faults, figures: running.figures)
        status.off = configuration.off(taught: context.settings.shelf.gestures.map(\.name))
        for feature in context.features { feature.report(in: &status, context) }
        return status
    }

    /// Where the limit comes from that refused a movement, if the range calibration has found it.
    private static func origin(of rejection: Rejection, _ context: FeatureContext) -> String {
        let gestures = context.configuration.gestures
        if gestures.eyes == nil, [.eyesAlong, .eyesUnclear, .eyesUnknown].contains(rejection.rule) {
            return " (as the range calibration found; gestures.eyes changes it)"
        }
        guard rejection.rule == .tooSmall, let ranges = context.settings.ranges else { return "" }
        guard let movement = rejection.gesture.flatMap({ RangeMovement($0) }), ranges[movement] == gestures[movement] else { return "" }
        return " (the range calibration found this threshold)"
    }
}
