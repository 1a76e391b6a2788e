import CLinux
import FlyingSocks
import Glibc

/// Tells FlyingFox which sockets are ready (epoll(7)).
///
/// FlyingFox's own queue (0.27.1) wakes a task before it takes the socket's number from the queue. If the task closes the socket
/// meanwhile, that fails, the number is remembered as queued, and the next socket with the same number is never woken.
package struct ReadinessQueue: EventQueue {
    private static let most = 32

    private var queue: Int32 = -1
    private var stopper: Int32 = -1
    private var wanted: [Int32: Socket.Events] = [:]

    package init() {}

    package mutating func open() throws {
        queue = epoll_create1(Int32(EPOLL_CLOEXEC))
        stopper = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        guard queue >= 0, stopper >= 0, control(EPOLL_CTL_ADD, stopper, EPOLLIN.rawValue) else { throw SocketError.disconnected }
    }

    package mutating func stop() throws {
        wanted = [:]
        eventfd_write(stopper, 1)
    }

    package mutating func close() throws {
        for descriptor in [queue, stopper] where descriptor >= 0 { Glibc.close(descriptor) }
        (queue, stopper) = (-1, -1)
    }

    package mutating func addEvents(_ events: Socket.Events, for socket: Socket.FileDescriptor) throws {
        try want((wanted[socket.rawValue] ?? []).union(events), socket.rawValue)
    }

    package mutating func removeEvents(_ events: Socket.Events, for socket: Socket.FileDescriptor) throws {
        try want((wanted[socket.rawValue] ?? []).subtracting(events), socket.rawValue)
    }

    /// What the kernel knows may differ from `wanted`, because a closed descriptor leaves its queue by itself.
    private mutating func want(_ events: Socket.Events, _ descriptor: Int32) throws {
        wanted[descriptor] = events.isEmpty ? nil : events
        guard !events.isEmpty else { return _ = control(EPOLL_CTL_DEL, descriptor, 0) }
        let mask = (events.contains(.read) ? EPOLLIN.rawValue | EPOLLRDHUP.rawValue : 0) | (events.contains(.write) ? EPOLLOUT.rawValue : 0)
        guard control(EPOLL_CTL_MOD, descriptor, mask) || control(EPOLL_CTL_ADD, descriptor, mask) else { throw SocketError.disconnected }
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ mask: UInt32) -> Bool {
        var event = epoll_event()
        event.events = mask
        event.data.fd = descriptor
        return epoll_ctl(queue, operation, descriptor, &event) == 0
    }

    package func getNotifications() throws -> [EventNotification] {
        var events = [epoll_event](repeating: epoll_event(), count: Self.most)
        let count = epoll_wait(queue, &events, Int32(Self.most), -1)
        guard count > 0 else {
            if count < 0, errno == EINTR { return [] }
            throw SocketError.disconnected
        }
        return try events[..<Int(count)].map { event in
            guard event.data.fd != stopper else { throw SocketError.disconnected }
            // An end or an error wakes everybody: the next call on the socket says which it is.
            let isOver = event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue | EPOLLRDHUP.rawValue) != 0
            var ready: Socket.Events = isOver ? [.read, .write] : []
            if event.events & EPOLLIN.rawValue != 0 { ready.insert(.read) }
            if event.events & EPOLLOUT.rawValue != 0 { ready.insert(.write) }
            return EventNotification(file: .init(rawValue: event.data.fd), events: ready, errors: [])
        }
    }
}
