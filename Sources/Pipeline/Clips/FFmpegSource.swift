import Glibc
import Platform

/// Frames of any file that ffmpeg can decode, as grey Y4M through a pipe, with their own times through another one.
///
/// A clip that is damaged or cut short gives what can be read of it, and a remark at the end. ffmpeg itself mostly ends with 0 then.
public final class FFmpegSource: FrameSource {
    private let file: String
    private let probe: ClipProbe
    private let process: ChildProcess
    private let stamps: FrameStamps
    private var reader: Y4MReader?
    private var clock: ClipClock
    private var frames = 0
    public private(set) var remarks: [ClipRemark] = []

    /// Players count from the recording's beginning, although its sound may begin before its pictures.
    public var origin: Double? { 0 }

    public convenience init(file: String) throws { try self.init(file: file, by: ClipReader()) }

    package init(file: String, by asking: ClipReader) throws {
        self.file = file
        var status = stat()
        do throws(SystemError) {
            try systemCall("open") { access(file, R_OK) }
            try systemCall("stat") { stat(file, &status) }
        } catch {
            throw ClipError(file: file, problem: error.description)
        }
        let isFile = status.st_mode & S_IFMT == S_IFREG
        if isFile, status.st_size == 0 { throw Y4MReader.emptyFault(file) }
        probe = isFile ? try ClipProbe(file: file, by: asking) : ClipProbe()
        clock = ClipClock(interval: 1 / probe.rate)
        // The times have been printed: what goes on to the encoder must only increase.
        let filters = (probe.isInterlaced ? "yadif=mode=send_frame:deint=interlaced," : "") + FrameStamps.filter + ",setpts=N*100/TB"
        // Only local files are allowed as protocol, so that a playlist cannot make this machine fetch anything. "V" is a stream of
        // pictures, but not a cover.
        let arguments = ["-nostdin", "-v", "error", "-protocol_whitelist", "file,pipe", "-i", "file:" + file, "-map", "0:V:0",
                         "-vf", filters, "-fps_mode", "passthrough",
                         "-f", "yuv4mpegpipe", "-pix_fmt", "gray", "-strict", "-1", "pipe:1"]
        do {
            process = try ChildProcess("ffmpeg", arguments, output: .pipe, errors: .pipe, hasThird: true)
        } catch {
            throw FFmpegErrors.fault(error, file: file)
        }
        stamps = FrameStamps(descriptor: process.takeThird())
        do {
            reader = try Y4MReader(file: file, descriptor: process.takeOutput(), ignoresRate: true)
        } catch let fault as ClipError {
            if fault == Y4MReader.emptyFault(file) { try finish() }  // no output: ffmpeg's message gives the reason
            throw fault
        }
    }

    public func next() throws -> Frame? {
        while var frame = try reader?.next() {
            let stamp = stamps.next().map { probe.regular?.time($0) ?? $0 }
            guard let time = clock.time(probe.hasTimes ? stamp : nil) else { continue }
            frame.time = time
            frames += 1
            return frame
        }
        if reader != nil { try finish() }
        return nil
    }

    private func finish() throws {
        reader = nil
        let status = process.wait()
        let reason = FFmpegErrors.reason(process.takeErrorLines())
        let cause = reason.map { "; ffmpeg: \($0)" } ?? ""
        guard let last = clock.last else {
            throw ClipError(file: file, problem: "no picture in it can be decoded" + cause)
        }
        let amount = "\(frames == 1 ? "1 picture" : "\(frames) pictures") in \(NumberFormat.text(last, decimals: 1)) s"
        if probe.hasTimes, let missing = probe.promise.missing(frames: frames + clock.skipped, last: last, interval: clock.interval) {
            remark("it is damaged or cut short: \(missing)\(cause)", isDamage: true)
        } else if status != 0 {
            remark("it is damaged or cut short: only \(amount) could be read\(cause)", isDamage: true)
        } else if let reason {
            remark("it is damaged: \(amount) were read, but some may be wrong, or missing; ffmpeg: \(reason)", isDamage: true)
        }
        if !probe.hasTimes, frames > 1 {
            remark("this file has no times: \(NumberFormat.text(probe.rate)) pictures a second are assumed, so that it lasts "
                + "\(NumberFormat.text(last, decimals: 1)) s. Record .mp4 or .mkv, which keep the times", isDamage: false)
        }
        if clock.skipped > 0 {
            remark("\(clock.skipped) pictures have no time of their own, or an earlier one than the picture before, and were left out", isDamage: false)
        }
        if clock.jumps > 0 {
            remark("its times jump at \(clock.jumps == 1 ? "one place" : "\(clock.jumps) places"); what comes behind is taken to follow directly",
                   isDamage: false)
        }
    }

    private func remark(_ problem: String, isDamage: Bool) { remarks.append(ClipRemark(file: file, problem: problem, isDamage: isDamage)) }
}
