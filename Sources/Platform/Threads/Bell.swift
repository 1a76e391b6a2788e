import CLinux
import Glibc

/// Wakes a waiting thread: an eventfd. Several rings before a wait count as one.
package final class Bell: Sendable {
    /// Readable when it has rung.
    package let descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))

    package init() {}

    deinit { if isThere { close(descriptor) } }

    /// False if the process had no free descriptor.
    var isThere: Bool { descriptor >= 0 }

    /// Never blocks.
    package func ring() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Waits for a ring, or until a descriptor is readable.
    package func wait(orFor other: Int32) {
        var either = (pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: other, events: Int16(POLLIN), revents: 0))
        withUnsafeMutableBytes(of: &either) { _ = poll($0.bindMemory(to: pollfd.self).baseAddress, 2, -1) }
        wait(atMost: 0)
    }

    /// Waits for a ring.
    /// - Parameter seconds: the timeout; `nil` for none.
    package func wait(atMost seconds: Double?) {
        var ringing = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = seconds.map { Int32((min(max($0, 0), 1e6) * 1000).rounded(.up)) }
        guard poll(&ringing, 1, milliseconds ?? -1) > 0 else { return }
        var count: UInt64 = 0
        _ = read(descriptor, &count, 8)
    }
}
