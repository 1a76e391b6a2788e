import Appliance
import FoundationEssentials
import Glibc
import People
import Platform
import Testing
import TestSupport

@Suite("A recogniser in a process of its own")
struct RecognitionProcessTests {
    private static func process(_ fault: String, _ change: (inout RecognitionProcess.Limits) -> Void = { _ in }) -> RecognitionProcess {
        var limits = RecognitionProcess.Limits()
        (limits.answer, limits.idle, limits.pause) = (fault == "hangs" ? 0.6 : hang, 0.3, (0.3, 2))
        change(&limits)
        return RecognitionProcess(RecognitionProgram([program], [fault]), limits: limits)
    }

    private static let program = Checkout.root + ".build/release/FakePeople"

    private static let chip = FaceChip()

    /// Has a face read, as the loop does, and waits for the outcome.
    private func ask(_ process: RecognitionProcess, within seconds: Double = hang) throws -> Result<FaceEmbedding, FaceReaderFailure> {
        process.read(Self.chip)
        return try wait(process, within: seconds)
    }

    private func wait(_ process: RecognitionProcess, within seconds: Double = hang) throws -> Result<FaceEmbedding, FaceReaderFailure> {
        let end = MonotonicClock.now + seconds
        while MonotonicClock.now < end {
            if let outcome = process.take() { return outcome }
            usleep(2000)
        }
        throw FaceReaderFailure("no outcome within \(seconds) s")
    }

    private func isRunning(_ process: pid_t) -> Bool { kill(process, 0) == 0 }

    @Test("it turns one face after another into numbers in the same process, and ends it when none comes")
    func reads() throws {
        let reader = Self.process("")
        #expect(reader.isFree && reader.process == nil)
        for _ in 0..<3 { #expect(throws: Never.self) { try ask(reader).get() } }
        let process = try #require(reader.process)
        #expect(isRunning(process))
        #expect(waits { reader.process == nil && !isRunning(process) })
        #expect(throws: Never.self) { try ask(reader).get() }  // and starts it again
        reader.end()
        #expect(waits { reader.process == nil })
    }

    @Test("whatever it does wrong is a failure with a reason, within a bound, and the process is gone", arguments: [
        ("hangs", "has not answered for 0.6 s"), ("nonsense", "answered nonsense"), ("not-finite", "answered nonsense"),
        ("killed", "killed by signal 9"), ("cut", "has ended"), ("fails", "the model is damaged"),
    ])
    func faults(fault: String, reason: String) throws {
        let reader = Self.process(fault)
        reader.read(Self.chip)
        var process: pid_t?
        var taken: Result<FaceEmbedding, FaceReaderFailure>?
        _ = waits {
            process = process ?? reader.process
            taken = taken ?? reader.take()
            return taken != nil
        }
        let outcome = try #require(taken)
        #expect(throws: (any Error).self) { try outcome.get() }
        if case .failure(let failure) = outcome { #expect(failure.description.contains(reason), "\(failure)") }
        if let process { #expect(waits { !isRunning(process) }) }
        reader.end()
    }

    @Test("answers to questions that nobody asked are skipped, and fill no memory")
    func flood() throws {
        #expect(throws: Never.self) { try ask(Self.process("flood")).get() }
    }

    @Test("one that ignores the end of its input is killed")
    func stays() throws {
        let reader = Self.process("stays") { $0.ending = 0.2 }
        #expect(throws: Never.self) { try ask(reader).get() }
        let process = try #require(reader.process)
        #expect(waits { !isRunning(process) })
    }

    @Test("after a failure it is not started again before a pause, and the failure is known at once")
    func pauses() throws {
        let reader = Self.process("fails") { $0.pause = (30, 60) }
        _ = try ask(reader)
        let clock = Stopwatch()
        for _ in 0..<50 {
            if case .success = try ask(reader) { Issue.record("it answered") }
        }
        #expect(reader.process == nil && clock.own < hang / 2)
        reader.end()
    }

    @Test("the loop's side never waits, even while the process hangs")
    func neverWaits() throws {
        let reader = Self.process("hangs") { $0.answer = hang }
        let clock = Stopwatch()
        reader.read(Self.chip)
        for _ in 0..<1000 { #expect(reader.take() == nil && !reader.isFree) }
        #expect(clock.own < hang / 2)
        reader.end()
        #expect(waits { reader.process == nil })
    }

    @Test("it inherits none of the appliance's descriptors")
    func descriptors() throws {
        let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        if case .failure(let failure) = try ask(Self.process("descriptors")) { #expect(failure.description.hasSuffix("descriptors "), "\(failure)") }
    }

    @Test("a program that is not there is named, with what to do")
    func missing() throws {
        let failure = #expect(throws: FaceReaderFailure.self) { try ask(RecognitionProcess(RecognitionProgram(["/nonexistent/nodline-people"]))).get() }
        #expect(failure?.description.contains("apt install ./nodline-people_*.deb") == true)
    }

    @Test("a program that is installed while the appliance runs is found")
    func installedLater() throws {
        let folder = try TemporaryFolder(), place = folder.path + "/nodline-people"
        var limits = RecognitionProcess.Limits()
        limits.pause = (0.01, 0.01)
        let reader = RecognitionProcess(RecognitionProgram([place]), limits: limits)
        #expect(throws: FaceReaderFailure.self) { try ask(reader).get() }
        try #require(symlink(Self.program, place) == 0)
        usleep(20_000)  // the pause after the failure
        #expect(throws: Never.self) { try ask(reader).get() }
        reader.end()
        #expect(waits { reader.process == nil })
    }
}
