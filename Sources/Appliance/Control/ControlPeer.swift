import Glibc
import Platform
import Wire

/// A client's connection, with its input and the output that it has not taken yet. It never blocks: a client that does not read is dropped.
final class ControlPeer {
    enum Subscription {
        case events, everything
    }

    /// Bytes that may wait for a client, in addition to the kernel's buffer.
    private static let longestOutput = 64 * 1024
    /// Bytes of a reply, which fits even if nothing of it is read.
    static let longestReply = longestOutput - 1024
    /// The kernel's send buffer in bytes: small, so that a slow client does not read old events.
    private static let kernelBuffer: Int32 = 16 * 1024

    let descriptor: Int32
    /// The user that the client runs as.
    let user: uid_t
    /// The reads and messages that it was granted.
    var use = RecentUse()
    /// It may only listen.
    let isListener: Bool
    var subscription: Subscription?
    /// When it is told every axis.
    var axes: AxisRate?
    /// It gets pictures.
    var isWatching = false
    /// The answers to it that are still due.
    private var owed = 0
    /// When it last sent something.
    var lastHeard: Double
    /// The connection is over.
    private(set) var isGone = false
    /// It has closed its sending side, but may still listen.
    private(set) var hasEnded = false
    /// The other side is closed: nobody reads an answer. Messages that came before still count.
    private var isHungUp = false
    private var input: [UInt8] = []
    private var output: [UInt8] = []
    /// Files that go with the next bytes.
    private var files: [OpenFile] = []

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

    /// The poll events for its descriptor.
    var interest: Int16 { Int16(hasEnded || hasMessage ? 0 : POLLIN) | Int16(output.isEmpty ? 0 : POLLOUT) }

    /// Whether an answer to it is still due.
    var isOwed: Bool { owed > 0 }

    /// An answer comes later: ``settle()`` follows, once.
    func owe() { owed += 1 }

    /// The answer has come, or none will.
    func settle() { owed -= 1 }

    /// Whether a complete or an overlong message can be taken.
    var hasMessage: Bool { !isGone && (input.contains(UInt8(ascii: "\n")) || input.count > RequestBounds.longest) }

    /// Whether neither side will send anything more.
    var isFinished: Bool { isGone || (hasEnded && !hasMessage && !isOwed && !isWatching && subscription == nil && output.isEmpty) }

    /// Its properties for admission, when another client wants its place.
    func standing(at time: Double) -> Admission.Client {
        var client = Admission.Client(user: user)
        client.use = use.amount(at: time)
        client.lastHeard = lastHeard
        client.isSubscribed = subscription != nil || isWatching
        client.isOwed = isOwed
        client.unread = unread
        return client
    }

    /// Unread bytes, here and in the kernel.
    private var unread: Int {
        var count: Int32 = 0
        return output.count + (ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 ? Int(count) : 0)
    }

    /// Whether it has taken everything from the kernel.
    var hasReadAll: Bool { unread == 0 }

    /// The user id, by SO_PEERCRED (unix(7)); an unused one if the kernel does not give it.
    private static func user(of descriptor: Int32) -> uid_t {
        var credentials: (pid: pid_t, user: uid_t, group: gid_t) = (0, .max, .max)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 ? credentials.user : .max
    }

    /// Whether nobody is left to read an answer.
    var hasLeft: Bool { isGone || isHungUp }

    func drop() { isGone = true }

    /// The other side has closed the connection in both directions.
    func hangUp() {
        isHungUp = true
        if hasEnded, !hasMessage { drop() }
    }

    /// Reads once.
    func receive(at time: Double) {
        let room = RequestBounds.longest + 1 - input.count
        guard room > 0 else { return }
        let before = input.count
        input.append(contentsOf: repeatElement(0, count: room))
        let count = input.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress.map { $0 + before }, room, Int32(MSG_DONTWAIT)) }
        let problem = errno
        input.removeLast(room - max(0, count))
        if count > 0 {
            lastHeard = time
            if isListener { drop() }  // clients of this socket must not send
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
            guard input.count > RequestBounds.longest else { return nil }
            let message = ControlMessage(input)
            input.removeAll(keepingCapacity: true)
            return message
        }
        let message = ControlMessage(input[..<end])
        input.removeFirst(end + 1)
        return message
    }

    /// Sends a line, or queues it until there is room.
    func send(_ line: String) {
        guard !isGone else { return }
        output.append(contentsOf: line.utf8)
        output.append(UInt8(ascii: "\n"))
        flush()
        if output.count > Self.longestOutput { drop() }
    }

    /// Hands over an open file with the next line.
    func hand(_ file: OpenFile) { files.append(file) }

    /// Sends queued output as far as there is room.
    func flush() {
        while !output.isEmpty, !isGone {
            let count = output.withUnsafeBytes {
                files.first?.send($0, to: descriptor) ?? Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
            }
            if count > 0 {
                output.removeFirst(count)
                files = Array(files.dropFirst())
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                drop()
            }
        }
    }
}
