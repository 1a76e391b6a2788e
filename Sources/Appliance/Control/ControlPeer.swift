// One connected client, with what it has sent and what it has yet to take.
import Glibc

/// A client's connection. It is never waited for: who does not take what it is sent is dropped.
final class ControlPeer {
    enum Subscription {
        case events, everything
    }

    /// Bytes that may wait for a client beside what the kernel keeps.
    private static let longestOutput = 64 * 1024
    /// Bytes that the kernel keeps: little, so that what a slow client reads is not old.
    private static let kernelBuffer: Int32 = 16 * 1024

    let descriptor: Int32
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
    private var input: [UInt8] = []
    private var output: [UInt8] = []

    init(_ descriptor: Int32, isListener: Bool, at time: Double) {
        self.descriptor = descriptor
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

    func drop() { isGone = true }

    /// Reads once what has come.
    /// - Parameter isHungUp: the other side is gone for good.
    func receive(at time: Double, isHungUp: Bool) {
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
            if isHungUp { drop() } else { hasEnded = true }
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
