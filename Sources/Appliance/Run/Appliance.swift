// The main loop of a running appliance.
import Gestures
import Glibc
import Pipeline

/// Camera, head switch, lines and buttons, joined by one loop on one thread. What comes from elsewhere only posts: frames
/// from libcamera's thread, edges and signals from the kernel, each through a descriptor that the loop waits on.
final class Appliance {
    private let source: ConfigurationSource
    private(set) var configuration: Configuration
    private let listener: (ApplianceEvent) -> Void
    private let signals: SignalWatch
    let camera: CameraSupervisor
    private var light: StatusLight?
    private(set) var economy: Economy
    var headSwitch: HeadSwitch
    private let outputs = GuardedOutputs()
    private let deadMan: DeadMan
    let notifier = ServiceNotifier.standard()
    let store: StateStore
    private let kept: KeptConfiguration
    private var buttons: [(line: GPIOLine, input: InputConfiguration)] = []
    private var darkness: DarkSensor
    private var rates = LiveRates()
    private var throttle: Throttle
    private let begin = CPUClock.monotonic
    /// What is waited on: signals, camera, buttons, clients. Kept, so that the loop needs no new memory each time round.
    private(set) var descriptors: [pollfd] = []
    private var isCameraFaulty = false
    /// Buttons that cannot be had, or frames that cannot be worked on.
    private var lacksButtons = false
    private var isInferenceFaulty = false
    private var isStopped = false
    /// The camera whose picture was worked on last.
    private var viewed = ""
    /// Who may ask and listen; see Appliance+Control.
    private(set) var control: ControlServer?
    private(set) var running = RunningState()
    var question: OpenQuestion?
    /// Who asked for the range calibration under way.
    var rangeOwner: ControlPeer?
    /// The rest before a calibration that somebody asked for.
    var formerCenter: CalibrationCenter?
    /// What clients may change, so often.
    var changes = Allowance(rate: 0.5, burst: 6)

    /// Everything is checked and requested here; lines are safe from now on.
    /// - Parameters:
    ///   - source: where a reload and another profile come from.
    ///   - cameras: where they are not those of the configuration's object.
    /// - Throws: `ModelFault`.
    init(_ configuration: Configuration, source: ConfigurationSource = ConfigurationSource(file: nil),
         cameras: CameraSystem? = nil, emit: @escaping (ApplianceEvent) -> Void) throws {
        store = StateStore(folder: StateStore.folder(configuration))
        kept = KeptConfiguration(state: StateStore.folder(configuration))
        let start = source.start(configuration, store.saved)
        let configuration = start.configuration
        self.source = source
        self.configuration = configuration
        listener = emit
        deadMan = DeadMan(outputs)
        signals = SignalWatch()
        let clock = { [begin] in CPUClock.monotonic - begin }
        camera = CameraSupervisor(configuration, system: cameras, clock: clock)
        light = configuration.status.led.isEmpty ? nil : StatusLight(name: configuration.status.led)
        economy = Economy(configuration)
        throttle = Throttle(rate: economy.point.rate)
        let faults = outputs.open(configuration)  // safe first: models take their time
        headSwitch = try HeadSwitch(configuration)
        headSwitch.clock = clock
        darkness = DarkSensor(below: configuration.darkness.below, after: configuration.darkness.after)
        switch Self.openControl(configuration) {
        case .success(let server): control = server
        case .failure(let fault): report("control-unavailable", fault.detail)
        }
        for fault in faults { report("output-unavailable", "\(fault)") }
        headSwitch.hasFault = !faults.isEmpty
        openButtons()
        if let fault = store.fault { report("state-damaged", fault) }
        for fault in start.faults { report("configuration-refused", fault) }
        store.change { $0.profile = start.profile }
        keepConfiguration()
        if store.saved.isPaused { headSwitch.togglePause(at: now, handle) }
        if let fault = deadMan.start() { report("dead-man-unavailable", fault) }
    }

    deinit { deadMan.end() }

    /// Runs until a signal asks it to end. Everything is safe when it comes back.
    func run() {
        notifier.ready()
        while !isStopped { turn() }
        notifier.stopping()
        headSwitch.finish(at: now, handle)
        outputs.makeAllSafe(at: now)
        control = nil
        camera.close()  // may take its time: lines are driven safe meanwhile
        outputs.close()  // and go back to the kernel last
        light?.off()
    }

    /// Once round the loop: waits for something, and sees to everything that waits or is due.
    func turn() {
        let waiting = wait()
        deadMan.turn()
        if waiting.signal { handleSignals() }
        if waiting.buttons { handleButtons() }
        if waiting.camera { handleCamera() }
        handleControl()
        tendRange()
        resumeAfterStall()
        headSwitch.advance(to: now, handle)
        for fault in outputs.tend() { report("output-failed", "\(fault)") }
        tendEconomy()
        tendCamera()
        reportRates()
        showStatus()
        keepState()
        notifier.progress(at: now)
    }

    /// What looks at the frames; for measurements.
    var tracker: FaceTracker { headSwitch.tracker }

    /// Seconds since the start.
    var now: Double { CPUClock.monotonic - begin }

    /// An event goes to the devices first: a listener may be slow.
    func handle(_ event: ApplianceEvent) {
        if case .line(let change) = event {
            if outputs.needsFrames(change) { deadMan.expect() }
            if let fault = outputs.apply(change) { report("output-failed", "\(fault)") }
            deadMan.watch()
        } else if case .axis(let change) = event {
            if outputs.needsFrames(change) { deadMan.expect() }
            if let fault = outputs.apply(change) { report("output-failed", "\(fault)") }
            guard change.isReported else { return }
        }
        emit(event)
        if case .gesture(let gesture) = event, case .answer(let answer) = gesture.kind { tell(answer) }
    }

    /// Tells whoever listens.
    func emit(_ event: ApplianceEvent) {
        running.hear(event)
        listener(event)
        control?.send(event)
    }

    private func report(_ what: String, _ detail: String) { emit(.fault(time: now, what: what, detail: detail)) }

    // MARK: - Waiting

    private func wait() -> (signal: Bool, buttons: Bool, camera: Bool) {
        descriptors.removeAll(keepingCapacity: true)
        descriptors.append(pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0))
        descriptors.append(pollfd(fd: camera.descriptor, events: Int16(POLLIN), revents: 0))
        for button in buttons { descriptors.append(pollfd(fd: button.line.descriptor, events: Int16(POLLIN), revents: 0)) }
        // Pulses, losses and stale holds end within the shorter time even when nothing comes.
        let limit = headSwitch.isHeld ? 0.02 : 0.25
        // Never below 0, which would be for ever.
        let now = now, firstClient = descriptors.count
        control?.watch(&descriptors, at: now)
        let due = min(camera.deadline, headSwitch.nextChange ?? .infinity, control?.deadline(at: now) ?? .infinity)
        let wait = min(limit, max(due - now, 0))
        _ = poll(&descriptors, nfds_t(descriptors.count), Int32((wait * 1000).rounded(.up)))
        return (descriptors[0].revents != 0, descriptors[2..<firstClient].contains { $0.revents != 0 }, descriptors[1].revents != 0)
    }

    private func handleSignals() {
        while let signal = signals.next() {
            if signal == SIGHUP { reload() } else { isStopped = true }
        }
    }

    private func openButtons() {
        lacksButtons = false
        for input in configuration.inputs {
            do {
                buttons.append((try GPIOLine(input: input), input))
            } catch {
                lacksButtons = true
                report("button-unavailable", "\(error)")
            }
        }
    }

    private func handleButtons() {
        for (index, button) in buttons.enumerated().reversed() {
            do {
                while let isPressed = try button.line.nextEdge() {
                    if isPressed { press(button.input) }
                }
            } catch {
                buttons.remove(at: index)  // its chip has gone; the others work on
                lacksButtons = true
                report("button-failed", "\(error)")
            }
        }
    }

    private func press(_ input: InputConfiguration) {
        economy.wake(at: now)
        switch input.action {
        case .calibrate: headSwitch.recalibrate(at: now, handle)
        case .pause: headSwitch.togglePause(at: now, handle)
        case .camera: if let fault = changeCamera({ camera.change() }) { report(fault.call, fault.problem) }
        case .profile: use(profile: configuration.profile(after: store.saved.profile))
        }
    }

    /// Another camera, chosen by a button or by a client.
    func changeCamera(_ change: () -> CameraFault?) -> CameraFault? {
        headSwitch.changeView(at: now, handle)  // first of all: stopping a camera takes time, and what is held falls
        return notifier.allow(Self.slowStep, change)
    }

    // MARK: - Configuration and state

    /// Takes another profile over, "" for the configuration file itself; one that is wrong changes nothing.
    /// - Returns: what is wrong with it.
    @discardableResult
    func use(profile: String) -> String? {
        notifier.reloading()
        defer { notifier.ready() }
        do {
            // Models are loaded and cameras closed, with nothing held.
            try notifier.allow(Self.slowStep) { try adopt(try source.read(profile: profile)) }
            store.change { $0.profile = profile }
            adopt(store.saved.ranges[profile])
            keepConfiguration()
            emit(.configured(time: now, profile: profile))
            return nil
        } catch let error as ConfigurationError {
            for fault in error.faults { report("configuration-refused", "\(fault)") }
            return "\(error)"
        } catch {
            report("configuration-refused", "\(error)")
            return "\(error)"
        }
    }

    /// What may be on from now on, for a `nodline safe` that finds the file broken.
    private func keepConfiguration() {
        if let fault = kept.keep(source, profiles: configuration.profiles) { report("state-not-kept", "\(fault); safe needs a configuration file that is right") }
    }

    /// Reads the configuration again.
    func reload() { use(profile: store.saved.profile) }

    /// The user's own ranges, from now on and after a restart.
    func keep(_ ranges: Ranges) {
        store.change { $0.ranges[$0.profile] = ranges }
        adopt(ranges)
    }

    private func adopt(_ ranges: Ranges?) {
        ranges?.apply(to: &configuration.gestures)
        headSwitch.adopt(configuration.gestures)
    }

    /// - Throws: `ModelFault`, before anything has changed.
    private func adopt(_ new: Configuration) throws {
        let old = configuration
        try headSwitch.adopt(new, insteadOf: old, at: now, handle)
        configuration = new
        if new.outputs != old.outputs || new.axes != old.axes {
            for fault in outputs.open(new) { report("output-unavailable", "\(fault)") }
        }
        if new.inputs != old.inputs {
            buttons = []  // the former ones first: a line may only have moved to another button
            openButtons()
        }
        if new.status != old.status {
            light?.off()
            light = new.status.led.isEmpty ? nil : StatusLight(name: new.status.led)
        }
        if new.darkness != old.darkness { darkness = DarkSensor(below: new.darkness.below, after: new.darkness.after) }
        if new.budget != old.budget || new.detection != old.detection || new.camera != old.camera {
            economy = Economy(new)
        }
        if new.camera != old.camera || new.cameras != old.cameras {
            camera.adopt(new)
            isCameraFaulty = false
        }
    }

    /// A pause outlives the program, so that nothing fires in front of somebody who believes it paused.
    private func keepState() {
        if headSwitch.recognizer.isPaused != store.saved.isPaused {
            store.change { $0.isPaused = headSwitch.recognizer.isPaused }
        }
        if let fault = store.takeFault() { report("state-not-kept", fault) }
    }

    /// The loop was held up for so long that the dead-man timer let go: the gestures learn of it.
    private func resumeAfterStall() {
        let firing = deadMan.takeFiring()
        guard firing != .none else { return }
        headSwitch.loseView(at: now, handle)
        if firing == .all { headSwitch.finish(at: now, handle) }  // toggles and pulses too, as the devices are
        outputs.unbar()
        report("loop-stalled", firing == .held
            ? "no frame was worked on for \(DeadMan.bound.shortest) s; what was held has been let go"
            : "the program did nothing for \(DeadMan.hangBound.shortest) s; every output has been made safe")
    }

    /// Seconds that the watchdog allows a camera, or a reload.
    static let slowStep = 10.0

    // MARK: - Economy

    /// Takes over the operating point, and makes everything safe when the battery is empty.
    private func tendEconomy() {
        let wasCritical = economy.isCritical, wanted = economy.wantsCamera
        economy.decide(at: now, isHeld: headSwitch.isHeld, headSwitch.recognizer)
        headSwitch.isBatteryLow = economy.isBatteryLow
        headSwitch.isBatteryCritical = economy.isCritical
        if economy.point.rate != camera.rate { camera.setRate(economy.point.rate) }
        throttle.rate = economy.point.rate
        headSwitch.use(economy.point.accuracy, at: now, handle)
        if economy.isCritical != wasCritical {
            if economy.isCritical { headSwitch.finish(at: now, handle) } else { headSwitch.changeView(at: now, handle) }
        }
        if economy.wantsCamera, !wanted { headSwitch.tracker.forget() }  // who comes may sit somewhere else
        let isSlow = camera.isWanted != economy.wantsCamera
        if let fault = notifier.allow(isSlow ? Self.slowStep : 0, { camera.setWanted(economy.wantsCamera) }) { cameraFailed(fault) }
        economy.report(at: now, handle)
    }

    private func reportRates() {
        guard var stats = rates.stats(at: now, operatingPoint: economy.point.name) else { return }
        economy.annotate(&stats)
        emit(.stats(stats))
    }

    // MARK: - Camera

    private func handleCamera() {
        switch camera.next() {
        case .success(nil): break
        case .success(let frame?):
            isCameraFaulty = false
            work(on: frame)
            camera.finishFrame()
        case .failure(let fault): cameraFailed(fault)
        }
    }

    private func tendCamera() {
        // Opening takes up to a second or two: a short pulse ends before.
        camera.mayOpen = headSwitch.outputs.nextEnd.map { $0 > now + 2 } ?? true
        if let fault = notifier.allow(camera.takesTime ? Self.slowStep : 0, { camera.tend() }) { cameraFailed(fault) }
        headSwitch.set(.cameraOn, camera.isWatching, at: now, handle)
    }

    private func work(on frame: Frame) {
        var frame = frame
        frame.time -= begin
        let isLookedAt = throttle.takes(frameAt: frame.time)
        rates.add(frame, dropped: camera.camera?.dropped ?? 0, isLookedAt: isLookedAt)
        guard isLookedAt else { return }
        view(camera.camera?.info.id ?? viewed)
        let start = CPUClock.process
        do {
            try headSwitch.process(frame, handle)
            isInferenceFaulty = false
        } catch {
            isInferenceFaulty = true
            report("inference-failed", "\(error)")
        }
        deadMan.feed()
        economy.add(frameAt: frame.time, cpu: CPUClock.process - start)
        guard headSwitch.outputs.follows(.dark) else { return }
        darkness.add(frame.brightness, at: frame.time)
        headSwitch.set(.dark, darkness.isDark, at: now, handle)
    }

    /// Another camera than before shows another picture, whether a button chose it or the first one went away.
    private func view(_ id: String) {
        headSwitch.mounting = camera.mounting
        if id != viewed, !viewed.isEmpty { headSwitch.changeView(at: now, handle) }
        viewed = id
    }

    /// A camera that keeps failing is reported for each try; what hangs on frames ends by the recogniser's clock.
    private func cameraFailed(_ fault: CameraFault) {
        isCameraFaulty = true
        headSwitch.loseView(at: now, handle)
        let isNamed = fault.call.hasPrefix("camera-")
        report(isNamed ? fault.call : "camera-unavailable", isNamed ? fault.problem : "\(fault)")
    }

    /// How things stand.
    var pattern: StatusPattern { headSwitch.standing.pattern }

    private func showStatus() {
        headSwitch.hasFault = isCameraFaulty || isInferenceFaulty || lacksButtons || outputs.hasFault
        let pattern = pattern
        notifier.show(pattern.rawValue)
        if let fault = light?.show(pattern) { report("status-light-failed", "\(fault)") }
    }
}
