import Glibc
import Platform
import WebSettings

/// Ends the program on a signal, or when its part of the configuration has changed; the unit starts it again with the new one.
struct ConfigurationWatch: Sendable {
    /// Milliseconds between looks at the file.
    private static let pace: Int32 = 5000

    let file: String?
    let settings: WebSettings

    func waitForEnd(_ signals: SignalWatch) {
        var last = file.map { FileStamp($0) }
        while true {
            var polled = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&polled, 1, Self.pace) > 0, let signal = signals.next(), signal != SIGHUP { return }
            let now = file.map { FileStamp($0) }
            guard now != last else { continue }
            last = now
            // A faulty file changes nothing: nodline keeps the previous one, too.
            guard let file, let new = try? WebSettings.read(file: file), new != settings else { continue }
            return Terminal.note("nodline-web: [web] has changed; it starts again")
        }
    }
}
