import Gestures
import Outputs
import Platform
import Wire

/// What features share: the time, the events, the switch, the effective configuration, the disk, the slot for measuring a person, and limits.
final class FeatureContext {
    /// Seconds that the watchdog allows for a camera, or for a reload.
    private static let slowStep = 10.0

    private let clock: LoopClock
    /// The loop's time 0 on the clock.
    let begin: Double
    let notifier = ServiceNotifier.standard()
    /// The switch. Whoever lets it work passes ``handle(_:)`` on.
    var head: HeadSwitch
    /// The switch's outputs. They have a lock of their own: events are handled while the switch works.
    let outputs: GuardedOutputs
    let settings: SettingsInUse
    let disk: DiskQueue
    let measuring: MeasuringFeature
    /// In the order in which they are asked.
    var features: [any Feature] = []
    private var limits = RequestLimits()
    private let listener: (ApplianceEvent) -> Void

    init(_ head: HeadSwitch, _ settings: SettingsInUse, _ clock: LoopClock, begin: Double, emit: @escaping (ApplianceEvent) -> Void) {
        (self.head, self.settings, self.clock, self.begin, listener) = (head, settings, clock, begin, emit)
        outputs = head.outputs
        disk = DiskQueue(settings.store)
        measuring = MeasuringFeature()
    }

    /// Seconds since the start.
    var now: Double { clock.now() - begin }

    /// The effective configuration.
    var configuration: Configuration { settings.current }

    // MARK: - Events

    /// Handles an event of the switch, of which the devices have been told already; it is reported when they have carried it out.
    func handle(_ event: ApplianceEvent) {
        if let change = event.change {
            for fault in outputs.confirm(change) { report(.outputFailed, "\(fault)") }
        }
        if event.isReported { emit(event) }
    }

    /// Passes an event to the listener and the features, clients among them.
    func emit(_ event: ApplianceEvent) {
        let now = now
        listener(event)
        for feature in features { feature.hear(event, at: now) }
    }

    func report(_ what: FaultCode, _ detail: String) { emit(.fault(time: now, what: what, detail: detail)) }

    // MARK: - What may be done now

    /// Limits how often clients may cause disk writes, camera restarts and new calibrations.
    func mayChange() throws(ControlError) { try limits.change(at: now) }

    /// Limits how often clients may ask for what takes milliseconds.
    func mayWork() throws(ControlError) { try limits.work(at: now) }

    /// Whether no feature forbids it.
    func may(_ undertaking: Undertaking) throws(ControlError) {
        for feature in features { if let obstacle = feature.obstacle(to: undertaking) { throw obstacle } }
    }

    /// Whether a person can be measured or asked.
    func mayMeasure(_ what: String) throws(ControlError) {
        if let quiet = head.standing.quiet("\(what) is not possible") { throw quiet }
        try mayUseCamera()
        try may(.measuring)
    }

    func mayUseCamera() throws(ControlError) {
        if head.health.isBatteryCritical { throw ControlError(.unavailable, "the battery is empty and the camera off") }
    }

    /// Whether clients may have what the camera saw, as pictures or as a recording.
    func mayShow() throws(ControlError) {
        guard configuration.control.preview else {
            throw ControlError(.unavailable, "pictures are switched off: control.preview = false in the configuration file")
        }
    }

    // MARK: - What is done

    /// Somebody is there: the camera must run.
    func wake() { for feature in features { feature.wake(at: now) } }

    /// Runs something that may take seconds; the watchdog waits longer meanwhile.
    func slowly<Value>(_ work: () throws -> Value) rethrows -> Value { try notifier.allow(Self.slowStep, work) }

    /// Pauses or resumes.
    func togglePause() { head.togglePause(at: now, handle) }

    /// Everything goes off, and stays off until ``release(by:)``.
    /// - Parameter who: "the button red".
    func stop(by who: String) { head.stop(by: who, at: now, handle) }

    /// Ends a stop.
    func release(by who: String) { head.release(by: who, at: now, handle) }

    /// Lets things fire, or not, by whether every enable that the configuration wants is held.
    func followEnable() {
        let configuration = configuration
        head.enable(!features.contains { $0.lacksEnable(configuration) }, at: now, handle)
    }

    /// A lasting state has begun or ended.
    func set(_ state: OutputConfiguration.State, _ value: Bool) {
        outputs.set(state, value, at: now)
        outputs.report(handle)
    }

    /// Saves a pause and a stop, so that after a restart nothing fires while the user believes that it is paused.
    func keepPause() {
        let isPaused = head.recognizer.isPauseAsked, stopper = head.halt.stop?.by, saved = settings.store.saved
        if isPaused != saved.isPaused || stopper != saved.stoppedBy { settings.store.change { ($0.isPaused, $0.stoppedBy) = (isPaused, stopper) } }
        settings.store.accept()
        for fault in settings.store.writer.takeFaults() { report(.stateNotKept, fault) }
    }

    /// Replies as soon as the change is on the disk, or after a second.
    func replyWhenKept(to client: Requester, _ body: @escaping () -> (any Encodable)? = { nil }) {
        keepPause()
        disk.reply(to: client, at: now, body)
    }
}
