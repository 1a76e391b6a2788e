import CLibcamera
import Glibc
import Platform

extension CameraSystem {
    /// One camera that plays a recorded clip at the clip's own pace. Every choice means it.
    public convenience init(playing clip: ClipPlayer) {
        self.init(table: ClipPlayer.table, system: OpaquePointer(Unmanaged.passRetained(clip).toOpaque()), isRecorded: true)
    }
}

/// Implements the camera interface (`CLibcamera.h`) for a ``ClipPlayer``: the player is both system and camera.
extension ClipPlayer {
    fileprivate static var table: nodline_camera_table {
        nodline_camera_table(
            abi: UInt32(NODLINE_CAMERA_ABI), table_size: UInt32(MemoryLayout<nodline_camera_table>.size),
            info_size: UInt32(MemoryLayout<nodline_camera_info>.size), mode_size: UInt32(MemoryLayout<nodline_camera_mode>.size),
            frame_size: UInt32(MemoryLayout<nodline_camera_frame>.size), built_for: nil,
            open_system: { _, _ in false },  // never called: the system is created directly
            close_system: { system in system.map { Unmanaged<ClipPlayer>.fromOpaque(UnsafeRawPointer($0)).release() } },
            describe: { system, index, info in
                guard index == 0, let system, let info else { return false }
                ClipPlayer.of(system).describe(&info.pointee)
                return true
            },
            open: { system, _, _, mode, camera, _ in
                guard let system, let mode, let camera else { return false }
                ClipPlayer.of(system).describe(&mode.pointee)
                camera.pointee = system
                return true
            },
            close: { _ in },
            start: { camera, _ in
                camera.map { ClipPlayer.of($0).start() }
                return true
            },
            stop: { camera in camera.map { ClipPlayer.of($0).stop() } },
            descriptor: { camera in camera.map { ClipPlayer.of($0).timer } ?? -1 },
            next: { camera, frame in
                guard let camera, let frame, ClipPlayer.of(camera).fill(&frame.pointee) else { return NODLINE_CAMERA_NONE }
                return NODLINE_CAMERA_FRAME
            },
            give_back: { camera, _ in camera.map { ClipPlayer.of($0).advance() } },
            set_rate: { _, _ in true })  // frames that come too fast are skipped, see `Throttle`
    }

    /// The player behind a pointer of the table. The system keeps it alive.
    private static func of(_ pointer: OpaquePointer) -> ClipPlayer {
        Unmanaged<ClipPlayer>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
    }

    private func describe(_ info: inout nodline_camera_info) {
        info = nodline_camera_info()
        Self.write("clip", to: &info.id)
        Self.write(path.split(separator: "/").last.map(String.init) ?? path, to: &info.model)
        Self.write("grey", to: &info.formats)
        info.location = Int32(NODLINE_CAMERA_SOMEWHERE.rawValue)
    }

    private func describe(_ mode: inout nodline_camera_mode) {
        mode = nodline_camera_mode()
        guard let frame else { return }
        mode.width = UInt32(frame.width)
        mode.height = UInt32(frame.height)
        mode.stride = UInt32(frame.stride)
        mode.layout = Int32(NODLINE_CAMERA_LUMA.rawValue)
        mode.is_full_range = frame.range == .full
        mode.keeps_rate = true
        Self.write("grey", to: &mode.format)
    }

    private func fill(_ filled: inout nodline_camera_frame) -> Bool {
        guard let frame = next() else { return false }
        filled = nodline_camera_frame()
        filled.bytes = frame.luma
        filled.size = frame.stride * (frame.height - 1) + frame.width
        filled.timestamp = UInt64(due * 1e9)
        filled.arrival = UInt64(MonotonicClock.now * 1e9)
        filled.dropped = UInt64(dropped)
        filled.keeps_rate = true
        return true
    }

    /// Writes as much of a text as fits into a C character array, with its terminating zero.
    private static func write<Array>(_ text: String, to array: inout Array) {
        withUnsafeMutableBytes(of: &array) { bytes in
            bytes.copyBytes(from: text.utf8.prefix(bytes.count - 1))
        }
    }
}
