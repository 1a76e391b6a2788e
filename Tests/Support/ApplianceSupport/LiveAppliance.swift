import Appliance
import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport
import Wire

/// A running appliance with its events so far. It ends when this value is released.
package final class LiveAppliance {
    package let folder: TemporaryFolder
    /// The configuration file.
    package let file: String
    package private(set) var events: [EventLine] = []
    private let child: ChildProcess
    private let output: Int32
    private var bytes: [UInt8] = []

    /// - Parameters:
    ///   - configuration: without the camera object, which is added.
    ///   - folder: its folder, if it must already contain something.
    ///   - before: shell commands that are run in its process before it starts.
    package init(_ configuration: String, folder: TemporaryFolder? = nil, environment: [String] = [], before: String = ":") throws {
        self.folder = try folder ?? TemporaryFolder()
        file = try self.folder.file("nodline.toml", Self.complete(configuration))
        child = try ChildProcess("sh", ["-c", before + "; exec \"$@\"", "sh", Checkout.root + ".build/release/nodline",
                                        "run", "--json", "--config", file],
                                 input: .null, output: .pipe, environment: environment)
        output = child.takeOutput()
    }

    deinit {
        if child.statusIfEnded() == nil { kill(child.identifier, SIGKILL) }
        child.wait()
        close(output)
    }

    /// Replaces the configuration file's text.
    package func edit(_ configuration: String) throws { _ = try folder.file("nodline.toml", Self.complete(configuration)) }

    package var identifier: Int32 { child.identifier }

    package func send(_ signal: Int32) { kill(child.identifier, signal) }

    /// Waits for the next matching event, and skips the others.
    package func wait(seconds: Double = hang, _ isMeant: (EventLine) -> Bool) throws -> EventLine {
        let end = MonotonicClock.now + seconds
        while true {
            while seen < events.count {
                seen += 1
                if isMeant(events[seen - 1]) { return events[seen - 1] }
            }
            let left = end - MonotonicClock.now
            try #require(left > 0 && read(within: left), "it did not come within \(seconds) s, but \(events.suffix(4))")
        }
    }

    private var seen = 0

    /// Ends it with SIGTERM, and returns its status as waitpid does.
    package func end() throws -> Int32 {
        send(SIGTERM)
        while read(within: hang) {}
        return child.wait()
    }

    /// Waits for more output; `false` when there is none.
    private func read(within seconds: Double) -> Bool {
        var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, Int32(seconds * 1000) + 1) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = Glibc.read(output, &buffer, buffer.count)
        guard count > 0 else { return false }
        bytes += buffer[..<count]
        while let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            if let event = JSONValue.decoded(EventLine.self, from: String(decoding: bytes[..<newline], as: UTF8.self)) { events.append(event) }
            bytes.removeSubrange(...newline)
        }
        return true
    }

    private static func complete(_ configuration: String) throws -> String {
        "camera.object = \"\(try FakeCamera.object.get())\"\n" + configuration
    }
}
