// Keeps a camera going: opens, watches, restarts with growing pauses.
import Pipeline

/// Owns the camera. When it stalls, disappears or cannot be opened, it is tried again after a pause that grows.
final class CameraSupervisor {
    /// A camera that has not delivered for so many frame times, and at least for a second, has stalled.
    private static let missedFrames = 10.0
    private static let firstPause = 0.25
    private static let longestPause = 10.0

    /// The open camera, while there is one.
    private(set) var camera: Camera?
    private let configuration: Configuration.Camera
    private var system: CameraSystem?
    private var use: String
    private var pause = firstPause
    private var nextTry = -Double.infinity
    private var lastSign = 0.0
    /// Frames a second; at most the configured rate, at which the camera is opened.
    private(set) var rate: Double
    /// A camera that is not wanted is stopped, and that is no fault.
    private var isWanted = true
    /// Pacing: until when the frame is kept back, and when the last one was due.
    private var heldUntil: Double?
    private var lastDue = -Double.infinity

    init(_ configuration: Configuration.Camera) {
        self.configuration = configuration
        use = configuration.use
        rate = configuration.rate
    }

    /// What to wait on for the next frame; none while a paced camera's frame is kept back.
    var descriptor: Int32 { heldUntil == nil && isWanted ? camera?.descriptor ?? -1 : -1 }

    /// Whether frames are to be expected.
    var isWatching: Bool { camera != nil && isWanted }

    /// When something is due, in monotonic seconds.
    var deadline: Double {
        !isWanted ? .infinity : camera == nil ? nextTry : heldUntil ?? lastSign + patience
    }

    private var patience: Double { max(1, Self.missedFrames / rate) }

    /// Opens or restarts the camera where it is time to; a fault is what went wrong, for the event stream.
    func tend(at now: Double) -> CameraFault? {
        guard isWanted else { return nil }
        if let camera {
            if let heldUntil {
                guard now >= heldUntil else { return nil }
                camera.giveBack()  // only now may the next frame be taken
                self.heldUntil = nil
                lastSign = now
            }
            guard now - lastSign >= patience else { return nil }
            return giveUp(at: now, CameraFault(call: "camera-stalled", problem: "no frame for \(patience.shortest) s"))
        }
        guard now >= nextTry else { return nil }
        do {
            try open(at: now)
            return nil
        } catch {
            return giveUp(at: now, error as? CameraFault ?? CameraFault(call: "camera", problem: "\(error)"))
        }
    }

    /// What the camera has: a frame to work on, or the fault that ended it.
    func next(at now: Double) -> Result<Frame?, CameraFault> {
        guard let camera, isWanted else { return .success(nil) }
        switch camera.next() {
        case .nothing: return .success(nil)
        case .frame(let frame):
            lastSign = now
            pause = Self.firstPause
            return .success(frame)
        case .stalled:
            return .failure(giveUp(at: now, CameraFault(call: "camera-stalled", problem: "a request was cancelled")))
        case .gone:
            return .failure(giveUp(at: now, CameraFault(call: "camera-gone", problem: "\(camera.info.id) was unplugged")))
        }
    }

    /// The frame has been worked on. A camera that keeps its rate gets it back now, another one when the next is due.
    func finishFrame(at now: Double) {
        guard let camera, isWanted else { return }
        if camera.keepsRate {
            camera.giveBack()
        } else {
            // Counted from the last due moment rather than from now, so that the rate holds; but a gap is not caught up.
            lastDue = max(lastDue + 1 / rate, now)
            heldUntil = lastDue
        }
    }

    /// Another rate: the camera's own where it keeps it, else the pace of requests.
    func setRate(_ rate: Double) {
        self.rate = rate
        camera?.setRate(rate)
    }

    /// Stops the camera, or starts it again; it stays ours.
    func setWanted(_ wanted: Bool, at now: Double) -> CameraFault? {
        guard wanted != isWanted else { return nil }
        isWanted = wanted
        heldUntil = nil
        lastSign = now
        guard wanted else {
            camera?.stop()
            return nil
        }
        do {
            try camera?.start()
            return nil
        } catch {
            return giveUp(at: now, error as? CameraFault ?? CameraFault(call: "camera", problem: "\(error)"))
        }
    }

    /// Another camera: a name as in the configuration.
    func select(_ name: String, at now: Double) {
        use = name
        camera = nil
        nextTry = now
        pause = Self.firstPause
    }

    func close() {
        camera = nil
        system = nil
    }

    private func open(at now: Double) throws {
        let path = configuration.object.isEmpty ? CameraSystem.standardPath() : configuration.object
        let system = try self.system ?? CameraSystem(path: path)
        self.system = system
        let camera = try Camera(system.choose(use), of: system, width: configuration.width, height: configuration.height,
                                rate: configuration.rate)
        camera.setRate(rate)
        try camera.start()
        self.camera = camera
        lastSign = now
        heldUntil = nil
        lastDue = -.infinity
    }

    /// Lets the camera go, which stops and closes it, until the next try.
    private func giveUp(at now: Double, _ fault: CameraFault) -> CameraFault {
        camera = nil
        nextTry = now + pause
        pause = min(pause * 2, Self.longestPause)
        return fault
    }
}
