// A running appliance's events on standard output, without ever waiting for whoever reads them.
import Gestures
import Glibc
import Platform

/// Writes events while there is room. A reader that does not read must not stop the loop in which held lines fall: what
/// finds no room is passed over, and one `reset` event says so before the next one that does.
package final class EventOutlet {
    private let write: (ApplianceEvent) -> String?
    private var hasMissed = false

    /// - Parameter line: an event as it is written; `nil` for one that is not shown. Less than 4096 bytes: so much room a
    ///   pipe has when it says that it has any (pipe(7), PIPE_BUF).
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

    /// An end of file or an error counts as room: writing to it does not wait.
    private var hasRoom: Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&output, 1, 0) != 0
    }
}
