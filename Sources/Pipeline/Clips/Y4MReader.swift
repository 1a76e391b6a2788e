import Glibc
import Platform

/// Frames of a YUV4MPEG2 stream from a file, from standard input or from ffmpeg. The luma plane is used in the read buffer, without a copy,
/// if its pixels are square; others are made so.
///
/// A frame's time is its index divided by the frame rate, or the value in its own header if that is plausible and increasing: `FRAME
/// XTIME=1.234` (seconds; written by `nodline simulate`, so that jitter and dropped frames survive in a file).
public final class Y4MReader: FrameSource {
    public let header: Y4MHeader
    private let file: String
    private let ignoresRate: Bool
    private let reader: ByteReader
    private let buffer: UnsafeMutableRawBufferPointer
    private let stretch: PixelStretch?
    /// Room for a picture with square pixels.
    private let stretched: UnsafeMutableBufferPointer<UInt8>
    /// Latest plausible first time stamp and longest plausible gap, in seconds.
    private static let latestStart = 1e9
    private static let longestGap = 60.0

    private var index = 0
    /// Whether all times so far come from the frame rate.
    private var isCounted = true
    private var lastTime = -Double.infinity

    /// Opens a clip; `-` is standard input.
    public convenience init(file: String) throws {
        if file == "-" {
            try self.init(file: file, reader: ByteReader(descriptor: STDIN_FILENO, closesDescriptor: false))
        } else {
            let descriptor: Int32
            do { descriptor = try systemCall("open") { open(file, O_RDONLY | O_CLOEXEC) } } catch {
                throw ClipError(file: file, problem: error.description)
            }
            try self.init(file: file, reader: ByteReader(descriptor: descriptor))
        }
    }

    /// Reads from a descriptor and takes ownership of it; `file` names it in errors.
    /// - Parameter ignoresRate: see ``Y4MHeader/init(line:ignoresRate:)``.
    public convenience init(file: String, descriptor: Int32, ignoresRate: Bool = false) throws {
        try self.init(file: file, reader: ByteReader(descriptor: descriptor), ignoresRate: ignoresRate)
    }

    private init(file: String, reader: ByteReader, ignoresRate: Bool = false) throws {
        guard let line = try Self.naming(file, { () throws(ReadError) in try reader.line() }) else {
            throw Self.emptyFault(file)
        }
        do {
            header = try Y4MHeader(line: line, ignoresRate: ignoresRate)
        } catch {
            throw ClipError(file: file, problem: error.problem)
        }
        (self.file, self.ignoresRate) = (file, ignoresRate)
        self.reader = reader
        buffer = .allocate(byteCount: header.frameSize, alignment: 64)
        stretch = PixelStretch(width: header.width, height: header.height, aspect: header.pixelAspect)
        stretched = .allocate(capacity: stretch.map { $0.width * $0.height } ?? 0)
    }

    /// Says if the frame rate is assumed.
    public var remarks: [ClipRemark] {
        guard !header.hasRate, isCounted, index > 1 else { return [] }
        let rate = NumberFormat.text(1 / header.frameDuration), length = NumberFormat.text(lastTime, decimals: 1)
        return [ClipRemark(file: file, problem: "its header has no frame rate: \(rate) pictures a second are assumed, so that it lasts \(length) s; "
            + "expected for example F30:1", isDamage: false)]
    }

    deinit {
        buffer.deallocate()
        stretched.deallocate()
    }

    public func next() throws -> Frame? {
        guard var line = try Self.naming(file, { () throws(ReadError) in try reader.line() }) else {
            if index == 0 { throw ClipError(file: file, problem: "it has no picture") }
            return nil
        }
        if line.hasPrefix("YUV4MPEG2") {  // two clips joined in one file
            try checkSameFrames(line)
            guard let following = try Self.naming(file, { () throws(ReadError) in try reader.line() }) else { return nil }
            line = following
        }
        guard line == "FRAME" || line.hasPrefix("FRAME ") else {
            throw ClipError(file: file, problem: "frame \(index) does not begin with \"FRAME\"; "
                + "the clip is damaged, or its header gives the wrong size (\(header.width)×\(header.height))")
        }
        let count = try Self.naming(file) { () throws(ReadError) in try reader.read(into: buffer) }
        guard count == buffer.count, let base = buffer.baseAddress else {
            throw ClipError(file: file, problem: "it is cut short: frame \(index) has \(count) of \(buffer.count) bytes")
        }
        let time = time(of: line)
        index += 1
        lastTime = time
        let luma = UnsafePointer(base.assumingMemoryBound(to: UInt8.self))
        guard let stretch, let target = stretched.baseAddress else {
            return Frame(luma: luma, width: header.width, height: header.height, stride: header.width, range: header.range, time: time)
        }
        stretch.stretch(luma, to: target)
        return Frame(luma: UnsafePointer(target), width: stretch.width, height: stretch.height, stride: stretch.width,
                     range: header.range, time: time)
    }

    private func time(of line: String) -> Double {
        guard line.utf8.count > 5,
              let stamp = line.split(separator: " ").first(where: { $0.hasPrefix("XTIME=") }),
              let time = Double(stamp.dropFirst(6)), time > lastTime,
              (0...Self.latestStart).contains(time), index == 0 || time <= lastTime + Self.longestGap
        else { return index == 0 ? 0 : lastTime + header.frameDuration }
        isCounted = false
        return time
    }

    /// The error for an empty stream.
    static func emptyFault(_ file: String) -> ClipError { ClipError(file: file, problem: "it is empty") }

    private func checkSameFrames(_ line: String) throws {
        let other: Y4MHeader
        do { other = try Y4MHeader(line: line, ignoresRate: ignoresRate) } catch { throw ClipError(file: file, problem: error.problem) }
        guard let (old, new) = zip(header.kinds, other.kinds).first(where: { $0.value != $1.value }) else { return }
        throw ClipError(file: file, problem: "two clips were joined: the \(old.name) changes at frame \(index) from \(old.value) to \(new.value); cut it into one clip for each")
    }

    private static func naming<Value>(_ file: String, _ body: () throws(ReadError) -> Value) throws -> Value {
        do { return try body() } catch { throw ClipError(file: file, problem: error.problem) }
    }
}
