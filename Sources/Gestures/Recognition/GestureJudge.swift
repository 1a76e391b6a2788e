/// Decides whether what a movement has made may fire, by what is known beside its shape: the head's path, the evidence, the eyes, the lips, and what
/// fired before. Reports the gesture, or why it is none.
package struct GestureJudge: Sendable {
    /// The head's path since it was last still.
    private var oscillation = Oscillation()
    /// What looks and holds are weighed by.
    private var evidence = Evidence()
    /// Recent positions of the eyes.
    private var eyes = EyeMovement()
    private var refractory = Refractory()
    private var nearMisses = NearMisses()
    /// The distances that counted at the last sample.
    private var limits: DistanceLimits?
    /// End of the last movement that was reported as a gesture; a movement is reported once.
    private var reportedUntil = -Double.infinity
    /// A long shake was told before its end: the longest pause before a swing that is a part of it, in seconds.
    private var shakeGoesOn: Double?

    package init() {}

    /// Forgets what was reported, and the path until now: movements during a calibration do not count. What else is known of this face stays:
    /// evidence, eyes and lips.
    mutating func restart() {
        oscillation.restart()
        let speech = refractory.speech
        refractory = Refractory()
        refractory.speech = speech
        nearMisses = NearMisses()
        limits = nil
        reportedUntil = -.infinity
        shakeGoesOn = nil
    }

    /// Takes note of a sample whose head is certain.
    mutating func see(_ sample: HeadSample, after seconds: Double, _ limits: DistanceLimits, _ configuration: GestureConfiguration) {
        let time = sample.time, rules = configuration.rules
        if let angles = sample.angles { eyes.follow(angles, at: time, rules) }
        if let look = sample.eyes { eyes.add(look) }
        if let mouth = sample.mouth { refractory.speech.add(mouth, yaw: sample.angles?.yaw, rules) }
        oscillation.add(sample, after: seconds, zone: limits.zone, configuration)
        guard let now = oscillation.now else { return }
        evidence.add(now.pose, at: time, lips: refractory.speech.speed(at: time, rules), generation: oscillation.generation, limits)
    }

    /// Takes note of the head's offset from its rest.
    /// - Parameter isCalm: it has been still in its idle zone for a while, which ends a burst.
    mutating func follow(_ offset: HeadOffset, isCalm: Bool, _ thresholds: EffectiveThresholds) {
        limits = thresholds.limits
        if isCalm { refractory.unlock() }
        oscillation.isAway(offset)
        evidence.findSeries(thresholds)
        if thresholds.configuration.proposes, let rest = oscillation.rest { evidence.find(rest: rest, thresholds) }
    }

    /// The movements that the last sample completed, for the laboratory.
    var proposals: [Proposal] { evidence.proposals }

    // MARK: - Eyes and lips

    /// Takes a measurement of an eye at an earlier moment.
    mutating func add(_ look: EyeLook) { eyes.add(look) }

    /// Measures the eyes along the axis of the face at this centre.
    mutating func align(to center: CalibrationCenter) { eyes.leftward = center.leftward }

    /// The measurements of the eyes that a movement beyond its threshold needs.
    func eyeRequest(_ direction: HeadDirection, at time: Double, _ rules: GestureRules) -> EyeRequest? { eyes.request(direction, at: time, rules) }

    /// Forgets the eyes of a face that was lost.
    mutating func forgetEyes() { eyes.forget() }

    /// Whether another look at the lips may change a decision, where `quiet` is the limit of their speed, in IOD a second.
    func needsLips(at time: Double, quiet: Double, _ rules: GestureRules) -> Bool { refractory.speech.isWanted(at: time, quiet: quiet, rules) }

    // MARK: - Movements

    /// A movement begins.
    mutating func beginMovement(at time: Double, _ rules: GestureRules) { eyes.begin(time, rules) }

    /// A movement begins out of rest. A head that lingered on its way has not rested: the eyes may have been ahead of it since it left.
    mutating func leaveRest(at time: Double, _ rules: GestureRules) { if nearMisses.lingered == nil { beginMovement(at: time, rules) } }

    /// Whether the head was further away than `distance` from its present place within the last `seconds`.
    func moved(within seconds: Double, by distance: Double) -> Bool { oscillation.moved(within: seconds, by: distance) }

    /// Discards the path so far and its continuation: a nod that has begun is over when the head is still.
    mutating func endPath(_ rules: GestureRules) { oscillation.end(rules) }

    /// A question is asked: no movement from before counts.
    mutating func ask(at time: Double, _ zone: IdleZone, _ rules: GestureRules) { oscillation.ask(at: time, zone, rules) }

    /// No movement from before is told any more.
    mutating func forgetMovement() {
        nearMisses = NearMisses()
        oscillation.restart()
    }

    /// The face is out of sight, and the path with it.
    /// - Parameter movement: the one in which the face was lost, if its way out was seen.
    mutating func loseFace(in movement: MovementTracker?, _ rules: GestureRules) {
        oscillation.reset()
        if let movement { nearMisses.loseFace(in: movement, rules) }
    }

    /// The interval and threshold of a movement that ends at `end`, from when the head lingered before it.
    func journey(of movement: MovementTracker, until end: Double, _ thresholds: EffectiveThresholds) -> Journey {
        Journey(began: nearMisses.lingered?.began ?? movement.left, ended: end, threshold: movement.threshold(thresholds.limits))
    }

    // MARK: - Near misses

    /// The head stays between rest and threshold.
    mutating func linger(_ movement: MovementTracker, _ thresholds: EffectiveThresholds) { nearMisses.linger(movement, thresholds) }

    /// The head that lingered is back at rest: reports it.
    mutating func endLingering(in step: Step, at time: Double, _ thresholds: EffectiveThresholds, _ emit: (GestureEvent) -> Void) {
        if let miss = nearMisses.takeLingered(returningIn: step, to: thresholds.zone) { report(miss, at: time, thresholds.configuration, emit) }
    }

    mutating func takeLingered() -> (rejection: Rejection, began: Double)? { nearMisses.takeLingered() }

    mutating func forgetLingering() { nearMisses.forgetLingering() }

    /// A hold of a turn begins.
    mutating func beginHold() { nearMisses.beginHold() }

    /// Reports a look that the hold hides.
    mutating func watchHold(_ direction: HeadDirection, _ distance: Double, at time: Double, _ thresholds: EffectiveThresholds,
                            _ emit: (GestureEvent) -> Void) {
        if let miss = nearMisses.watchDip(direction, distance, at: time, thresholds) { report(miss, at: time, thresholds.configuration, emit) }
    }

    /// Reports a movement whose way out was not seen, because a hold lasted until then.
    mutating func endAfterHold(_ movement: MovementTracker, _ journey: Journey, at time: Double, _ thresholds: EffectiveThresholds,
                               _ emit: (GestureEvent) -> Void) {
        if let miss = nearMisses.afterHold(movement, journey, thresholds) { report(miss, at: time, thresholds.configuration, emit) }
    }

    /// Reports what the head's first return to rest since a loss or an interruption makes of the movement before.
    mutating func comeToRest(_ peak: HeadOffset?, since: Double?, at time: Double, _ thresholds: EffectiveThresholds, _ emit: (GestureEvent) -> Void) {
        if let verdict = nearMisses.comeToRest(peak, since: since, at: time, thresholds) { report(verdict, at: time, thresholds.configuration, emit) }
    }

    // MARK: - Nods and shakes

    /// The nod or shake that has just ended; with its series if only its points show it, and no rule.
    mutating func completedOscillation(_ thresholds: EffectiveThresholds) -> (Verdict, Proposal?)? {
        if let verdict = oscillation.verdict(isOver: false, thresholds) { return (verdict, nil) }
        return convincingSeries(thresholds).map { ($0, $1) }
    }

    /// The nod or shake that is over now that no swing follows.
    mutating func finishedOscillation(_ configuration: GestureConfiguration) -> Verdict? {
        guard let limits else { return nil }
        return oscillation.verdict(isOver: true, EffectiveThresholds(configuration: configuration, limits: limits))
    }

    /// Reports a nod or a shake.
    /// - Parameter series: it was seen as one by its points, not by the rules.
    mutating func endOscillation(_ verdict: Verdict, _ series: Proposal?, at time: Double, _ configuration: GestureConfiguration,
                                 _ emit: (GestureEvent) -> Void) {
        nearMisses.forgetLingering()
        oscillation.told()
        let goesOn = verdict.journey.began < reportedUntil
        guard report(verdict, isWeighed: series != nil, at: time, configuration, emit) || goesOn else { return }
        if !goesOn { shakeGoesOn = series?.pause }
        // It is told before it is certain that no swing follows; one that follows soon is a part of it.
        reportedUntil = max(reportedUntil, verdict.journey.ended + max(configuration.resolve, shakeGoesOn ?? 0))
    }

    /// The nod or shake that has just ended and has so many points that no rule needs to see it as one.
    private mutating func convincingSeries(_ thresholds: EffectiveThresholds) -> (Verdict, Proposal)? {
        guard !evidence.series.proposals.isEmpty else { return nil }
        let configuration = thresholds.configuration
        var best: (verdict: Verdict, series: Proposal, rate: Double)?
        for proposal in evidence.series.proposals {
            if let pause = shakeGoesOn, proposal.kind == .shake, proposal.began < reportedUntil {
                reportedUntil = max(reportedUntil, proposal.ended + pause)
                if !proposal.goesOn { shakeGoesOn = nil }
                continue
            }
            let isNod = proposal.kind == .nod, card = Card.of(proposal.kind)
            guard isNod ? configuration.nod : configuration.shake else { continue }
            let rate = card.rate(of: card.points(for: proposal.features))
            guard rate <= configuration.rules.seriesRate, rate < best?.rate ?? .infinity else { continue }
            let swings = Int(proposal.features[.count] ?? 0)
            let journey = Journey(began: proposal.began, ended: proposal.ended, threshold: thresholds[proposal.direction])
            // One that may not count takes nothing from the rules' own judgement.
            guard eyes.judge(isNod ? .nod : .shake, journey, configuration)?.objection == nil else { continue }
            best = (.gesture(isNod ? .nod : .shake, swings: isNod ? (swings + 1) / 2 : swings - 1, journey), proposal, rate)
        }
        return best.flatMap { oscillation.admits($0.verdict.journey) ? ($0.verdict, $0.series) : nil }
    }

    // MARK: - Reports

    /// Emits a gesture unless a rule withholds it; emits a rejection if the configuration requests those.
    /// - Parameter isWeighed: its points were enough, the lips among them.
    /// - Returns: whether a gesture was emitted, or a hold may begin.
    @discardableResult
    mutating func report(_ verdict: Verdict, isWeighed: Bool = false, at time: Double, _ configuration: GestureConfiguration,
                         _ emit: (GestureEvent) -> Void) -> Bool {
        switch verdict.outcome {
        case .rejection(let rejection):
            tell(rejection, verdict.journey, at: time, configuration, emit)
            return false
        case .hold(let gesture): return permit(gesture, verdict.journey, at: time, configuration, emit) != nil
        case .gesture(let kind):
            guard let gesture = kind.gesture, let permit = permit(gesture, verdict.journey, isWeighed: isWeighed, at: time, configuration, emit)
            else { return false }
            var event = GestureEvent(time: time, kind: kind, journey: verdict.journey)
            event.eyes = permit.eyes
            emit(event)
            return true
        }
    }

    /// What is known of a gesture that may fire.
    struct Permit {
        /// What the eyes did; `nil` if the gesture has no eye condition.
        var eyes: EyeBehavior?
    }

    /// Why a look at a zone may not count now; otherwise it is counted.
    mutating func objection(to gesture: HeadGesture, at time: Double, _ configuration: GestureConfiguration) -> Rejection? {
        refractory.anyObjection(to: gesture, at: time, configuration)
    }

    /// What was held has ended, which starts the gesture's refractory period.
    mutating func ended(_ gesture: HeadGesture, at time: Double) { refractory.ended(gesture, at: time) }

    /// Lets a gesture fire, which counts it, or emits the rejection.
    mutating func permit(_ gesture: HeadGesture, _ journey: Journey, isWeighed: Bool = false, at time: Double,
                         _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) -> Permit? {
        nearMisses.forgetLingering()
        var rejection = Rejection(rule: .restless, value: 2, bound: 1)
        if journey.began >= reportedUntil - GestureRules.roundoff {
            let seen = eyes.judge(gesture, journey, configuration)
            // The lips first, because they have a remedy.
            let talking = isWeighed || isConvincing(gesture, journey, configuration) ? nil : refractory.talking(during: gesture, at: time, configuration)
            guard let objection = talking ?? unlikely(gesture, journey, configuration) ?? seen?.objection
                ?? refractory.objection(to: gesture, at: time, configuration) else {
                reportedUntil = journey.ended
                oscillation.forget(until: reportedUntil)
                return Permit(eyes: seen?.behavior)
            }
            rejection = objection
        }
        if case .taught(let name) = gesture { rejection.taught = name }
        tell(rejection, journey, at: time, configuration, emit)
        return nil
    }

    private func tell(_ given: Rejection, _ journey: Journey, at time: Double, _ configuration: GestureConfiguration, _ emit: (GestureEvent) -> Void) {
        guard configuration.explains else { return }
        var rejection = given
        rejection.remedy = rejection.remedy ?? Remedy(for: rejection, configuration, zone: limits?.zone.radius ?? 0)
        emit(GestureEvent(time: time, kind: .rejected(rejection), journey: journey))
    }

    /// Reports why a movement that goes on is not a gesture.
    mutating func refuse(_ rejection: Rejection, _ movement: MovementTracker, at time: Double, _ thresholds: EffectiveThresholds,
                         _ emit: (GestureEvent) -> Void) {
        report(.rejection(rejection, journey(of: movement, until: time, thresholds)), at: time, thresholds.configuration, emit)
    }

    /// Reports why a movement that stays out is not a gesture.
    mutating func refusePosture(_ movement: MovementTracker, at time: Double, _ thresholds: EffectiveThresholds, _ emit: (GestureEvent) -> Void) {
        guard let rejection = RuleStage.posture.objection(to: movement.soFar, thresholds) else { return }
        refuse(rejection, movement, at: time, thresholds, emit)
    }

    /// Reports why a movement that is broken off is not a gesture.
    mutating func refuse(_ rejection: Rejection, brokenOff movement: MovementTracker, at time: Double, _ configuration: GestureConfiguration,
                         _ emit: (GestureEvent) -> Void) {
        let journey = Journey(began: movement.left, ended: time, threshold: limits.map(movement.threshold) ?? 0)
        report(.rejection(rejection, journey), at: time, configuration, emit)
    }

    // MARK: - Evidence of looks and holds

    /// Whether a look or a hold has so many points that rules yield to it.
    func isConvincing(_ gesture: HeadGesture, _ journey: Journey, _ configuration: GestureConfiguration) -> Bool {
        let rate = configuration.rules.yieldRate
        guard rate > -.infinity else { return false }
        return points(gesture, journey, configuration)?.suffice(for: rate) ?? false
    }

    /// The objection to a look or a hold that has fewer points than ordinary movements have `ordinaryRate` times an hour.
    private func unlikely(_ gesture: HeadGesture, _ journey: Journey, _ configuration: GestureConfiguration) -> Rejection? {
        let rate = configuration.rules.ordinaryRate
        guard rate < .infinity else { return nil }
        return points(gesture, journey, configuration)?.objection(to: gesture, for: rate)
    }

    private func points(_ gesture: HeadGesture, _ journey: Journey, _ configuration: GestureConfiguration) -> GesturePoints? {
        guard let limits, let rest = oscillation.rest else { return nil }
        return GesturePoints(gesture, journey, evidence, rest: rest, EffectiveThresholds(configuration: configuration, limits: limits))
    }
}
