// The main loop of a running appliance.
import Gestures
import Glibc
import Pipeline

/// Camera, head switch, lines and buttons, joined by one loop on one thread. What comes from elsewhere only posts: frames
/// from libcamera's thread, edges and signals from the kernel, each through a descriptor that the loop waits on.
final class Appliance {
    private let configuration: Configuration
    private let emit: (ApplianceEvent) -> Void
    private let signals: SignalWatch
    private let camera: CameraSupervisor
    private let light: StatusLight?
    private let economy: Economy
    private var headSwitch: HeadSwitch
    private var lines: LineBank?
    private var buttons: [(line: GPIOLine, input: InputConfiguration)] = []
    private var darkness: DarkSensor
    private var rates = LiveRates()
    private var throttle: Throttle
    private let begin = CPUClock.monotonic
    private var isCameraFaulty = false
    private var isStopped = false
    /// The camera whose picture was worked on last.
    private var viewed = ""

    /// Everything is checked and requested here; lines are safe from now on.
    /// - Parameter cameras: where they are not those of the configuration's object.
    /// - Throws: `ModelFault`.
    init(_ configuration: Configuration, cameras: CameraSystem? = nil, emit: @escaping (ApplianceEvent) -> Void) throws {
        self.configuration = configuration
        self.emit = emit
        signals = SignalWatch()
        camera = CameraSupervisor(configuration, system: cameras) { [begin] in CPUClock.monotonic - begin }
        light = configuration.status.led.isEmpty ? nil : StatusLight(name: configuration.status.led)
        economy = Economy(configuration)
        throttle = Throttle(rate: economy.point.rate)
        headSwitch = try HeadSwitch(configuration)
        headSwitch.clock = { [begin] in CPUClock.monotonic - begin }
        darkness = DarkSensor(below: configuration.darkness.below, after: configuration.darkness.after)
        lines = LineBank(configuration.outputs) { report("line-unavailable", "\($0)") }
        for input in configuration.inputs {
            do {
                buttons.append((try GPIOLine(input: input), input))
            } catch {
                report("button-unavailable", "\(error)")
            }
        }
    }

    /// Runs until a signal asks it to end. Everything is safe when it comes back.
    func run() {
        while !isStopped { turn() }
        headSwitch.finish(at: now, handle)
        camera.close()
        light?.off()
        lines = nil  // each line goes to its safe value and back to the kernel
    }

    /// Once round the loop: waits for something, and sees to everything that waits or is due.
    func turn() {
        let waiting = wait()
        if waiting.signal { handleSignals() }
        if waiting.buttons { handleButtons() }
        if waiting.camera { handleCamera() }
        headSwitch.advance(to: now, handle)
        tendEconomy()
        tendCamera()
        reportRates()
        showStatus()
    }

    /// What looks at the frames; for measurements.
    var tracker: FaceTracker { headSwitch.tracker }

    /// Seconds since the start.
    private var now: Double { CPUClock.monotonic - begin }

    /// An event goes to the lines first: a listener may be slow.
    private func handle(_ event: ApplianceEvent) {
        if case .line(let change) = event {
            lines?.apply(change) { report("line-failed", "\($0)") }
        }
        emit(event)
    }

    private func report(_ what: String, _ detail: String) { emit(.fault(time: now, what: what, detail: detail)) }

    // MARK: - Waiting

    private func wait() -> (signal: Bool, buttons: Bool, camera: Bool) {
        var descriptors = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
                           pollfd(fd: camera.descriptor, events: Int16(POLLIN), revents: 0)]
        for button in buttons { descriptors.append(pollfd(fd: button.line.descriptor, events: Int16(POLLIN), revents: 0)) }
        // Pulses, losses and stale holds end within the shorter time even when nothing comes.
        let limit = headSwitch.isBusy ? 0.02 : 0.25
        // Never below 0, which would be for ever.
        let wait = min(limit, max(camera.deadline - now, 0))
        _ = poll(&descriptors, nfds_t(descriptors.count), Int32((wait * 1000).rounded(.up)))
        return (descriptors[0].revents != 0, descriptors[2...].contains { $0.revents != 0 }, descriptors[1].revents != 0)
    }

    private func handleSignals() {
        while let signal = signals.next() {
            if signal == SIGTERM || signal == SIGINT { isStopped = true }
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
                report("button-failed", "\(error)")
            }
        }
    }

    private func press(_ input: InputConfiguration) {
        economy.wake(at: now)
        switch input.action {
        case .calibrate: headSwitch.recalibrate(at: now, handle)
        case .pause: headSwitch.togglePause(at: now, handle)
        case .camera:
            headSwitch.changeView(at: now, handle)  // first of all: stopping a camera takes time, and what is held falls
            if let fault = camera.change() { report(fault.call, fault.problem) }
        }
    }

    // MARK: - Economy

    /// Takes over the operating point, and makes everything safe when the battery is empty.
    private func tendEconomy() {
        let wasCritical = economy.isCritical, wanted = economy.wantsCamera
        economy.decide(at: now, headSwitch.recognizer)
        if economy.point.rate != camera.rate { camera.setRate(economy.point.rate) }
        throttle.rate = economy.point.rate
        headSwitch.use(economy.point.accuracy, at: now, handle)
        if economy.isCritical != wasCritical {
            if economy.isCritical { headSwitch.finish(at: now, handle) } else { headSwitch.changeView(at: now, handle) }
        }
        if economy.wantsCamera, !wanted { headSwitch.tracker.forget() }  // who comes may sit somewhere else
        if let fault = camera.setWanted(economy.wantsCamera) { cameraFailed(fault) }
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
        if let fault = camera.tend() { cameraFailed(fault) }
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
        } catch {
            report("inference-failed", "\(error)")
        }
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

    private func showStatus() {
        let recognizer = headSwitch.recognizer
        let pattern: StatusLight.Pattern = if economy.isCritical { .critical }
            else if isCameraFaulty { .fault } else if recognizer.isPaused { .paused }
            else if !recognizer.isFacePresent { .searching } else if recognizer.isCalibrating { .calibrating } else { .ready }
        if let fault = light?.show(pattern) { report("status-light-failed", "\(fault)") }
    }
}
