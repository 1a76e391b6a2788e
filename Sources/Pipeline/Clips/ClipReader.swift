import Glibc
import Platform

/// Asks ffprobe about a file.
package struct ClipReader {
    /// A day of pictures has 30 MB of times.
    private static let longestAnswer = 64 << 20

    private let program: String
    /// Seconds without a word of it after which it counts as hanging: it reads a file's beginning, or tells the times as it finds them.
    private let timeout: Int

    package init(program: String = "ffprobe", timeout: Int = 60) { (self.program, self.timeout) = (program, timeout) }

    func ask(_ file: String, _ options: [String] = []) throws -> ClipProbe.Answer {
        let (bytes, status, errors) = try run(file, options + ["-show_format", "-show_streams", "-of", "json"])
        var answer = ClipProbe.Answer(errors: errors)
        let fields = JSONValue.object(bytes) ?? [:]
        if status == 0 { answer.format = fields["format"]?.fields }
        if case .list(let streams)? = fields["streams"] { answer.streams = streams.compactMap(\.fields) }
        return answer
    }

    /// The times of all pictures as they are in the file, in seconds; nothing is decoded.
    func stamps(_ file: String, _ stream: [String: JSONValue]) -> [Double] {
        guard case .number(let index)? = stream["index"] else { return [] }
        let options = ["-select_streams", "\(Int(index))", "-show_entries", "packet=pts_time", "-of", "csv=p=0"]
        let answer = try? run(file, options)
        return (answer?.bytes ?? []).split(separator: UInt8(ascii: "\n")).compactMap { line in
            Double(String(decoding: line.prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self))
        }
    }

    private func run(_ file: String, _ options: [String]) throws -> (bytes: [UInt8], status: Int32, errors: [String]) {
        let process: ChildProcess
        do {
            process = try ChildProcess(program, ["-v", "error", "-protocol_whitelist", "file,pipe"] + options + ["file:" + file],
                                       input: .null, output: .pipe, errors: .pipe)
        } catch {
            throw FFmpegErrors.fault(error, file: file)
        }
        do {
            guard let bytes = try output(of: process) else {
                // Not waited for: what waits for a disk cannot even be killed.
                kill(process.identifier, SIGKILL)
                throw ClipError(file: file, problem: "ffprobe, which reads videos, has said nothing for \(timeout) s. Does the disk or share with the "
                    + "file answer? Copy it to a disk of this machine")
            }
            let status = process.wait(), errors = process.takeErrorLines()
            // It ends with 1 if the fault is the file's.
            guard status == 0 || status == 1 << 8, !errors.contains(where: { $0.contains("Cannot allocate memory") }) else {
                let reason = errors.last ?? (status & 0x7F == 0 ? "it ended with status \(status >> 8)" : "signal \(status & 0x7F) ended it")
                throw ClipError(file: file, problem: "ffprobe, which reads videos, does not work here: \(reason)")
            }
            return (bytes, status, errors)
        } catch let error as SystemError {
            throw ClipError(file: file, problem: error.description)
        }
    }

    /// All that it says, up to the bound; `nil` if it hangs.
    private func output(of process: ChildProcess) throws(SystemError) -> [UInt8]? {
        let output = Descriptor(owning: process.takeOutput(), path: "ffprobe")
        var bytes: [UInt8] = [], chunk = [UInt8](repeating: 0, count: 65536)
        while bytes.count <= Self.longestAnswer {
            var ready = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
            let count = poll(&ready, 1, Int32(timeout * 1000))
            if count == 0 { return nil }
            if count < 0, errno == EINTR { continue }
            let got = try systemCall("read", "ffprobe") { chunk.withUnsafeMutableBytes { Glibc.read(output.number, $0.baseAddress, $0.count) } }
            if got == 0 { break }
            bytes += chunk[..<got]
        }
        return bytes
    }
}
