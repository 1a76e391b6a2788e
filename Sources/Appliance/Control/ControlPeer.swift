import Glibc

/// A client's connection, with what it has sent and what it has yet to take. It is never waited for: one that does not read
/// what it is sent is dropped.
final class ControlPeer {
    enum Subscription {
        case events, everything
    }

    /// Bytes that may wait for a client besides what the kernel keeps.
    private static let longestOutput = 64 * 1024
    /// Bytes that the kernel keeps: little, so that what a slow client reads is not old.
    private static let kernelBuffer: Int32 = 16 * 1024

    let descriptor: Int32
    /// Whose program it is.
    let user: uid_t
    /// Reads and messages that it was granted.
    var use = RecentUse()
    /// It may only listen.
    let isListener: Bool
    var subscription: Subscription?
    /// It is still owed an answer.
    var isOwed = false
    /// When it was last heard.
    var lastHeard: Double
    /// Nothing more is to be done for it.
    private(set) var isGone = false
    /// It sends nothing more, but may still listen.
    private(set) var hasEnded = false
    /// The other side is closed: nobody hears an answer. What was sent before still counts.
    private var isHungUp = false
    private var input: [UInt8] = []
    private var output: [UInt8] = []

    init(_ descriptor: Int32, isListener: Bool, at time: Double) {
        self.descriptor = descriptor
        user = Self.user(of: descriptor)
        self.isListener = isListener
        lastHeard = time
        if isListener { subscription = .events }
        var size = Self.kernelBuffer
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(descriptor) }

    /// What its descriptor is to be watched for.
    var interest: Int16 { Int16(hasEnded || hasMessage ? 0 : POLLIN) | Int16(output.isEmpty ? 0 : POLLOUT) }

    /// Whether a whole message, or one that is too long, waits to be taken.
    var hasMessage: Bool { !isGone && (input.contains(UInt8(ascii: "\n")) || input.count > ControlMessage.longest) }

    /// Whether nothing is to come any more from either side.
    var isFinished: Bool { isGone || (hasEnded && !hasMessage && !isOwed && subscription == nil && output.isEmpty) }

    /// How it stands when another client wants its place.
    func standing(at time: Double) -> Admission.Client {
        var client = Admission.Client(user: user)
        client.use = use.amount(at: time)
        client.lastHeard = lastHeard
        client.isSubscribed = subscription != nil
        client.isOwed = isOwed
        client.unread = unread
        return client
    }

    /// Bytes that wait here and in the kernel.
    private var unread: Int {
        var count: Int32 = 0
        return output.count + (ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0)
    }

    /// The user's number, by SO_PEERCRED (unix(7)); where the kernel does not say it, one that nobody has.
    private static func user(of descriptor: Int32) -> uid_t {
        var credentials: (pid: pid_t, user: uid_t, group: gid_t) = (0, .max, .max)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 ? credentials.user : .max
    }

    /// Nobody is left who could hear an answer.
    var hasLeft: Bool { isGone || isHungUp }

    func drop() { isGone = true }

    /// The other side is closed for good.
    func hangUp() {
        isHungUp = true
        if hasEnded, !hasMessage { drop() }
    }

    /// Reads once what has come.
    func receive(at time: Double) {
        let room = ControlMessage.longest + 1 - input.count
        guard room > 0 else { return }
        let before = input.count
        input.append(contentsOf: repeatElement(0, count: room))
        let count = input.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress.map { $0 + before }, room, Int32(MSG_DONTWAIT)) }
        let problem = errno
        input.removeLast(room - max(0, count))
        if count > 0 {
            lastHeard = time
            if isListener { drop() }  // it has nothing to say
        } else if count == 0 {
            hasEnded = true
            if isHungUp, !hasMessage { drop() }
        } else if problem != EAGAIN, problem != EINTR {
            drop()
        }
    }

    /// The next message.
    func next() -> ControlMessage? {
        guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else {
            guard input.count > ControlMessage.longest else { return nil }
            let message = ControlMessage(input)
            input.removeAll(keepingCapacity: true)
            return message
        }
        let message = ControlMessage(input[..<end])
        input.removeFirst(end + 1)
        return message
    }

    /// Sends a line, or keeps it until there is room.
    func send(_ line: String) {
        guard !isGone else { return }
        output.append(contentsOf: line.utf8)
        output.append(UInt8(ascii: "\n"))
        flush()
        if output.count > Self.longestOutput { drop() }
    }

    /// Sends what waits, as far as there is room.
    func flush() {
        while !output.isEmpty, !isGone {
            let count = output.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
            }
            if count > 0 {
                output.removeFirst(count)
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                drop()
            }
        }
    }
}
