import Glibc
import Platform
import Synchronization

/// Writes pictures into a clip of constant rate, on a thread of its own. It never blocks: when the disk is slower than the camera,
/// pictures are left out, and the one before stands in their place, so that times in the clip stay right.
final class Recorder: Sendable {
    /// How it ended.
    enum End: Equatable, Sendable {
        case complete, failed(String)
    }

    private struct State {
        var waiting: [(place: Int, pixels: [UInt8])] = []
        /// The clip's size in pixels, once there is a picture.
        var size: (width: Int, height: Int)?
        var isEnding = false
        var end: End?
    }

    /// Pictures that wait for the disk: half a second.
    private static let mostWaiting = 16
    /// The most pictures in a clip; gaps are filled up to here.
    private let most: Int
    private let rate: Int
    private let file: String
    private let state = Mutex(State())
    private let bell = Bell()

    /// - Parameters:
    ///   - file: the clip; it has this name when it is complete, and ``unfinished(_:)`` before.
    ///   - rate: pictures a second.
    init(file: String, rate: Int, seconds: Double) throws(SystemError) {
        (self.file, self.rate) = (file, rate)
        most = Int(seconds * Double(rate))
        try BackgroundThread.start(wokenBy: bell) { self.run() }
    }

    static func unfinished(_ file: String) -> String { file + ".part" }

    /// Adds the picture of a moment, in seconds since the clip began.
    func add(_ pixels: [UInt8], width: Int, height: Int, at time: Double) {
        let place = Int((time * Double(rate)).rounded())
        guard place >= 0, place < most else { return }
        state.withLock { state in
            let size = state.size ?? (width, height)
            state.size = size
            // A camera with pictures of another size is not the one that was agreed to.
            guard size == (width, height), state.waiting.count < Self.mostWaiting, !state.isEnding else { return }
            state.waiting.append((place, pixels))
        }
        bell.ring()
    }

    /// Ends the clip after what waits.
    func finish() {
        state.withLock { $0.isEnding = true }
        bell.ring()
    }

    var end: End? { state.withLock(\.end) }

    // MARK: - The thread

    private func run() {
        let end: End
        do throws(SystemError) {
            end = try write() ? .complete : .failed("the camera gave no picture")
        } catch {
            end = .failed("\(error)")
        }
        if end != .complete { unlink(Self.unfinished(file)) }
        state.withLock { ($0.end, $0.waiting) = (end, []) }
    }

    /// - Returns: whether there is a clip.
    private func write() throws(SystemError) -> Bool {
        let part = Self.unfinished(file)
        let clip = try Descriptor(open: part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o640)
        var next = 0, last: [UInt8] = []
        while true {
            let (batch, size, isOver) = state.withLock { state in
                defer { state.waiting.removeAll(keepingCapacity: true) }
                return (state.waiting, state.size, state.isEnding)
            }
            for (place, pixels) in batch where place >= next {
                if next == 0, let size {
                    try put("YUV4MPEG2 W\(size.width) H\(size.height) F\(rate):1 Ip A1:1 Cmono XCOLORRANGE=FULL\n".utf8, clip, part)
                    last = pixels
                }
                while next < place {
                    try put("FRAME\n".utf8, clip, part)
                    try put(last, clip, part)
                    next += 1
                }
                try put("FRAME\n".utf8, clip, part)
                try put(pixels, clip, part)
                last = pixels
                next += 1
            }
            if isOver, batch.isEmpty { break }
            if batch.isEmpty { bell.wait(atMost: nil) }
        }
        guard next > 0 else { return false }
        try clip.sync()
        try systemCall("rename", file) { rename(part, file) }
        try AtomicFile.syncFolder(of: file)
        return true
    }

    private func put(_ bytes: some Sequence<UInt8>, _ clip: borrowing Descriptor, _ path: String) throws(SystemError) {
        let bytes = Array(bytes), number = clip.number
        var done = 0
        while done < bytes.count {
            let count = try systemCall("write", path) { bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress.map { $0 + done }, $0.count - done) } }
            guard count > 0 else { throw SystemError("write", path, code: ENOSPC) }
            done += count
        }
    }
}
