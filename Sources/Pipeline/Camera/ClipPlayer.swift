import CLinux
import Glibc
import Platform

/// A recorded clip at its own pace, in a camera's place (`nodline run --clip`): see ``CameraSystem/init(playing:)``.
///
/// A picture that is late because nobody took it is dropped, as a camera does; where reading is what is slow, the clip plays slower.
public final class ClipPlayer {
    /// Seconds that a picture may be late. What is later does not count as a picture of now (see `CameraClock`).
    private static let latest = 0.1
    /// Pictures dropped in a row before the clip plays slower.
    private static let mostDropped = 8

    public let path: String
    private let loops: Bool
    private var source: any FrameSource
    /// The picture to show next, and the clip's moment of the one before, in seconds.
    private(set) var frame: Frame?
    private var last: Double?
    /// Seconds from one picture to the next.
    private var interval = 1.0 / 30
    /// The clip's moment 0 on the monotonic clock, moved on with each repetition.
    private var begin = 0.0
    private(set) var dropped = 0
    /// A timer that expires with the next picture's moment.
    let timer: Int32
    /// The clip is over.
    public private(set) var isAtEnd = false
    /// Why it ended before its last picture.
    public private(set) var fault: (any Error)?

    /// - Parameters:
    ///   - path: a file or a folder of pictures; not standard input, on which the main loop would wait.
    ///   - loops: from the beginning again after the end.
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

    /// Seconds on the monotonic clock at which the next picture is due.
    var due: Double { frame.map { begin + $0.time } ?? .infinity }

    /// Goes on with the next picture, which is due now.
    func start() {
        if let frame { begin = MonotonicClock.now - frame.time }
        arm()
    }

    func stop() { set(timer: 0) }

    /// The picture whose moment has come.
    func next() -> Frame? {
        var count: UInt64 = 0
        _ = read(timer, &count, MemoryLayout.size(ofValue: count))
        return MonotonicClock.now >= due ? frame : nil
    }

    /// The picture that was shown is not needed any more: reads the next one.
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
            } else if loops {
                source = try ClipOpener.open(path)
                frame = try source.next()
                // ffmpeg takes a moment to start: that is a pause in the clip, and drops nothing of it.
                if let frame { begin = max(begin + shown.time + interval, MonotonicClock.now) - frame.time }
            }
        } catch {
            fault = error
        }
        isAtEnd = frame == nil
    }

    private func arm() {
        // The end is something to see too.
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
