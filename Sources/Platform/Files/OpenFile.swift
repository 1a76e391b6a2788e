import Glibc

/// An open file that is handed from one process to another, closed when nobody has it any more. Who gets it can read what it may not open itself.
package final class OpenFile: Sendable {
    package let number: Int32

    /// Takes over an open descriptor.
    package init(owning number: Int32) { self.number = number }

    /// Opens a regular file for reading; a link, a folder or a pipe is none.
    /// - Throws: ``SystemError``
    package init(reading path: String) throws(SystemError) {
        let number = try systemCall("open", path) { open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        self.number = number
        guard try size(path) != nil else { throw SystemError("open", path, code: EINVAL) }
    }

    deinit { close(number) }

    /// Bytes of it; `nil` if it is no regular file.
    package func size(_ path: String = "") throws(SystemError) -> Int? {
        var status = stat()
        try systemCall("fstat", path) { fstat(number, &status) }
        return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    /// The bytes from a place on, at most so many; none at the end.
    package func read(from place: Int, atMost most: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: most)
        let count = try systemCall("pread", "") { pread(number, &bytes, most, off_t(place)) }
        bytes.removeLast(most - count)
        return bytes
    }

    // MARK: - Handing it over (SCM_RIGHTS, unix(7))

    /// A control message with one descriptor, as the macros of cmsg(3) lay it out where a size has eight bytes: its length, level, kind, the descriptor,
    /// and what fills it up. Swift does not see the macros.
    private struct Message {
        static let length = 20
        static let kind: Int32 = 1

        var length = 0, level: Int32 = 0, kind: Int32 = 0, file: Int32 = -1, rest: Int32 = 0
    }

    /// Sends bytes through a Unix socket, and this file with the first of them; never waits.
    /// - Returns: how many were sent; negative as send(2), with `errno`.
    package func send(_ bytes: UnsafeRawBufferPointer, to socket: Int32) -> Int {
        var control = Message(length: Message.length, level: SOL_SOCKET, kind: Message.kind, file: number)
        return Self.with(&control, UnsafeMutableRawBufferPointer(mutating: bytes)) { message in sendmsg(socket, &message, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) }
    }

    /// Reads from a Unix socket, and takes a file that comes with the bytes; never waits. There is room for one, and the kernel closes any other.
    /// - Returns: how many bytes were read; negative as recv(2), with `errno`.
    package static func receive(into bytes: UnsafeMutableRawBufferPointer, from socket: Int32, file: inout OpenFile?) -> Int {
        var control = Message(), hasControl = false
        let count = with(&control, bytes) { message in
            let count = recvmsg(socket, &message, Int32(MSG_DONTWAIT | MSG_CMSG_CLOEXEC))
            hasControl = count >= 0 && message.msg_controllen >= Message.length
            return count
        }
        if hasControl, control.length == Message.length, control.level == SOL_SOCKET, control.kind == Message.kind { file = OpenFile(owning: control.file) }
        return count
    }

    private static func with(_ control: inout Message, _ bytes: UnsafeMutableRawBufferPointer, _ body: (inout msghdr) -> Int) -> Int {
        var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        return withUnsafeMutablePointer(to: &part) { part in
            withUnsafeMutableBytes(of: &control) { control in
                var message = msghdr()
                (message.msg_iov, message.msg_iovlen) = (part, 1)
                (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
                return body(&message)
            }
        }
    }
}
