import Glibc
import Outputs
import Pipeline
import Power
import Wire

/// The camera: gives frames to the switch and the features, and changes when somebody asks for another one.
final class CameraFeature: Feature {
    private let supervisor: CameraSupervisor
    private let deadMan: DeadMan
    private let clock: LoopClock
    /// Rates of capture and detection.
    var rates: LiveRates
    /// Looks at no more frames than the operating point says.
    var throttle = Throttle(rate: .infinity)
    /// The camera of the last processed frame.
    private var viewed = ""
    private var isFaulty = false
    /// Frames arrive but cannot be processed.
    private var cannotInfer = false
    /// Frames before this time, in the loop's seconds, are ignored: something was released since, or the board was suspended.
    var believesFrom = -Double.infinity
    /// The index of our descriptor among the loop's.
    private var place = 0

    init(_ supervisor: CameraSupervisor, _ deadMan: DeadMan, _ clock: LoopClock) {
        (self.supervisor, self.deadMan, self.clock) = (supervisor, deadMan, clock)
        rates = LiveRates(cpu: clock.cpu)
    }

    var isFailing: Bool { isFaulty || cannotInfer }

    func close() { supervisor.close() }  // may take long: lines are driven safe meanwhile

    func configurationChanged(from old: Configuration, _ context: FeatureContext) {
        let new = context.configuration
        guard new.camera != old.camera || new.cameras != old.cameras else { return }
        supervisor.adopt(new)
        isFaulty = false
    }

    func report(in status: inout StatusReply, _ context: FeatureContext) { status.camera = .some(supervisor.camera?.info.id) }

    // MARK: - Frames

    func watch(_ descriptors: inout [pollfd], at now: Double) {
        place = descriptors.count
        descriptors.append(pollfd(fd: supervisor.descriptor, events: Int16(POLLIN), revents: 0))
    }

    func deadline(at now: Double) -> Double { supervisor.deadline }

    func poll(_ descriptors: [pollfd], _ context: FeatureContext) {
        guard descriptors[place].revents != 0 else { return }
        switch supervisor.next() {
        case .nothing: break
        case .frame(let frame):
            isFaulty = false
            work(on: frame.frame, context)
            supervisor.finish(frame)
        case .failed(let fault): fail(fault, context)
        }
    }

    private func work(on frame: Frame, _ context: FeatureContext) {
        var frame = frame
        frame.time -= context.begin
        let isLookedAt = throttle.takes(frameAt: frame.time)
        rates.add(frame, dropped: supervisor.camera?.dropped ?? 0, isLookedAt: isLookedAt)
        guard isLookedAt, frame.time >= believesFrom else { return }
        view(supervisor.camera?.info.id ?? viewed, context)
        let start = clock.cpu()
        var seen: Face?
        do {
            let face = try context.head.look(at: frame)
            cannotInfer = false
            // The program may have been stopped while it looked: what it has seen then is over, and switches nothing any more.
            if context.now - frame.time < DeadMan.bound {
                deadMan.feed()  // before this frame switches anything
                context.head.process(face, at: frame.time, context.handle)
                deadMan.feed()
                seen = face
            }
        } catch {
            cannotInfer = true
            context.report(.inferenceFailed, "\(error)")
        }
        let worked = SeenFrame(time: frame.time, view: FrameView(frame, mounting: context.head.sight.mounting), face: seen, brightness: frame.brightness,
                               cpu: clock.cpu() - start)
        for feature in context.features { feature.frame(worked, context) }
    }

    /// A camera other than the last one has another view of the user, whether a button selected it or the last one was unplugged.
    private func view(_ id: String, _ context: FeatureContext) {
        context.head.sight.mounting = supervisor.mounting
        if id != viewed, !viewed.isEmpty { viewChanges(context) }
        viewed = id
    }

    private func viewChanges(_ context: FeatureContext) {
        for feature in context.features { feature.cameraChanges() }
        context.head.changeView(at: context.now, context.handle)
    }

    // MARK: - Running

    /// Frames a second that are looked at.
    func use(_ rate: Double) {
        if rate != supervisor.rate { supervisor.setRate(rate) }
        throttle.rate = rate
    }

    /// Stops or restarts the camera without releasing it.
    func setWanted(_ isWanted: Bool, _ context: FeatureContext) {
        guard isWanted != supervisor.isWanted else { return }
        if let fault = context.slowly({ supervisor.setWanted(isWanted) }) { fail(fault, context) }
    }

    func settle(_ context: FeatureContext) {
        // Opening takes up to two seconds: it waits for the end of a short pulse.
        supervisor.mayOpen = context.outputs.nextEnd.map { $0 > context.now + 2 } ?? true
        if let fault = supervisor.takesTime ? context.slowly({ supervisor.poll() }) : supervisor.poll() { fail(fault, context) }
        context.set(.cameraOn, supervisor.isWatching)
    }

    /// Reports a failing camera at every try. Whatever depends on frames ends by the recogniser's clock.
    private func fail(_ fault: ApplianceError, _ context: FeatureContext) {
        isFaulty = true
        context.head.loseView(at: context.now, context.handle)
        context.report(fault.code, fault.detail)
    }

    // MARK: - Other cameras

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        guard case .camera(let name) = request else { return nil }
        if let name {
            try context.mayChange()
            context.wake()
            if let fault = change(context, { supervisor.select(name, $0) }) { throw ControlError(.unavailable, fault.detail) }
        }
        return .done(CameraReply(camera: .some(supervisor.camera?.info.id), cameras: supervisor.cameras.map {
            CameraReply.Camera(id: $0.id, model: $0.model, looks: $0.location.words)
        }))
    }

    /// Changes to the next of `camera.alternatives`, for a button.
    func changeToNext(_ context: FeatureContext) -> ApplianceError? { change(context) { supervisor.change($0) } }

    private func change(_ context: FeatureContext, _ change: (_ begin: () -> Void) -> ApplianceError?) -> ApplianceError? {
        // First: stopping a camera takes time, and held outputs must be released before.
        context.slowly { change { viewChanges(context) } }
    }
}
