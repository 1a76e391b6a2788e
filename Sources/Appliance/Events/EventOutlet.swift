import Gestures
import Glibc
import Platform

/// Writes a running appliance's events to standard output without blocking. A slow reader must not stop the loop that releases held
/// lines: an event without room is dropped, and one `reset` event is written before the next one that has room.
package final class EventOutlet {
    private let write: (ApplianceEvent) -> String?
    private var hasMissed = false

    /// - Parameter line: the text of an event; `nil` for one that is not shown. It must be shorter than 4096 bytes: a pipe that polls
    ///   as writable has room for that much (pipe(7), PIPE_BUF).
    package init(_ line: @escaping (ApplianceEvent) -> String?) { write = line }

    package func send(_ event: ApplianceEvent) {
        guard let line = write(event) else { return }
        if hasMissed, hasRoom {
            let reset = ApplianceEvent.gesture(GestureEvent(time: event.time, kind: .reset))
            if let line = write(reset) { Terminal.output(line) }
            hasMissed = false
        }
        if !hasMissed, hasRoom { Terminal.output(line) } else { hasMissed = true }
    }

    /// An end of file or an error counts as room: writing then does not block.
    private var hasRoom: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&output, 1, 0) != 0
    }
}
