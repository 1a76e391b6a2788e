import Glibc
import Platform

/// One client's connection: its request is read whole within a time limit, judged, and passed to the server; then the answer is
/// passed back. One request for each connection, so nothing can hide behind the first one.
final class GuardedConnection {
    enum Stage { case request, answer, farewell, over }

    let client: Int32
    let peer: InternetAddress
    let began: Double
    /// The paired browser, or the key, that it may not be taken from for another client.
    var owner: ClientRates.Client?
    private(set) var server: Int32 = -1
    private(set) var stage = Stage.request
    private var limit: Double
    /// The client sends nothing more: it waits for its answer, or has left.
    private var hasEnded = false
    /// Until when an answer must have begun; then it counts as one that has left.
    private var leftBy = Double.infinity
    private var head: RequestHead?
    /// The bytes of the request that have come.
    private var input: [UInt8] = []
    private var headBytes = 0
    /// The bytes of the answer that wait for the client.
    private var output: ArraySlice<UInt8> = []
    private var isServerDone = false
    /// Something of the answer has come.
    private var isAnswered = false
    private var thrownAway = 0
    private let limits: GuardLimits
    private var visit: (number: Int, visits: Visits)?

    init(client: Int32, peer: InternetAddress, at now: Double, limits: GuardLimits) {
        (self.client, self.peer, self.limits) = (client, peer, limits)
        began = now
        limit = now + limits.requestTime
    }

    deinit {
        if let visit { visit.visits.end(visit.number) }
        close(client)
        if server >= 0 { close(server) }
    }

    var deadline: Double { min(limit, leftBy) }

    /// What to wait for at the client and at the server.
    var interests: (client: Int16, server: Int16) {
        let writing = output.isEmpty ? 0 : Int16(POLLOUT)
        let hasRoom = output.count < limits.waitingBytes && !isServerDone
        return ((hasEnded ? 0 : Int16(POLLIN)) | writing, stage == .answer && hasRoom ? Int16(POLLIN) : 0)
    }

    /// Reads what has come of the request.
    /// - Returns: whether it is complete.
    /// - Throws: why it is refused.
    func readRequest() throws(Refusal) -> Bool {
        guard case .bytes(let bytes) = Self.receive(client, atMost: RequestHead.longest + RequestHead.longestBody - input.count + 1) else {
            stage = .over
            return false
        }
        input += bytes
        if head == nil {
            guard let end = Self.endOfHead(in: input) else {
                if input.count >= RequestHead.longest { throw .headTooLong }
                return false
            }
            guard end <= RequestHead.longest else { throw .headTooLong }
            head = try RequestHead(input[..<end])
            headBytes = end
        }
        return input.count >= headBytes + (head?.length ?? 0)
    }

    var request: RequestHead? { head }

    /// Passes the request to the server, which listens at `address`.
    func passOn(to address: SocketAddress, _ visits: Visits, isOfScreen: Bool) throws(Refusal) {
        guard let head else { throw .badRequest }
        server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard server >= 0, address.with({ connect(server, $0, $1) }) == 0 else { throw .full }
        let number = visits.begin()
        visit = (number, visits)
        let bytes = head.passedOn(from: peer.text, visit: number, isOfScreen: isOfScreen) + input[headBytes..<(headBytes + head.length)]
        // A whole request is smaller than the socket's buffer.
        guard send(server, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { throw .full }
        input = []
        stage = .answer
        limit = .infinity
    }

    /// Answers with a refusal and says farewell.
    func refuse(_ refusal: Refusal, at now: Double) {
        output = refusal.answer(to: head)[...]
        bidFarewell(at: now)
        write(at: now)
    }

    /// The client has sent something after its request, or sends no more, or is gone.
    func readOn(at now: Double) {
        switch Self.receive(client, atMost: 16_384) {
        case .bytes(let bytes):
            thrownAway += bytes.count
            if thrownAway > limits.farewellBytes { stage = .over }
        case .end where stage == .answer && !hasEnded:
            hasEnded = true
            if let visit { visit.visits.end(visit.number) }  // what it has asked is taken back at once: hardly anybody waits for an answer like this
            if !isAnswered { leftBy = now + limits.farewell }
        case .end, .failure: stage = .over
        }
    }

    /// Takes more of the answer.
    func readServer(at now: Double) {
        guard case .bytes(let bytes) = Self.receive(server, atMost: 16_384) else {
            isServerDone = true
            if output.isEmpty { bidFarewell(at: now) }
            return
        }
        (isAnswered, leftBy) = (true, .infinity)  // what is sent to a client that has left comes back
        if head?.wantsBody == false {
            input += bytes
            guard let end = Self.endOfHead(in: input) else { return }
            output = input[..<end]
            isServerDone = true
        } else {
            output += bytes
        }
        write(at: now)
    }

    /// Sends what waits.
    func write(at now: Double) {
        while !output.isEmpty {
            let count = output.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT)) }
            guard count > 0 else {
                if errno == EINTR { continue }
                guard errno == EAGAIN else { return stage = .over }
                if stage == .answer, limit == .infinity { limit = now + limits.stall }
                return
            }
            output = output.dropFirst(count)
            if stage == .answer { limit = .infinity }
        }
        output = []
        if stage == .answer, isServerDone { bidFarewell(at: now) }
        if stage == .farewell { shutdown(client, Int32(SHUT_WR)) }
    }

    /// The time limit has passed.
    func expire(at now: Double) {
        if stage == .request { refuse(.tooSlow, at: now) } else { stage = .over }
    }

    func drop() { stage = .over }

    private func bidFarewell(at now: Double) {
        stage = .farewell
        (limit, leftBy) = (now + limits.farewell, .infinity)
        if output.isEmpty { shutdown(client, Int32(SHUT_WR)) }
    }

    private enum Received {
        /// Maybe none.
        case bytes([UInt8])
        case end, failure
    }

    private static func receive(_ descriptor: Int32, atMost most: Int) -> Received {
        var failure: Int32 = 0, hasEnded = false
        let bytes = [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            let got = recv(descriptor, buffer.baseAddress, most, Int32(MSG_DONTWAIT))
            (failure, hasEnded) = (got < 0 ? errno : 0, got == 0)
            count = max(0, got)
        }
        if hasEnded { return .end }
        return failure == 0 ? .bytes(bytes) : failure == EAGAIN || failure == EINTR ? .bytes([]) : .failure
    }

    /// The number of bytes of the head with its empty line, once that has come.
    private static func endOfHead(in bytes: [UInt8]) -> Int? {
        var lineLength = 0
        for (place, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "\n"):
                if lineLength == 0, place > 1 { return place + 1 }
                lineLength = 0
            case UInt8(ascii: "\r"): break
            default: lineLength += 1
            }
        }
        return nil
    }
}
