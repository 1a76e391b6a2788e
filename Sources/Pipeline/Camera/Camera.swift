import CLibcamera
import Platform

/// A camera that delivers frames, latest first. The loop waits on ``descriptor`` and asks for ``next()``.
public final class Camera {
    /// An event since the last call of ``next()``.
    public enum Event: ~Copyable {
        case nothing
        case frame(CameraFrame)
        /// The hardware timed out: stop the camera and start it again.
        case stalled
        /// The camera was unplugged: close it.
        case gone
    }

    public let info: CameraInfo
    /// Size in pixels and name of the pixel format.
    public let width: Int
    public let height: Int
    public let format: String
    /// Whether the frames come from a sensor, whose noise makes every frame different. False for recordings and for drawn frames: those of
    /// libcamera's virtual cameras (`Virtual0`, …) and of the kernel's vimc (`platform/vimc.0 Sensor B`). The id of a real camera is a
    /// device tree or ACPI path.
    public var isSensor: Bool { !system.isRecorded && !info.id.hasPrefix("Virtual") && !info.id.contains("vimc") }
    /// Whether the camera keeps the requested rate by itself. Otherwise frames are paced by giving them back late.
    public private(set) var keepsRate: Bool
    /// Frames that a newer one replaced before they were taken.
    public private(set) var dropped = 0

    private let system: CameraSystem
    private let handle: OpaquePointer
    private let mode: nodline_camera_mode
    private let converter: LumaConverter?
    private var clock = CameraClock()
    private var isRunning = false
    /// Number of starts. A frame from an earlier start must not be given back.
    private var run = 0

    /// - Parameters:
    ///   - rate: requested frames a second; 0 leaves it to the camera.
    /// - Throws: ``CameraError``.
    public init(_ info: CameraInfo, of system: CameraSystem, width: Int = 640, height: Int = 480, rate: Double = 30) throws {
        self.info = info
        self.system = system
        (handle, mode) = try system.open(info.id, nodline_camera_wish(width: UInt32(width), height: UInt32(height), rate: rate))
        self.width = Int(mode.width)
        self.height = Int(mode.height)
        format = String(cArray: mode.format)
        keepsRate = mode.keeps_rate
        converter = LumaConverter(mode)
    }

    deinit {
        stop()
        system.table.close(handle)
    }

    /// Becomes readable when ``next()`` has an event.
    public var descriptor: Int32 { system.table.descriptor(handle) }

    public func start() throws {
        var error = nodline_camera_error()
        guard system.table.start(handle, &error) else { throw CameraError(error) }
        isRunning = true
        run += 1
    }

    /// Stops the camera. Frames that were handed out become invalid.
    public func stop() {
        if isRunning { system.table.stop(handle) }
        isRunning = false
    }

    /// Sets another rate, in frames a second, from one of the next frames on. A camera that does not keep it by itself (see ``keepsRate``)
    /// must still be paced.
    public func setRate(_ rate: Double) {
        keepsRate = system.table.set_rate(handle, rate) || rate <= 0
    }

    /// The latest event; does not block.
    public func next() -> Event {
        var frame = nodline_camera_frame()
        switch system.table.next(handle, &frame) {
        case NODLINE_CAMERA_FRAME:
            dropped = Int(frame.dropped)
            keepsRate = frame.keeps_rate
            guard let luma = luma(of: frame) else {
                system.table.give_back(handle, frame.slot)
                return .nothing
            }
            return .frame(CameraFrame(luma, slot: frame.slot, of: self, run: run))
        case NODLINE_CAMERA_STALLED: return .stalled
        case NODLINE_CAMERA_GONE: return .gone
        default: return .nothing
        }
    }

    /// Gives a frame's buffer back to the camera for reuse.
    fileprivate func takeBack(_ slot: UInt32, of run: Int) {
        if isRunning, run == self.run { system.table.give_back(handle, slot) }
    }

    private func luma(of frame: nodline_camera_frame) -> Frame? {
        let time = clock.time(stamp: frame.timestamp, arrival: frame.arrival)
        guard let bytes = frame.bytes else { return nil }
        let range: Frame.LumaRange = mode.is_full_range ? .full : .limited
        guard let converter else {
            guard frame.size >= Int(mode.stride) * (height - 1) + width else { return nil }
            return Frame(luma: bytes, width: width, height: height, stride: Int(mode.stride), range: range, time: time)
        }
        guard let luma = converter.convert(bytes, size: frame.size) else { return nil }
        return Frame(luma: luma, width: width, height: height, stride: width, range: range, time: time)
    }
}

/// A frame of a camera. Its buffer goes back to the camera when this value ends.
public struct CameraFrame: ~Copyable {
    /// Valid while this value lives and the camera runs.
    public let frame: Frame
    private let camera: Camera
    private let slot: UInt32
    private let run: Int

    fileprivate init(_ frame: Frame, slot: UInt32, of camera: Camera, run: Int) {
        self.frame = frame
        self.camera = camera
        self.slot = slot
        self.run = run
    }

    deinit { camera.takeBack(slot, of: run) }
}
