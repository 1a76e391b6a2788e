import Pipeline
import Platform

/// Owns the camera. When it stalls, disappears or cannot be opened, it is tried again after a pause that grows.
final class CameraSupervisor {
    /// A camera that has not delivered for so many frame times, and at least for a second, has stalled.
    private static let missedFrames = 10.0
    /// Seconds until the first frame: some cameras measure the light before they give one.
    private static let firstFrame = 5.0
    private static let firstPause = 0.25
    private static let longestPause = 10.0

    /// The open camera, while there is one.
    private(set) var camera: Camera?
    /// How its picture lies.
    private(set) var mounting = Mounting()
    private var configuration: Configuration
    private let clock: () -> Double
    private var system: CameraSystem?
    /// The cameras are not those of the configuration's object.
    private let isGiven: Bool
    private var use: String
    /// The place in `camera.alternatives` that was switched to last.
    private var alternative = -1
    private var pause = firstPause
    private var nextTry = -Double.infinity
    private var lastSign = 0.0
    private var hasDelivered = false
    private var freeze = FreezeWatch()
    /// A camera that was given up and is still to be closed, which takes time: what is held falls before.
    private var retired: Camera?
    /// Frames a second; at most the configured rate, at which the camera is opened.
    private(set) var rate: Double
    /// A camera that is not wanted is stopped, and that is no fault.
    private(set) var isWanted = true
    /// Opening, which holds the loop up, may be put off.
    var mayOpen = true
    /// Pacing: a frame that is kept back, until when, and when the last one was due.
    private var held: CameraFrame?
    private var heldUntil: Double?
    private var lastDue = -Double.infinity

    /// - Parameters:
    ///   - system: the cameras, where they are not those of the configuration's object.
    ///   - clock: seconds. It is asked anew after each step, for opening a camera may take seconds.
    init(_ configuration: Configuration, system: CameraSystem? = nil, clock: @escaping () -> Double) {
        self.configuration = configuration
        self.system = system
        isGiven = system != nil
        self.clock = clock
        use = configuration.camera.use
        rate = configuration.camera.rate
    }

    /// What to wait on for the next frame; none while a paced camera's frame is kept back.
    var descriptor: Int32 { heldUntil == nil && isWanted ? camera?.descriptor ?? -1 : -1 }

    /// Whether frames are to be expected.
    var isWatching: Bool { camera != nil && isWanted }

    /// When something is due, in the clock's seconds.
    var deadline: Double {
        retired != nil ? -.infinity : !isWanted ? .infinity : camera == nil ? mayOpen ? nextTry : .infinity : heldUntil ?? lastSign + patience
    }

    /// Whether opening or closing is due, which may take seconds.
    var takesTime: Bool {
        if retired != nil { return true }
        let now = clock()
        guard isWanted, camera != nil else { return isWanted && mayOpen && now >= nextTry }
        return heldUntil == nil && now - lastSign >= patience
    }

    private var patience: Double {
        hasDelivered ? max(1, Self.missedFrames / rate) : Self.firstFrame
    }

    /// Opens or restarts the camera where it is time to; a fault is what went wrong, for the event stream.
    func tend() -> ApplianceError? {
        retired = nil
        guard isWanted else { return nil }
        let now = clock()
        if camera != nil {
            if let heldUntil {
                guard now >= heldUntil else { return nil }
                letGo()  // only now may the next frame be taken
                lastSign = now
            }
            guard now - lastSign >= patience else { return nil }
            return giveUp(ApplianceError(.cameraStalled, "no frame for \(patience.shortest) s"))
        }
        guard now >= nextTry, mayOpen else { return nil }
        do {
            try open()
            return nil
        } catch {
            return giveUp(ApplianceError(.cameraUnavailable, "\(error)"))
        }
    }

    /// What the camera has.
    enum Delivery: ~Copyable {
        case nothing
        /// To be worked on, and then given to ``finish(_:)``.
        case frame(CameraFrame)
        /// What ended the camera.
        case failed(ApplianceError)
    }

    /// The next frame. A picture that only repeats the one before is none.
    func next() -> Delivery {
        guard let camera, isWanted else { return .nothing }
        switch camera.next() {
        case .nothing: return .nothing
        case .frame(let frame):
            lastSign = clock()
            hasDelivered = true
            // Recorded pictures may repeat: only a sensor's are compared.
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

    /// The frame has been worked on. A camera that keeps its rate gets it back now, another one when the next is due.
    @_optimize(none)  // Swift 6.0.3's optimiser crashes on it ("All discovered blocks must be live")
    func finish(_ frame: consuming CameraFrame) {
        held = consume frame
        guard let camera, isWanted, !camera.keepsRate else { return letGo() }
        // Counted from the last due moment rather than from now, so that the rate holds; but a gap is not caught up.
        lastDue = max(lastDue + 1 / rate, clock())
        heldUntil = lastDue
    }

    /// Gives back a frame that was kept back.
    private func letGo() {
        held = nil
        heldUntil = nil
    }

    /// Another rate: the camera's own where it keeps it, else the pace of requests.
    func setRate(_ rate: Double) {
        self.rate = rate
        camera?.setRate(rate)
    }

    /// Stops the camera, or starts it again; it stays ours.
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

    /// Changes to the next of `camera.alternatives` that is there and is not the one in use: two words may mean the same
    /// camera, and one that is unplugged would leave the user without any.
    /// - Parameter begin: called before anything changes.
    /// - Returns: the fault, where there is no other.
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

    /// Changes to the camera that a choice means.
    /// - Parameter begin: called before anything changes.
    /// - Returns: the fault, where it is not there; then nothing changes.
    func select(_ choice: String, _ begin: () -> Void) -> ApplianceError? {
        guard let system else { return ApplianceError(.cameraUnavailable, "no cameras: the camera object is not loaded") }
        do {
            let chosen = try system.choose(configuration.choice(choice))
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

    /// The cameras that are there.
    var cameras: [CameraInfo] { system?.cameras ?? [] }

    /// Goes on with another configuration's camera.
    func adopt(_ new: Configuration) {
        if new.camera.object != configuration.camera.object, !isGiven { close() }
        configuration = new
        use = new.camera.use
        rate = new.camera.rate
        alternative = -1
        reopen()
    }

    /// Lets the camera go; what is to be used now is opened at the next turn.
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

    /// Lets the camera go until the next try; ``tend()`` closes it.
    private func giveUp(_ fault: ApplianceError) -> ApplianceError {
        letGo()
        retired = camera
        camera = nil
        nextTry = clock() + pause
        pause = min(pause * 2, Self.longestPause)
        return fault
    }
}
