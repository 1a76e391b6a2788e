import Appliance
import FoundationEssentials
import Glibc
import Platform
import Testing
import TestSupport
import Wire

/// A run with its own folder for the sockets. It ends when this value is released.
package final class ControlledRun {
    package let folder: TemporaryFolder
    package let child: ChildProcess
    /// The folder of its sockets.
    package let place: String
    private var hasEnded = false

    /// - Parameters:
    ///   - place: the folder of another run's sockets.
    ///   - isReached: whether to wait until its socket accepts a connection.
    package init(_ script: String = "fps 30; still 2s", configuration: String = "", place: String? = nil, isReached: Bool = true) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        self.place = place ?? folder.path + "/run"
        let clip = folder.path + "/c.y4m"
        try Film.write(script, to: clip)
        let file = try folder.file("c.toml", "camera.object = \"\(FakeCamera.object.get())\"\nstate.directory = \"\(folder.path)\"\n" + configuration)
        child = try ChildProcess("sh", ["-c", "exec \"$0\" run --json --config \"$1\" > \"$2\"", Checkout.root + ".build/release/nodline",
                                        file, folder.path + "/out"], input: .null,
                                 environment: ["NODLINE_FAKE_CLIP=\(clip)", "NODLINE_FAKE_STAYS=1", "NODLINE_FAKE_WAITS=1",
                                               "RUNTIME_DIRECTORY=\(self.place)"])
        if isReached { _ = try client() }
    }

    deinit { end(SIGKILL) }

    /// Ends it and waits for its end.
    @discardableResult
    package func end(_ signal: Int32 = SIGTERM) -> Int32 {
        if !hasEnded { kill(child.identifier, signal) }
        hasEnded = true
        return child.wait()
    }

    /// Its standard output so far.
    package var output: String { (try? String(contentsOfFile: folder.path + "/out", encoding: .utf8)) ?? "" }

    /// A client of one of the sockets, as soon as it exists.
    package func client(_ name: String = ControlPlace.control) throws -> ControlConnection {
        let end = MonotonicClock.now + hang
        while MonotonicClock.now < end {
            if let connection = try? ControlConnection([place + "/" + name]) { return connection }
            usleep(20_000)
        }
        return try ControlConnection([place + "/" + name])
    }

    /// Runs a command of `nodline` on this run's socket.
    package func program(_ arguments: String...) throws -> Program {
        try Program(arguments + ["--socket", place + "/" + ControlPlace.control])
    }

    package func status() throws -> StatusReply { try client().reply("{\"request\":\"status\"}", within: Self.timeout) }

    /// Waits until the run's status satisfies a condition.
    package func wait(until isSo: (StatusReply) -> Bool) throws {
        let end = MonotonicClock.now + Self.timeout
        while MonotonicClock.now < end {
            if isSo(try status()) { return }
            usleep(50_000)
        }
        Issue.record("it took longer than \(Self.timeout) s")
    }

    /// A time limit that is enough on slow machines, in seconds.
    package static let timeout = hang
}

/// Any line from a socket, with the fields of an event or of a reply.
@dynamicMemberLookup
package struct ControlLine: Decodable {
    package let reply: String?, ok: Bool?, durable: Bool?, error: String?, detail: String?, id: ControlID?, answer: String?
    private let record: EventLine?

    package init(_ text: String) throws { self = try JSONValue.object(JSONValue.object(text.utf8) ?? [:]).decoded(as: ControlLine.self) }

    package init(from decoder: any Decoder) throws {
        let head = try? ControlReply(from: decoder)
        (reply, ok, durable, error, id) = (head?.reply, head?.ok, head?.durable, head?.error, head?.id)
        answer = (try? AskReply(from: decoder))?.answer
        record = try? EventLine(from: decoder)
        detail = head?.detail ?? record?.detail
    }

    package subscript<Value>(dynamicMember field: KeyPath<EventLine, Value>) -> Value? { record?[keyPath: field] }
    package subscript<Value>(dynamicMember field: KeyPath<EventLine, Value?>) -> Value? { record?[keyPath: field] }
}

extension ControlConnection {
    /// The next line that is wanted; skips others.
    package func next(within seconds: Double = ControlledRun.timeout, _ isWanted: (ControlLine) -> Bool = { _ in true }) throws -> ControlLine {
        let end = MonotonicClock.now + seconds
        while true {
            let text = try line(within: max(0, end - MonotonicClock.now))  // statistics arrive every second without end
            let line = try ControlLine(text)
            if isWanted(line) { return line }
        }
    }

    /// Sends a request and returns its reply; skips events in between.
    package func ask(_ request: String) throws -> ControlLine {
        try send(request)
        return try next { $0.reply != nil }
    }

    /// Whether the appliance has closed this connection; skips what it sent before.
    package func isDropped() -> Bool {
        while true {
            do { _ = try line(within: ControlledRun.timeout) } catch { return error.description.contains("has ended") }
        }
    }
}
