import Pipeline
import Platform

/// Owns the camera. After a stall, an unplugging or a failed opening it tries again, with exponential back-off.
final class CameraSupervisor {
    /// An open camera has stalled if it delivers nothing for this number of frame intervals, and for at least one second.
    private static let missedFrames = 10.0
    /// Timeout of the first frame, in seconds: some cameras settle their exposure before they deliver one.
    private static let firstFrame = 5.0
    private static let firstPause = 0.25
    private static let longestPause = 10.0

    /// The open camera, while there is one.
    private(set) var camera: Camera?
    /// Orientation and mirroring of its frames.
    private(set) var mounting = Mounting()
    private var configuration: Configuration
    private let clock: () -> Double
    private var system: CameraSystem?
    /// The cameras were passed to the initialiser, and do not come from the configuration's camera object.
    private let isGiven: Bool
    private var use: String
    /// The index in `camera.alternatives` of the last switch.
    private var alternative = -1
    private var pause = firstPause
    private var nextTry = -Double.infinity
    private var lastSign = 0.0
    private var hasDelivered = false
    private var freeze = FreezeWatch()
    /// A camera that was given up and is not closed yet. Closing takes time, so the loop releases held outputs first.
    private var retired: Camera?
    /// Frames a second; at most the configured rate, at which the camera is opened.
    private(set) var rate: Double
    /// While the camera is not wanted it is stopped; that is not a fault.
    private(set) var isWanted = true
    /// False postpones opening, which blocks the loop.
    var mayOpen = true
    /// Pacing: a frame that is kept back, until when, and when the last frame was due.
    private var held: CameraFrame?
    private var heldUntil: Double?
    private var lastDue = -Double.infinity

    /// - Parameters:
    ///   - system: the cameras to use in place of those of the configuration's camera object.
    ///   - clock: seconds. It is read again after each step, because opening a camera may take seconds.
    init(_ configuration: Configuration, system: CameraSystem? = nil, clock: @escaping () -> Double) {
        self.configuration = configuration
        self.system = system
        isGiven = system != nil
        self.clock = clock
        use = configuration.camera.use
        rate = configuration.camera.rate
    }

    /// The descriptor to poll for the next frame; -1 while a paced camera's frame is kept back.
    var descriptor: Int32 { heldUntil == nil && isWanted ? camera?.descriptor ?? -1 : -1 }

    /// Whether frames are expected.
    var isWatching: Bool { camera != nil && isWanted }

    /// When `poll()` has something to do, in the clock's seconds.
    var deadline: Double {
        retired != nil ? -.infinity : !isWanted ? .infinity : camera == nil ? mayOpen ? nextTry : .infinity : heldUntil ?? lastSign + timeout
    }

    /// Whether opening or closing is due, which may take seconds.
    var takesTime: Bool {
        if retired != nil { return true }
        let now = clock()
        guard isWanted, camera != nil else { return isWanted && mayOpen && now >= nextTry }
        return heldUntil == nil && now - lastSign >= timeout
    }

    private var timeout: Double {
        hasDelivered ? max(1, Self.missedFrames / rate) : Self.firstFrame
    }

    /// Opens or restarts the camera when it is time to. Returns a fault for the event stream if that fails.
    func poll() -> ApplianceError? {
        retired = nil
        guard isWanted else { return nil }
        let now = clock()
        if camera != nil {
            if let heldUntil {
                guard now >= heldUntil else { return nil }
                letGo()  // the camera may take the next frame only now
                lastSign = now
            }
            guard now - lastSign >= timeout else { return nil }
            return giveUp(ApplianceError(.cameraStalled, "no frame for \(timeout.shortest) s"))
        }
        guard now >= nextTry, mayOpen else { return nil }
        do {
            try open()
            return nil
        } catch {
            return giveUp(ApplianceError(.cameraUnavailable, "\(error)"))
        }
    }

    /// The result of asking the camera.
    enum Delivery: ~Copyable {
        case nothing
        /// Must be given to ``finish(_:)`` after processing.
        case frame(CameraFrame)
        /// The camera was given up because of this.
        case failed(ApplianceError)
    }

    /// The next frame. One that only repeats an earlier frame counts as nothing.
    func next() -> Delivery {
        guard let camera, isWanted else { return .nothing }
        switch camera.next() {
        case .nothing: return .nothing
        case .frame(let frame):
            lastSign = clock()
            hasDelivered = true
            // Recorded frames may repeat: only a sensor's are compared.
            let finding = camera.isSensor ? freeze.add(frame.frame, at: lastSign) : .fresh
            if finding == .fresh {
                pause = Self.firstPause
                return .frame(frame)
            }
            guard finding == .frozen else {
                finish(frame)
                return .nothing
            }
            return .failed(giveUp(ApplianceError(
                .cameraFrozen, "\(camera.info.id) repeated earlier frames, bit for bit: \(freeze.count) in a row")))
        case .stalled:
            return .failed(giveUp(ApplianceError(.cameraStalled, "a request was cancelled")))
        case .gone:
            return .failed(giveUp(ApplianceError(.cameraGone, "\(camera.info.id) was unplugged")))
        }
    }

    /// Called when the frame has been processed. A camera that keeps its rate gets the buffer back now, a paced one when the next is due.
    @_optimize(none)  // Swift 6.0.3's optimiser crashes on it ("All discovered blocks must be live")
    func finish(_ frame: consuming CameraFrame) {
        held = consume frame
        guard let camera, isWanted, !camera.keepsRate else { return letGo() }
        // Counted from the last due time rather than from now, so that the rate holds; a gap is not made up for.
        lastDue = max(lastDue + 1 / rate, clock())
        heldUntil = lastDue
    }

    /// Gives a kept frame back to the camera.
    private func letGo() {
        held = nil
        heldUntil = nil
    }

    /// Changes the rate: set in the camera if it keeps its rate, otherwise by pacing the requests.
    func setRate(_ rate: Double) {
        self.rate = rate
        camera?.setRate(rate)
    }

    /// Stops or restarts the camera without releasing it.
    func setWanted(_ wanted: Bool) -> ApplianceError? {
        guard wanted != isWanted else { return nil }
        isWanted = wanted
        letGo()
        hasDelivered = false
        freeze = FreezeWatch()
        lastSign = clock()
        guard wanted else {
            camera?.stop()
            return nil
        }
        do {
            try camera?.start()
            return nil
        } catch {
            return giveUp(ApplianceError(.cameraUnavailable, "\(error)"))
        }
    }

    /// Changes to the next of `camera.alternatives` that is connected and not in use: two entries may mean the same camera, and an
    /// unplugged one would leave the user without any.
    /// - Parameter begin: called before anything changes.
    /// - Returns: a fault if there is no other camera.
    func change(_ begin: () -> Void) -> ApplianceError? {
        let words = configuration.camera.alternatives
        for step in 0..<words.count {
            let place = (alternative + 1 + step) % words.count
            guard let other = try? system?.choose(configuration.choice(words[place])), other.id != camera?.info.id
            else { continue }
            begin()
            alternative = place
            use = words[place]
            reopen()
            return nil
        }
        return ApplianceError(.cameraUnchanged, "no other camera of camera.alternatives is connected")
    }

    /// Changes to the chosen camera.
    /// - Parameter begin: called before anything changes.
    /// - Returns: a fault if it is not connected; then nothing changes.
    func select(_ choice: String, _ begin: () -> Void) -> ApplianceError? {
        guard let system else { return ApplianceError(.cameraUnavailable, "no cameras: the camera object is not loaded") }
        do {
            let isWritten = configuration.cameras.contains { $0.name == choice }
            let chosen = try system.choose(configuration.choice(choice), isWritten: isWritten)
            use = choice
            if chosen.id != camera?.info.id {
                begin()
                reopen()
            }
            return nil
        } catch {
            return ApplianceError(.cameraUnavailable, (error as? CameraError)?.problem ?? "\(error)")
        }
    }

    /// The connected cameras.
    var cameras: [CameraInfo] { system?.cameras ?? [] }

    /// Continues with the camera of another configuration.
    func adopt(_ new: Configuration) {
        if new.camera.object != configuration.camera.object, !isGiven { close() }
        configuration = new
        use = new.camera.use
        rate = new.camera.rate
        alternative = -1
        reopen()
    }

    /// Releases the camera; the next turn opens the one to use now.
    private func reopen() {
        camera = nil
        retired = nil
        letGo()
        nextTry = -.infinity
        pause = Self.firstPause
    }

    func close() {
        letGo()
        camera = nil
        retired = nil
        system = nil
    }

    private func open() throws {
        let settings = configuration.camera
        let path = settings.object.isEmpty ? CameraSystem.standardPath() : settings.object
        let system = try self.system ?? CameraSystem(path: path)
        self.system = system
        let camera = try Camera(system.choose(configuration.choice(use)), of: system, width: settings.width,
                                height: settings.height, rate: settings.rate)
        camera.setRate(rate)
        try camera.start()
        self.camera = camera
        mounting = configuration.mounting(of: camera.info)
        hasDelivered = false
        freeze = FreezeWatch()
        lastSign = clock()
        lastDue = -.infinity
    }

    /// Gives the camera up until the next try; ``poll()`` closes it.
    private func giveUp(_ fault: ApplianceError) -> ApplianceError {
        letGo()
        retired = camera
        camera = nil
        nextTry = clock() + pause
        pause = min(pause * 2, Self.longestPause)
        return fault
    }
}
