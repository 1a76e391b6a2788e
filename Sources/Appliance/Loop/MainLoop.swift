import Gestures
import Glibc
import Outputs
import Pipeline
import Platform
import Power

/// The camera, head switch, lines and buttons, joined by one loop on one thread. Other threads and the kernel only post: frames,
/// edges and signals arrive through descriptors that the loop polls.
package final class MainLoop {
    let source: ConfigurationSource
    var configuration: Configuration { didSet { isImpossibleDue = true } }
    /// What was told of gestures that cannot fire, and whether that must be looked at again.
    private var impossible: [ImpossibleGesture] = []
    private var isImpossibleDue = true
    private let listener: (ApplianceEvent) -> Void
    private let signals: SignalWatch?
    let clock: LoopClock
    let camera: CameraSupervisor
    private let clip: ClipPlayer?
    var light: LightKeeper?
    var sounds: SoundPlayer?
    var economy: Economy
    var headSwitch: HeadSwitch
    let outputs: GuardedOutputs
    package let deadMan: DeadMan
    let notifier = ServiceNotifier.standard()
    let store: StateStore
    let kept: KeptConfiguration
    var buttons = Buttons()
    var darkness: DarkSensor
    var rates: LiveRates
    var throttle: Throttle
    let begin: Double
    /// The descriptors to poll: signals, camera, buttons, clients. Kept, so that a turn allocates no memory.
    private(set) var descriptors: [pollfd] = []
    var isCameraFaulty = false
    /// Frames arrive but cannot be processed.
    var isInferenceFaulty = false
    private var isStopped = false
    /// Frames before this time, in the loop's seconds, are ignored: something was released since, or the board was suspended.
    private(set) var believesFrom = -Double.infinity
    /// Seconds for which the board has been suspended since boot.
    private var suspended: Double
    /// The camera of the last processed frame.
    var viewed = ""
    /// The control sockets' server, if there is one; see MainLoop+Control.
    private(set) var control: ControlServer?
    var running = RunningState()
    var question: OpenQuestion?
    /// The client that asked for the calibration or the teaching in progress.
    var rangeOwner: ControlPeer?
    /// The rest position before a calibration that a client asked for.
    var formerCenter: CalibrationCenter?
    /// Replies that wait for the disk.
    var unkept: [UnkeptReply] = []
    /// Limits the changes by clients: a token bucket.
    var changes = TokenBucket(rate: 0.5, burst: 6)
    /// The state of a setup page's requests; see MainLoop+Setup.
    var setup: Setup
    let people: PeopleDesk
    let previews = PreviewDesk()
    let recordings: RecordingDesk
    /// The taught gestures of the profile in use, one whose template is being made, and one that a client sends.
    var taught: TaughtShelf
    var maker: TemplateMaker?
    var importing: TaughtImport?
    /// Which recognised movements were meant, and when templates that have adapted may be written again.
    var confirmation = TaughtConfirmation()
    var nextAdaptedWrite = 0.0
    /// The taught gestures whose file a request is replacing or removing.
    var claimedGestures: Set<GestureName> = []
    /// A recording of ordinary minutes, and the client that asked for it.
    var rest: RestRecorder?
    var restOwner: ControlPeer?

    /// Checks and requests everything; lines are safe from now on.
    /// - Parameters:
    ///   - source: for a reload and for other profiles.
    ///   - cameras: the cameras to use in place of those of the configuration's camera object.
    ///   - clip: replaces the camera; the run ends with it.
    ///   - outputs: opens and guards the devices.
    ///   - reader: turns faces into numbers, in place of the package nodline-people.
    ///   - gauge: reads the battery of a name, on a thread of its own.
    ///   - clock: the loop's time, and its way to wait.
    ///   - signals: those that end a run and reload the configuration; `nil` if the process handles them itself.
    /// - Throws: `ModelError`.
    package init(_ configuration: Configuration, source: ConfigurationSource = ConfigurationSource(file: nil),
         cameras: CameraSystem? = nil, clip: ClipPlayer? = nil, outputs: GuardedOutputs = GuardedOutputs(), reader: (any FaceReader)? = nil,
         gauge: @escaping Economy.Gauge = { PowerSupply(name: $0).read() }, clock: LoopClock = .system, signals: SignalWatch? = SignalWatch(),
         emit: @escaping (ApplianceEvent) -> Void) throws {
        self.outputs = outputs
        self.clock = clock
        self.signals = signals
        let begin = clock.now()
        self.begin = begin
        suspended = clock.suspended
        store = StateStore(folder: StateStore.folder(configuration))
        kept = KeptConfiguration(state: StateStore.folder(configuration))
        recordings = RecordingDesk(state: StateStore.folder(configuration))
        people = PeopleDesk(state: StateStore.folder(configuration), reader: reader)
        let start = source.start(configuration, store.saved)
        var configuration = start.configuration
        taught = TaughtShelf(state: StateStore.folder(configuration), profile: start.profile)
        taught.apply(to: &configuration)
        self.source = source
        setup = Setup(file: source.settingsFile(profile: start.profile, of: configuration))
        self.configuration = configuration
        listener = emit
        let seconds: @Sendable () -> Double = { [now = clock.now] in now() - begin }
        deadMan = DeadMan(outputs, clock: clock.boottime, seconds: seconds)
        camera = CameraSupervisor(configuration, system: clip.map { CameraSystem(playing: $0) } ?? cameras, clock: seconds)
        self.clip = clip
        light = configuration.status.led.isEmpty ? nil : LightKeeper(name: configuration.status.led)
        economy = Economy(configuration, cpu: clock.cpu, gauge: gauge)
        rates = LiveRates(cpu: clock.cpu)
        throttle = Throttle(rate: economy.point.rate)
        let faults = outputs.open(configuration.outputSettings)  // safe first: loading models takes time
        headSwitch = try HeadSwitch(configuration, outputs: outputs)
        if !source.isSimulated { outputs.begin(at: 0) }  // nothing is wired in a simulated run
        headSwitch.clock = seconds
        darkness = DarkSensor(below: configuration.darkness.below, after: configuration.darkness.after)
        switch Self.openControl(configuration) {
        case .success(let server): control = server
        case .failure(let fault): report(.controlUnavailable, fault.detail)
        }
        for fault in faults { report(.outputUnavailable, "\(fault)") }
        headSwitch.hasFault = !faults.isEmpty
        for fault in buttons.open(configuration.inputs) { report(.buttonUnavailable, "\(fault)") }
        if let fault = store.fault { report(.stateDamaged, fault) }
        for fault in people.faults { report(.peopleDamaged, fault.description) }
        for fault in start.faults { report(.configurationRefused, fault) }
        store.change { $0.profile = start.profile }
        keepConfiguration()
        forgetTrial()
        checkGaze()
        checkTaught()
        tellRevived()
        headSwitch.recognise(PersonGate(configuration), at: now, handle)
        if store.saved.isPaused { headSwitch.togglePause(at: now, handle) }
        if clock.passesByItself {
            do { try deadMan.start() } catch { report(.deadManUnavailable, "\(error)") }
        }
        openSounds()
    }

    deinit {
        deadMan.end()
        sounds?.end()
        people.end()
        buttons.close(within: 0)
    }

    /// Runs until a signal ends it or the clip is over. All outputs are safe when it returns.
    package func run() {
        notifier.ready()
        while !isStopped { turn() }
        finish()
    }

    /// Ends the run: all outputs are safe when it returns.
    package func finish() {
        notifier.stopping()
        recordings.stop()
        rest?.stop()
        writeAdapted(isLast: true)
        people.end()
        headSwitch.finish(at: now, handle)
        control = nil
        buttons.close(within: 0)
        camera.close()  // may take long: lines are driven safe meanwhile
        outputs.close()  // the lines are released last
        light?.end()
        if !store.writer.flush(within: Self.lastWrite) {
            report(.stateNotKept, "the disk has not accepted the last change; a power cut now would undo it")
        }
    }

    /// One turn of the loop: waits for an event, then handles events and everything that is due.
    package func turn() {
        let waiting = wait()
        deadMan.turn()
        resumeAfterStall()
        if waiting.signal { handleSignals() }
        if waiting.buttons { handleButtons() }
        handleControl()  // before the frame, so that the frame does not answer a withdrawn question
        if waiting.camera { handleCamera() }
        if clip?.isAtEnd == true { isStopped = true }
        tendRange()
        tendGaze()
        tendTeaching()
        tendRest()
        tendPeople()
        tendSetup()
        tellImpossible()
        headSwitch.advance(to: now, handle)
        for fault in outputs.takeFaults() { report(.outputFailed, "\(fault)") }
        if let fault = sounds?.takeFault() { report(.soundFailed, fault) }
        tendEconomy()
        tendCamera()
        reportRates()
        showStatus()
        keepState()
        notifier.progress(at: now)
    }

    /// The face tracker, for measurements.
    package var tracker: FaceTracker { headSwitch.tracker }

    /// Seconds since the start.
    var now: Double { clock.now() - begin }

    /// Handles an event that the devices have been told of already; it is reported when they have carried it out.
    func handle(_ event: ApplianceEvent) {
        if let change = event.change {
            for fault in outputs.confirm(change) { report(.outputFailed, "\(fault)") }
        }
        if case .feedback(_, let cue) = event { sounds?.play(cue) }
        guard event.isReported else { return }
        emit(event)
        if case .person(_, let report) = event { hear(report) }
        guard case .gesture(let gesture) = event else { return }
        confirmation.hear(gesture.kind, at: gesture.time)
        if case .answer(let answer) = gesture.kind { tell(answer) }
        if case .trackingStarted = gesture.kind { formerCenter = nil }  // the former rest position is no longer needed
    }

    /// Passes an event to the listener and the clients.
    func emit(_ event: ApplianceEvent) {
        running.hear(event, at: now)
        listener(event)
        control?.send(event)
    }

    /// Tells of gestures that have become impossible, whatever made them so.
    private func tellImpossible() {
        guard isImpossibleDue else { return }
        isImpossibleDue = false
        let new = configuration.impossible
        for gesture in new where !impossible.contains(gesture) { report(.gestureImpossible, gesture.words) }
        impossible = new
    }

    /// Tells of movements that count again because an earlier version's measurement had switched them off.
    private func tellRevived() {
        for (profile, movements) in store.saved.revived.sorted(by: { $0.key < $1.key }) {
            report(.gestureRevived, "\(movements.map(\.description).joined(separator: ", "))\(profile.isEmpty ? "" : " of the profile \(profile)"): "
                + "a range measurement had switched this off without saying so; the thresholds of nodline.toml hold again")
        }
    }

    func report(_ what: FaultCode, _ detail: String) { emit(.fault(time: now, what: what, detail: detail)) }

    // MARK: - Waiting

    private func wait() -> (signal: Bool, buttons: Bool, camera: Bool) {
        descriptors.removeAll(keepingCapacity: true)
        descriptors.append(pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
        descriptors.append(pollfd(fd: camera.descriptor, events: Int16(POLLIN), revents: 0))
        buttons.watch(&descriptors)
        // Pulses, losses and stale holds end within the shorter time even without events.
        let limit = headSwitch.isHeld || !unkept.isEmpty || !setup.tasks.isEmpty || maker != nil ? 0.02 : 0.25
        // Never below 0, which would mean to wait for ever.
        let now = now, firstClient = descriptors.count
        control?.watch(&descriptors, at: now)
        previews.watch(&descriptors)
        setup.bluetooth.watch(&descriptors)
        let due = min(camera.deadline, headSwitch.nextChange ?? .infinity, control?.deadline(at: now) ?? .infinity)
        clock.wait(&descriptors, min(limit, max(due - now, 0)))
        return (descriptors[0].revents != 0, descriptors[2..<firstClient].contains { $0.revents != 0 }, descriptors[1].revents != 0)
    }

    private func handleSignals() {
        while let signal = signals?.next() {
            if signal == SIGHUP { reload() } else { isStopped = true }
        }
    }

    private func handleButtons() {
        for input in buttons.pressed(failed: { report(.buttonFailed, "\($0)") }) { press(input) }
    }

    private func press(_ input: InputConfiguration) {
        economy.wake(at: now)
        switch input.action {
        case .calibrate: headSwitch.calibrate(at: now, handle)
        case .face: headSwitch.calibrate(.next, at: now, handle)
        case .pause: headSwitch.togglePause(at: now, handle)
        case .camera: if let fault = changeCamera({ camera.change($0) }) { report(fault.code, fault.detail) }
        case .profile: use(profile: configuration.profile(after: store.saved.profile))
        }
    }

    /// The dead-man timer fired because the loop was held up, or the board was suspended: the recogniser and the outputs follow.
    private func resumeAfterStall() {
        let firing = deadMan.takeFiring(), slept = clock.suspended - suspended
        suspended += slept
        guard firing != .none || slept > DeadMan.bound else { return }
        believesFrom = now
        headSwitch.loseView(at: now, handle)
        if firing == .all { headSwitch.letGo(at: now, handle) }  // toggles and pulses too, as the devices have
        outputs.unbar()
        guard firing != .none else { return }
        report(.loopStalled, firing == .held
            ? "no frame was processed for \(DeadMan.bound.shortest) s; held outputs were released"
            : "the program did nothing for \(DeadMan.hangBound.shortest) s; all outputs were made safe")
    }

    /// Seconds that the end of a run waits for the disk: the unit's TimeoutStopSec=3 allows it.
    private static let lastWrite = 1.0

    /// Seconds that the watchdog allows for a camera, or for a reload.
    static let slowStep = 10.0

    // MARK: - Economy

    /// Applies the operating point, and makes all outputs safe when the battery is empty.
    private func tendEconomy() {
        let wasCritical = economy.isCritical, wanted = economy.wantsCamera
        economy.decide(at: now, isHeld: headSwitch.isHeld, headSwitch.recognizer)
        headSwitch.isBatteryLow = economy.isBatteryLow
        headSwitch.isBatteryCritical = economy.isCritical
        if economy.point.rate != camera.rate { camera.setRate(economy.point.rate) }
        throttle.rate = economy.point.rate
        headSwitch.use(economy.point.accuracy, measuresEyes: economy.point.measuresEyes)
        if economy.isCritical != wasCritical {
            if economy.isCritical { headSwitch.finish(at: now, sparesWarnings: true, handle) } else { headSwitch.changeView(at: now, handle) }
        }
        if economy.wantsCamera, !wanted { headSwitch.tracker.forget() }  // the next person may sit somewhere else
        let isSlow = camera.isWanted != economy.wantsCamera
        if let fault = notifier.allow(isSlow ? Self.slowStep : 0, { camera.setWanted(economy.wantsCamera) }) { cameraFailed(fault) }
        economy.report(at: now, handle)
    }

    private func reportRates() {
        guard var stats = rates.stats(at: now, operatingPoint: economy.point.name) else { return }
        economy.annotate(&stats)
        emit(.stats(stats))
    }

    /// The status light's pattern for the present state.
    var pattern: StatusPattern { headSwitch.standing.pattern }

    private func showStatus() {
        headSwitch.hasFault = isCameraFaulty || isInferenceFaulty || buttons.areLacking || outputs.hasFault
        let pattern = pattern
        notifier.show(pattern.rawValue)
        light?.show(pattern)
        if let fault = light?.takeFault() { report(.statusLightFailed, "\(fault)") }
    }
}
