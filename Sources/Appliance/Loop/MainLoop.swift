import Gestures
import Glibc
import Outputs
import Pipeline
import Platform
import Power
import Wire

/// One loop on one thread, which joins the camera, the switch, the devices and the features. Other threads and the kernel only post:
/// frames, edges and signals arrive through descriptors that the loop polls.
package final class MainLoop {
    /// Seconds that the end of a run waits for the disk: the unit's TimeoutStopSec=3 allows it.
    private static let lastWrite = 1.0
    /// Seconds that a turn waits at most: while something is held, whose end must not be late, and otherwise.
    private static let longestWait = (held: 0.02, usual: 0.25)

    private let clock: LoopClock
    private let signals: SignalWatch?
    private let clip: ClipPlayer?
    package let deadMan: DeadMan
    private let camera: CameraFeature
    private let light: LightFeature
    private let context: FeatureContext
    /// The descriptors to poll. Kept, so that a turn allocates no memory.
    private var descriptors: [pollfd] = []
    private var isStopped = false
    /// Seconds for which the board has been suspended since boot.
    private var suspended: Double

    /// Checks and requests everything; lines are safe from now on.
    /// - Parameters:
    ///   - source: for a reload and for other profiles.
    ///   - cameras: the cameras to use in place of those of the configuration's camera object.
    ///   - clip: replaces the camera; the run ends with it.
    ///   - outputs: opens and guards the devices.
    ///   - buttons: requests the lines of buttons.
    ///   - reader: turns faces into numbers, in place of the package nodline-people.
    ///   - gauge: reads the battery of a name, on a thread of its own.
    ///   - clock: the loop's time, and its way to wait.
    ///   - signals: those that end a run and reload the configuration; `nil` if the process handles them itself.
    /// - Throws: `ModelError`, and `FolderLock.Refusal` if another run keeps its state in the same folder.
    package init(_ configuration: Configuration, source: ConfigurationSource = ConfigurationSource(file: nil),
         cameras: CameraSystem? = nil, clip: ClipPlayer? = nil, outputs: GuardedOutputs = GuardedOutputs(),
         buttons: @escaping Buttons.Source = Buttons.ofKernel, reader: (any FaceReader)? = nil,
         gauge: @escaping Economy.Gauge = Economy.batteries, clock: LoopClock = .system, signals: SignalWatch? = SignalWatch(),
         emit: @escaping (ApplianceEvent) -> Void) throws {
        (self.clock, self.signals, self.clip) = (clock, signals, clip)
        let begin = clock.now(), settings = try SettingsInUse(configuration, source), configuration = settings.current
        let seconds: @Sendable () -> Double = { [now = clock.now] in now() - begin }
        suspended = clock.suspended
        deadMan = DeadMan(outputs, clock: clock.boottime, seconds: seconds)
        camera = CameraFeature(CameraSupervisor(configuration, system: clip.map { CameraSystem(playing: $0) } ?? cameras, clock: seconds), deadMan, clock)
        light = LightFeature(configuration)
        let faults = outputs.open(configuration.outputSettings)  // safe first: loading models takes time
        var head = try HeadSwitch(configuration, outputs: outputs)
        if !source.isSimulated { outputs.begin(at: 0) }  // nothing is wired in a simulated run
        head.clock = seconds
        head.health.hasFault = !faults.isEmpty
        context = FeatureContext(head, settings, clock, begin: begin, emit: emit)
        let power = PowerFeature(configuration, camera, cpu: clock.cpu, gauge: gauge)
        var server: ControlServer?, refused: ControlError?
        do throws(ControlError) { server = try ControlFeature.open(configuration) } catch { refused = error }
        context.features = features(server, power, buttons, reader)
        if let refused { context.report(.controlUnavailable, refused.detail) }
        for fault in faults { context.report(.outputUnavailable, "\(fault)") }
        for feature in context.features { feature.start(context) }
        for feature in context.features { feature.profileBegins(context) }
        if clock.passesByItself {
            do { try deadMan.start() } catch { context.report(.deadManUnavailable, "\(error)") }
        }
    }

    /// The features, in the order in which they are asked. A new one is one line here.
    private func features(_ server: ControlServer?, _ power: PowerFeature, _ buttons: @escaping Buttons.Source,
                          _ reader: (any FaceReader)?) -> [any Feature] {
        let configuration = context.configuration, state = StateStore.folder(configuration)
        return [
            ButtonFeature(camera, buttons),
            ControlFeature(server),
            EnableFeature(boottime: clock.boottime),
            QuestionFeature(),
            ProfileFeature(),
            GazeFeature(),
            TeachingFeature(),
            RangeFeature(),
            PeopleFeature(state: state, reader: reader),
            RestFeature(),
            context.measuring,
            PreviewFeature(),
            RecordingFeature(state: state),
            RecordingTestFeature(state: state),
            CountFeature(state: state),
            context.disk,
            BluetoothFeature(),
            TrialFeature(),
            CalibrationFeature(),
            OutputFeature(),
            CallFeature(),
            PauseFeature(),
            ImpossibleFeature(),
            DarkFeature(configuration),
            SoundFeature(),
            power,
            camera,
            StatusFeature(power),
            light,
        ]
    }

    deinit { deadMan.end() }

    /// Runs until a signal ends it or the clip is over. All outputs are safe when it returns.
    package func run() {
        context.notifier.ready()
        while !isStopped { turn() }
        finish()
    }

    /// Ends the run: all outputs are safe when it returns.
    package func finish() {
        context.notifier.stopping()
        for feature in context.features { feature.stop(context) }
        context.head.finish(at: context.now, context.handle)
        for feature in context.features { feature.close() }
        context.outputs.close()  // the lines are released last
        light.end()
        if !context.settings.store.writer.flush(within: Self.lastWrite) {
            context.report(.stateNotKept, "the disk has not accepted the last change; a power cut now would undo it")
        }
        context.settings.end()
    }

    /// One turn of the loop: waits for an event, then handles events and everything that is due.
    package func turn() {
        wait()
        resumeAfterStall(deadMan.turn())
        handleSignals()
        for feature in context.features { feature.poll(descriptors, context) }
        if clip?.isAtEnd == true { isStopped = true }
        for feature in context.features { feature.tick(context) }
        context.head.advance(to: context.now, context.handle)
        for fault in context.outputs.takeFaults() { context.report(.outputFailed, "\(fault)") }
        for feature in context.features { feature.settle(context) }
        context.keepPause()
        context.notifier.progress(at: context.now)
    }

    /// The face tracker, for measurements.
    package var tracker: FaceTracker { context.head.tracker }

    private func wait() {
        let now = context.now
        descriptors.removeAll(keepingCapacity: true)
        descriptors.append(pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
        for feature in context.features { feature.watch(&descriptors, at: now) }
        // Pulses, losses and stale holds end within the shorter time even without events.
        let longest = context.head.isHeld ? Self.longestWait.held : Self.longestWait.usual
        var due = context.head.nextChange ?? .infinity
        for feature in context.features { due = min(due, feature.deadline(at: now)) }
        clock.wait(&descriptors, min(longest, max(due - now, 0)))  // never below 0, which would mean to wait for ever
    }

    private func handleSignals() {
        guard descriptors[0].revents != 0 else { return }
        while let signal = signals?.next() {
            if signal == SIGHUP { context.settings.readAgain(context) } else { isStopped = true }
        }
    }

    /// The dead-man timer fired because the loop was held up, or the board was suspended: the recogniser and the outputs follow.
    private func resumeAfterStall(_ stoodStill: Bool) {
        let firing = deadMan.takeFiring(), slept = clock.suspended - suspended
        suspended += slept
        guard firing != .none || slept > DeadMan.bound else {
            // Ends what was under way, before buttons and clients are heard.
            if stoodStill { context.head.advance(to: context.now, context.handle) }
            return
        }
        camera.believesFrom = context.now
        context.head.loseView(at: context.now, context.handle)
        if firing == .all { context.head.letGo(at: context.now, context.handle) }  // toggles and pulses too, as the devices have
        context.outputs.unbar()
        guard firing != .none else { return }
        context.report(.loopStalled, firing == .held
            ? "no frame was processed for more than \(DeadMan.bound.shortest) s; held outputs were released"
            : "the program did nothing for more than \(DeadMan.hangBound.shortest) s; all outputs were made safe")
    }
}
