import FoundationEssentials
import Glibc
import Platform
import Settings
import Synchronization
import Wire

/// Has a recording run through settings by `nodline test-recording`, a process of its own that gives way to all others.
///
/// A thread starts it, reads what it says and ends it, so that nothing of it can hold up the loop.
final class RecordingRun: Sendable {
    /// Seconds that it may take: a minute of pictures on the slowest board, twice, beside everything else.
    private static let longest = 600.0
    /// Bytes of its answer.
    private static let mostBytes = 1_000_000

    /// What is to be done.
    struct Job: Sendable {
        /// A folder for the files of settings.
        let folder: RecordingFolder
        let name: String
        let present: Configuration
        /// Without what is on trial; `nil` if nothing is.
        let kept: Configuration?
        /// The files of taught gestures.
        let taught: [String]
        /// Whether it is written as numbers, which its person has asked for.
        let numbers: Bool
    }

    private let job: Job
    private let state = Mutex<Result<RecordingTestReply, StateWriter.Failure>?>(nil)
    private let end = Bell()
    /// Rings when it is over.
    let news = Bell()

    /// Starts the thread.
    init(_ job: Job) throws(SystemError) {
        self.job = job
        try BackgroundThread.start(wokenBy: end, news) { self.run() }
    }

    /// What came out; `nil` as long as it runs.
    var outcome: Result<RecordingTestReply, StateWriter.Failure>? { state.withLock(\.self) }

    /// Ends it: nobody needs the answer any more.
    func stop() { end.ring() }

    // MARK: - The thread

    private func run() {
        let result: Result<RecordingTestReply, StateWriter.Failure>
        do throws(StateWriter.Failure) { result = .success(try answer()) } catch { result = .failure(error) }
        state.withLock { $0 = result }
        news.ring()
    }

    private func answer() throws(StateWriter.Failure) -> RecordingTestReply {
        let clip = try job.folder.file(job.name)
        let present = try write(job.present, "present"), kept: String?
        defer { unlink(present) }
        if let settings = job.kept { kept = try write(settings, "kept") } else { kept = nil }
        defer { if let kept { unlink(kept) } }
        var words = ["test-recording", clip, "--config", present]
        if let kept { words += ["--kept", kept] }
        if job.numbers { words += ["--numbers", job.folder.numbers(job.name)] }
        for file in job.taught { words += ["--taught", file] }
        let text = try output(of: words)
        guard let reply = JSONValue.decoded(RecordingTestReply.self, from: String(decoding: text, as: UTF8.self)) else {
            throw StateWriter.Failure("nodline test-recording has said what is not understood")
        }
        return reply
    }

    /// Writes settings where only this service can read them.
    private func write(_ settings: Configuration, _ name: String) throws(StateWriter.Failure) -> String {
        let file = job.folder.settings(name)
        do throws(SystemError) { try AtomicFile.write(Data(Configuration.schema.toml(settings.forReplay).utf8), to: file, mode: 0o600) } catch {
            throw StateWriter.Failure("\(error)")
        }
        return file
    }

    /// What the program says on its standard output.
    private func output(of words: [String]) throws(StateWriter.Failure) -> [UInt8] {
        let child: ChildProcess
        do throws(SystemError) {
            child = try ChildProcess(Self.program, words, input: .null, output: .pipe, errors: .pipe, inOwnGroup: true)
        } catch {
            throw StateWriter.Failure("nodline test-recording cannot be started: \(error)")
        }
        let output = Descriptor(owning: child.takeOutput(), path: "")
        var bytes: [UInt8] = [], buffer = [UInt8](repeating: 0, count: 16_384)
        let limit = MonotonicClock.now + Self.longest
        defer {
            child.killGroup()
            child.wait()
        }
        while true {
            var ready = [pollfd(fd: output.number, events: Int16(POLLIN), revents: 0), pollfd(fd: end.descriptor, events: Int16(POLLIN), revents: 0)]
            let left = limit - MonotonicClock.now
            guard left > 0 else { throw StateWriter.Failure("it took longer than \(Self.longest.shortest) s") }
            _ = poll(&ready, nfds_t(ready.count), Int32((left * 1000).rounded(.up)))
            if ready[1].revents != 0 { throw StateWriter.Failure("it is no longer needed") }
            guard ready[0].revents != 0 else { continue }
            let count = Glibc.read(output.number, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer[..<count]
            guard bytes.count <= Self.mostBytes else { throw StateWriter.Failure("nodline test-recording has said too much") }
        }
        guard child.wait() == 0 else {
            let said = child.takeErrorLines().joined(separator: " ")
            throw StateWriter.Failure(said.isEmpty ? "nodline test-recording has failed" : said)
        }
        return bytes
    }

    /// Beside this program, which is the same one but in tests, or where the package installs it.
    private static var program: String {
        let own = ProgramFile.path, beside = own.lastIndex(of: "/").map { String(own[...$0]) + "nodline" } ?? ""
        return access(beside, X_OK) == 0 ? beside : "/usr/bin/nodline"
    }
}

extension Configuration {
    /// For a process that reads it as a file: what a range calibration found of the eyes has no key of its own.
    package var forReplay: Configuration {
        var configuration = self
        configuration.gestures.eyes = gestures.eyes ?? gestures.measuredEyes
        return configuration
    }
}
