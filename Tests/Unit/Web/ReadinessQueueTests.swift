import FlyingSocks
import Glibc
import Testing
import Web

@Suite("The queue of ready sockets")
struct ReadinessQueueTests {
    @Test("a socket is woken also if the previous one with its number was closed before it left the queue")
    func reusedNumber() throws {
        func pair() -> (Int32, Int32) {
            var ends: [Int32] = [0, 0]
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
            return (ends[0], ends[1])
        }
        let previous = pair(), next = pair(), other = pair()
        defer { for one in [previous.0, previous.1, next.0, next.1, other.0, other.1] { close(one) } }
        // A number that no other test gets meanwhile.
        let number = fcntl(previous.0, F_DUPFD_CLOEXEC, 900)
        defer { close(number) }
        var queue = ReadinessQueue()
        try queue.open()
        defer { try? queue.close() }
        try queue.addEvents([.read], for: .init(rawValue: number))
        close(number)
        try? queue.removeEvents([.read], for: .init(rawValue: number))
        #expect(dup2(next.0, number) == number)
        try queue.addEvents([.read], for: .init(rawValue: number))
        try queue.addEvents([.read], for: .init(rawValue: other.0))
        for end in [next.1, other.1] { send(end, "x", 1, 0) }
        #expect(Set(try queue.getNotifications().map(\.file.rawValue)) == [number, other.0])
    }
}
