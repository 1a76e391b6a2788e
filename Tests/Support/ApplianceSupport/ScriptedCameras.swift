import CLibcamera
import Glibc
import Pipeline

/// Two simulated cameras, `fake-back` and `fake-front`. They show a simulated head on the test's clock, and fail at the times in
/// ``Faults``. Each picture has its own grain, as from a sensor, so that no two are equal unless the camera is frozen.
package final class ScriptedCameras {
    /// Faults, each with its time in seconds after the first start.
    package struct Faults {
        /// Frames stop until the camera is started again.
        package var stall = Double.infinity
        /// A request is cancelled.
        package var cancel = Double.infinity
        /// The camera is unplugged and, at `back`, plugged in again.
        package var gone = Double.infinity
        package var back = Double.infinity
        /// The same picture is repeated bit for bit, until `thaw`.
        package var freeze = Double.infinity
        package var thaw = Double.infinity
        /// Opening takes 2 s.
        package var slow = Double.infinity
        /// Time stamps are meaningless.
        package var garbage = Double.infinity
        /// Each frame takes ``ScriptedCameras/load`` more CPU time.
        package var load = Double.infinity
        /// The camera never delivers a frame.
        package var isBlind = false
        /// Age of the time stamp when a frame arrives, in seconds.
        package var age = 0.0

        package init(stall: Double = .infinity, cancel: Double = .infinity, gone: Double = .infinity, back: Double = .infinity,
                     freeze: Double = .infinity, thaw: Double = .infinity, slow: Double = .infinity, garbage: Double = .infinity,
                     load: Double = .infinity, isBlind: Bool = false, age: Double = 0) {
            (self.stall, self.cancel, self.gone, self.back) = (stall, cancel, gone, back)
            (self.freeze, self.thaw, self.slow, self.garbage) = (freeze, thaw, slow, garbage)
            (self.load, self.isBlind, self.age) = (load, isBlind, age)
        }
    }

    /// How a camera treats a requested rate.
    package enum Pace {
        /// It keeps the rate.
        case keeps
        /// It delivers the next frame soon after the last one is given back.
        case paced
        /// It claims to keep the rate, and ignores every change.
        case deaf
    }

    package let faults: Faults
    package let pace: Pace
    /// Additional CPU seconds for each frame, from ``Faults/load`` on.
    package let load: Double
    package let film: Film
    package let clock: HandClock
    package let cpu: HandCPU
    /// Lets time pass while the loop waits for the camera to open.
    package var pass: (Double) -> Void = { _ in }
    fileprivate var running: ScriptedCamera?
    fileprivate var exposures = 0
    private var firstStart: Double?

    package init(_ film: Film, clock: HandClock, cpu: HandCPU, faults: Faults, pace: Pace, load: Double) {
        self.film = film
        self.clock = clock
        self.cpu = cpu
        self.faults = faults
        self.pace = pace
        self.load = load
    }

    /// The camera system for the loop; it retains this value.
    package var system: CameraSystem {
        CameraSystem(table: Self.table, system: OpaquePointer(Unmanaged.passRetained(self).toOpaque()), isRecorded: false)
    }

    /// The clock's time of the running camera's next action.
    package var nextMoment: Double { running?.due ?? .infinity }

    /// Carries out the actions that are due.
    package func poll() {
        while let camera = running, camera.due <= clock.now { camera.tick() }
    }

    /// Seconds since the first start.
    package var elapsed: Double { firstStart.map { clock.now - $0 } ?? 0 }
    fileprivate var isAway: Bool { elapsed >= faults.gone && elapsed < faults.back }
    fileprivate var isFrozen: Bool { elapsed >= faults.freeze && elapsed < faults.thaw }

    fileprivate func start(_ camera: ScriptedCamera) {
        if firstStart == nil { firstStart = clock.now }
        running = camera
    }
}

/// One of the cameras, open.
private final class ScriptedCamera {
    let system: ScriptedCameras
    /// Readable while there is an event.
    var wake: Int32 { pipe[0] }
    private var pipe: [Int32] = [-1, -1]
    private var isRinging = false
    /// When the next picture is due.
    private(set) var due = Double.infinity
    private var rate: Double
    private let filmRate: Double
    private var isRunning = false
    private var isOut = false
    private var hasFrame = false
    private var isCancelled = false
    private var isGone = false
    private var mayCancel = true
    private var mayStall = true
    private var arrival = 0.0
    private var dropped: UInt64 = 0
    private var number: UInt64 = 0
    private var ready: [UInt8]
    private let lent: UnsafeMutableBufferPointer<UInt8>

    init(_ system: ScriptedCameras, rate: Double) {
        self.system = system
        self.rate = rate > 0 ? rate : 30
        filmRate = self.rate
        ready = system.film.picture
        lent = .allocate(capacity: ready.count)
        _ = Glibc.pipe(&pipe)
    }

    deinit {
        pipe.forEach { _ = close($0) }
        lent.deallocate()
    }

    func start() {
        system.start(self)
        let elapsed = system.elapsed
        mayCancel = elapsed < system.faults.cancel
        mayStall = elapsed < system.faults.stall
        isRunning = true
        hasFrame = false
        isOut = false
        due = system.clock.now
    }

    func stop() {
        isRunning = false
        due = .infinity
        if system.running === self { system.running = nil }
    }

    func tick() {
        let elapsed = system.elapsed, isPaced = system.pace == .paced
        due = system.faults.isBlind || mayStall && elapsed >= system.faults.stall ? .infinity : isPaced ? system.clock.now + 0.005 : due + 1 / rate
        if system.isAway {
            isGone = true
        } else if mayCancel, elapsed >= system.faults.cancel {
            isCancelled = true
        } else if due < .infinity, !(isPaced && (hasFrame || isOut)) {
            expose(elapsed)
        }
        if hasFrame || isGone || isCancelled { ring() }
    }

    private func ring() {
        var byte: UInt8 = 1
        if !isRinging { _ = write(pipe[1], &byte, 1) }
        isRinging = true
    }

    private func expose(_ elapsed: Double) {
        if hasFrame { dropped += 1 }
        if !system.isFrozen {
            system.film.seek(Int(elapsed * filmRate))
            system.exposures += 1
        }
        ready = system.film.picture
        let width = system.film.width, column = system.exposures % width
        for row in 0..<system.film.height { ready[row * width + column] ^= 1 }
        hasFrame = true
        arrival = system.clock.now
    }

    func take(_ frame: inout nodline_camera_frame) -> nodline_camera_event {
        var byte: UInt8 = 0
        if isRinging { _ = read(wake, &byte, 1) }
        isRinging = false
        if isGone { return NODLINE_CAMERA_GONE }
        if isCancelled { return NODLINE_CAMERA_STALLED }
        guard hasFrame else { return NODLINE_CAMERA_NONE }
        _ = lent.update(from: ready)
        (hasFrame, isOut) = (false, true)
        frame = nodline_camera_frame()
        frame.bytes = UnsafePointer(lent.baseAddress)
        frame.size = lent.count
        frame.arrival = UInt64(arrival * 1e9)
        let lies = system.elapsed >= system.faults.garbage
        frame.timestamp = lies ? [0, UInt64.max, 1_000_000_000 - number][Int(number % 3)] : frame.arrival - UInt64(system.faults.age * 1e9)
        frame.dropped = dropped
        frame.keeps_rate = system.pace != .paced
        number += 1
        system.cpu.take(load: system.elapsed >= system.faults.load ? system.load : 0)
        return NODLINE_CAMERA_FRAME
    }

    func giveBack() {
        isOut = false
        if isRunning, system.pace == .paced { due = system.clock.now + 0.005 }
    }

    func set(rate: Double) -> Bool {
        if system.pace != .deaf, rate > 0 { self.rate = rate }
        return system.pace != .paced
    }
}

extension ScriptedCameras {
    private static var table: nodline_camera_table {
        nodline_camera_table(
            abi: UInt32(NODLINE_CAMERA_ABI), table_size: UInt32(MemoryLayout<nodline_camera_table>.size),
            info_size: UInt32(MemoryLayout<nodline_camera_info>.size), mode_size: UInt32(MemoryLayout<nodline_camera_mode>.size),
            frame_size: UInt32(MemoryLayout<nodline_camera_frame>.size), built_for: nil,
            open_system: { _, _ in false },  // tests create the system directly
            close_system: { system in system.map { Unmanaged<ScriptedCameras>.fromOpaque(UnsafeRawPointer($0)).release() } },
            describe: { system, index, info in
                guard let system, let info, index < 2 else { return false }
                return ScriptedCameras.cameras(system).describe(index, &info.pointee)
            },
            open: { system, id, wish, mode, camera, error in
                guard let system, let id, let wish, let mode, let camera, let error else { return false }
                let cameras = ScriptedCameras.cameras(system)
                guard !cameras.isAway else {
                    error.pointee = nodline_camera_error()
                    error.pointee.code = ENODEV
                    ScriptedCameras.write("open", to: &error.pointee.call)
                    ScriptedCameras.write(String(cString: id), to: &error.pointee.detail)
                    return false
                }
                if cameras.elapsed >= cameras.faults.slow { cameras.pass(2) }
                cameras.describe(&mode.pointee)
                camera.pointee = OpaquePointer(Unmanaged.passRetained(ScriptedCamera(cameras, rate: wish.pointee.rate)).toOpaque())
                return true
            },
            close: { camera in
                guard let camera else { return }
                ScriptedCameras.of(camera).stop()
                Unmanaged<ScriptedCamera>.fromOpaque(UnsafeRawPointer(camera)).release()
            },
            start: { camera, _ in
                camera.map { ScriptedCameras.of($0).start() }
                return true
            },
            stop: { camera in camera.map { ScriptedCameras.of($0).stop() } },
            descriptor: { camera in camera.map { ScriptedCameras.of($0).wake } ?? -1 },
            next: { camera, frame in
                guard let camera, let frame else { return NODLINE_CAMERA_NONE }
                return ScriptedCameras.of(camera).take(&frame.pointee)
            },
            give_back: { camera, _ in camera.map { ScriptedCameras.of($0).giveBack() } },
            set_rate: { camera, rate in camera.map { ScriptedCameras.of($0).set(rate: rate) } ?? false })
    }

    private static func cameras(_ pointer: OpaquePointer) -> ScriptedCameras {
        Unmanaged<ScriptedCameras>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    private static func of(_ pointer: OpaquePointer) -> ScriptedCamera {
        Unmanaged<ScriptedCamera>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    private func describe(_ index: Int, _ info: inout nodline_camera_info) -> Bool {
        guard !isAway else { return false }
        info = nodline_camera_info()
        Self.write(index == 0 ? "fake-back" : "fake-front", to: &info.id)
        Self.write(index == 0 ? "Fake Back 1000" : "Fake Front 2000", to: &info.model)
        Self.write("R8", to: &info.formats)
        info.location = Int32((index == 0 ? NODLINE_CAMERA_BACK : NODLINE_CAMERA_FRONT).rawValue)
        return true
    }

    private func describe(_ mode: inout nodline_camera_mode) {
        mode = nodline_camera_mode()
        mode.width = UInt32(film.width)
        mode.height = UInt32(film.height)
        mode.stride = mode.width
        mode.layout = Int32(NODLINE_CAMERA_LUMA.rawValue)
        mode.is_full_range = true
        mode.keeps_rate = pace != .paced
        Self.write("R8", to: &mode.format)
    }

    private static func write<Array>(_ text: String, to array: inout Array) {
        withUnsafeMutableBytes(of: &array) { $0.copyBytes(from: text.utf8.prefix($0.count - 1)) }
    }
}
