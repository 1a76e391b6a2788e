import CLinux
import Glibc
import Platform

/// Plays a recorded clip at its own pace instead of a camera (`nodline run --clip`): see ``CameraSystem/init(playing:)``.
///
/// A frame that is late because it was not taken in time is dropped, as a camera does. If reading is too slow, the clip plays slower.
public final class ClipPlayer {
    /// Greatest delay of a frame, in seconds. A later one would not count as current (see `CameraClock`).
    private static let latest = 0.1
    /// Frames dropped in a row before the clip plays slower.
    private static let mostDropped = 8

    public let path: String
    private let loops: Bool
    private var source: any FrameSource
    /// The next frame to show, and the clip's time of the frame before, in seconds.
    private(set) var frame: Frame?
    private var last: Double?
    /// Seconds from one frame to the next.
    private var interval = 1.0 / 30
    /// The clip's time 0 on the monotonic clock, advanced with each repetition.
    private var begin = 0.0
    private(set) var dropped = 0
    /// A timer that expires when the next frame is due.
    let timer: Int32
    /// The clip has ended.
    public private(set) var isAtEnd = false
    /// Why the clip ended before its last frame.
    public private(set) var fault: (any Error)?
    /// What its user must know about how the clip was read.
    public private(set) var remarks: [ClipRemark] = []

    /// - Parameters:
    ///   - path: a file or a folder of images; not standard input, on which the main loop would block.
    ///   - loops: start again after the end.
    /// - Throws: ``ClipError``.
    public init(path: String, loops: Bool) throws {
        guard path != "-" else {
            throw ClipError(file: path, problem: "it cannot replace the camera; expected a file or a folder of pictures")
        }
        self.path = path
        self.loops = loops
        source = try ClipOpener.open(path)
        guard let first = try source.next() else { throw ClipError(file: path, problem: "it has no picture") }
        frame = first
        do {
            timer = try systemCall("timerfd_create") { timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)) }
        } catch {
            throw ClipError(file: path, problem: error.description)
        }
    }

    deinit { close(timer) }

    /// Time on the monotonic clock at which the next frame is due, in seconds.
    var due: Double { frame.map { begin + $0.time } ?? .infinity }

    /// Continues with the next frame, which is due now.
    func start() {
        if let frame { begin = MonotonicClock.now - frame.time }
        arm()
    }

    func stop() { set(timer: 0) }

    /// The next frame, if it is due.
    func next() -> Frame? {
        var count: UInt64 = 0
        _ = read(timer, &count, MemoryLayout.size(ofValue: count))
        return MonotonicClock.now >= due ? frame : nil
    }

    /// Releases the frame that was shown and reads the next one.
    func advance() {
        readNext()
        var skipped = 0
        while skipped < Self.mostDropped, let frame, MonotonicClock.now >= begin + frame.time + interval {
            readNext()
            skipped += 1
        }
        dropped += skipped
        if due.isFinite { begin += max(0, MonotonicClock.now - due - Self.latest) }
        arm()
    }

    private func readNext() {
        guard let shown = frame else { return }
        frame = nil
        do {
            if let next = try source.next() {
                if next.time > shown.time { interval = next.time - shown.time }
                frame = next
                return
            }
            remarks = source.remarks
            if loops {
                source = try ClipOpener.open(path)
                frame = try source.next()
                // ffmpeg takes a moment to start; the clip pauses meanwhile and no frame is dropped.
                if let frame { begin = max(begin + shown.time + interval, MonotonicClock.now) - frame.time }
            }
        } catch {
            fault = error
        }
        isAtEnd = frame == nil
    }

    private func arm() {
        // The end of the clip wakes the loop too.
        set(timer: isAtEnd ? MonotonicClock.now : due)
    }

    /// - Parameter time: on the monotonic clock; 0 for never.
    private func set(timer time: Double) {
        let nanoseconds = Int(time * 1e9)
        var setting = itimerspec()
        setting.it_value = timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
        timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}
