import Glibc
import People
import Platform

/// A running `nodline-people` and its two pipes. Whatever goes wrong ends it: nothing that follows could be believed.
final class RecognitionPipe {
    private let child: ChildProcess
    private let output: Int32
    private var decoder = PeopleWireDecoder<PeopleReply>()
    private var number: UInt32 = 0

    init(_ program: RecognitionProgram) throws(FaceReaderFailure) {
        guard let words = program.words, let file = words.first else {
            throw FaceReaderFailure("the package nodline-people is not installed. On the board: sudo apt install ./nodline-people_*.deb")
        }
        do throws(SystemError) {
            child = try ChildProcess(file, Array(words.dropFirst()), input: .pipe, output: .pipe, inOwnGroup: true)
        } catch {
            throw FaceReaderFailure("nodline-people cannot be started: \(error)")
        }
        output = child.takeOutput()
        for descriptor in [output, child.inputDescriptor] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    }

    deinit { close(output) }

    var process: pid_t { child.identifier }

    /// Sends a face and waits for its numbers.
    /// - Parameter bell: ends the waiting when it rings, because nobody needs the answer any more.
    func answer(to chip: FaceChip, within seconds: Double, unless bell: Bell) throws(FaceReaderFailure) -> FaceEmbedding {
        number &+= 1
        let end = MonotonicClock.now + seconds
        var request = PeopleRequest(number: number, chip: chip).bytes[...]
        while true {
            let left = end - MonotonicClock.now
            guard left > 0 else { throw FaceReaderFailure("nodline-people has not answered for \(seconds.shortest) s and was ended") }
            var ready = [pollfd(fd: output, events: Int16(POLLIN), revents: 0), pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
                         pollfd(fd: request.isEmpty ? -1 : child.inputDescriptor, events: Int16(POLLOUT), revents: 0)]
            _ = poll(&ready, nfds_t(ready.count), Int32((left * 1000).rounded(.up)))
            if ready[1].revents != 0 { throw FaceReaderFailure("it is no longer needed") }
            if ready[2].revents != 0 {
                let count = request.withUnsafeBytes { write(child.inputDescriptor, $0.baseAddress, $0.count) }
                if count < 0, errno != EAGAIN, errno != EINTR { request = [] }  // it has ended; its last words may say why
                if count > 0 { request = request.dropFirst(count) }
            }
            if ready[0].revents != 0, let embedding = try hear() { return embedding }
        }
    }

    /// Reads what is there.
    private func hear() throws(FaceReaderFailure) -> FaceEmbedding? {
        var bytes = [UInt8](repeating: 0, count: 16384)
        let count = read(output, &bytes, bytes.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return nil }
        guard count > 0 else { throw FaceReaderFailure("nodline-people has ended\(ending)") }
        let replies: [PeopleReply]
        do throws(PeopleWireError) { replies = try decoder.take(bytes[..<count]) } catch {
            throw FaceReaderFailure("nodline-people has answered nonsense and was ended: \(error)")
        }
        for reply in replies where reply.number == number || reply.number == 0 {
            switch reply.content {
            case .embedding(let embedding): return embedding
            case .failure(let reason): throw FaceReaderFailure("nodline-people: \(reason)")
            }
        }
        return nil
    }

    /// How it has ended, if that is known by now.
    private var ending: String {
        for _ in 0..<20 where child.statusIfEnded() == nil { usleep(5000) }
        guard let status = child.statusIfEnded() else { return "" }
        let signal = status & 0x7F
        return signal != 0 ? ": it was killed by signal \(signal)" : " with status \(status >> 8 & 0xFF)"
    }

    /// Ends its input, and kills it when that does not end it in time.
    func end(within seconds: Double) {
        child.closeInput()
        let end = MonotonicClock.now + seconds
        while child.statusIfEnded() == nil, MonotonicClock.now < end { usleep(10_000) }
        if child.statusIfEnded() == nil {
            child.killGroup()
            child.wait()  // no process outlives a SIGKILL for long, and this thread may wait
        }
    }
}
