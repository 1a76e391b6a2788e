import Appliance
import FoundationEssentials
import Gestures
import Glibc
import Outputs
import Pipeline
import Platform
import Synchronization
import Testing
import TestSupport

/// The main loop of `nodline run` in the test's own process, by a clock that only passes while the loop waits: seconds of a run take as long
/// as its frames need to be worked on. Camera and devices are the test's; disk, sockets and networks are real.
package final class ApplianceHarness {
    package let clock = HandClock()
    package let cpu = HandCPU()
    package let folder: TemporaryFolder
    /// The configuration file.
    package let file: String
    /// Where its sockets lie.
    package let place: String
    package let devices: RecordingDevices
    package private(set) var loop: MainLoop!
    private let cameras: ScriptedCameras
    private let log = Log()
    private var seen = 0
    /// Until when the loop may wait, on the clock.
    private var limit = Double.infinity
    private var hasEnded = false

    private final class Log {
        var events: [ApplianceEvent] = []
    }

    /// - Parameters:
    ///   - script: the head, as for `nodline simulate`; what comes after its end is its last picture.
    ///   - configuration: without the places of state and sockets.
    ///   - load: CPU seconds that each frame costs in addition, from `faults.load` on.
    ///   - recording: outputs and axes whose devices are recorded ones.
    ///   - folder: where it keeps things, if something lies there already.
    ///   - place: the sockets' folder, if something lies there already.
    package init(_ script: String = "fps 30; still 2s", configuration: String = "", faults: ScriptedCameras.Faults = ScriptedCameras.Faults(),
         pace: ScriptedCameras.Pace = .keeps, load: Double = 0, recording: Set<String> = [], folder: TemporaryFolder? = nil, place: String? = nil,
         _ prepare: (HandCPU) -> Void = { _ in }) throws {
        prepare(cpu)
        let folder = try folder ?? TemporaryFolder(), place = place ?? folder.path + "/run"
        self.folder = folder
        self.place = place
        file = try folder.file("nodline.toml", Self.complete(configuration, folder, place))
        devices = RecordingDevices(recording, clock)
        cameras = ScriptedCameras(try Film(script, isSmall: true), clock: clock, cpu: cpu, faults: faults, pace: pace, load: load)
        let source = ConfigurationSource(file: file), clock = clock, cpu = cpu, devices = devices, log = log
        loop = try MainLoop(
            source.read(), source: source, cameras: cameras.system, outputs: GuardedOutputs { devices.source($0) },
            clock: LoopClock(now: { clock.now }, boottime: { clock.boottime }, cpu: { cpu.read() },
                             wait: { [unowned self] in wait(&$0, $1) }),
            signals: nil) { log.events.append($0) }
        cameras.pass = { [unowned self] in pass($0) }
        cpu.accuracy = { [unowned self] in loop.tracker.accuracy }
    }

    deinit { end() }  // no thread and no file of it is left when the test is over

    /// Another text in place of the file's.
    package func edit(_ configuration: String) throws { _ = try folder.file("nodline.toml", Self.complete(configuration, folder, place)) }

    private static func complete(_ configuration: String, _ folder: TemporaryFolder, _ place: String) -> String {
        "state.directory = \"\(folder.path)\"\ncontrol.directory = \"\(place)\"\n" + configuration
    }

    // MARK: - Time

    /// Seconds since the start.
    package var time: Double { clock.now - HandClock.start }

    /// Lets the loop go round for so many seconds.
    package func run(_ seconds: Double) {
        limit = clock.now + seconds
        while clock.now < limit { loop.turn() }
        limit = .infinity
    }

    /// Time passes and the loop does nothing; only the dead-man timer's thread would run.
    package func pass(_ seconds: Double) {
        let end = clock.now + seconds
        while clock.now < end {
            clock.move(to: min(clock.now + 0.01, end))
            _ = loop?.deadMan.tend()
        }
    }

    /// The whole process stands still, as after SIGSTOP.
    package func standStill(_ seconds: Double) { clock.move(to: clock.now + seconds) }

    /// The loop waits: time passes until something comes.
    private func wait(_ descriptors: inout [pollfd], _ seconds: Double) {
        guard poll(&descriptors, nfds_t(descriptors.count), 0) <= 0 else { return }
        // A little always passes, as it does for a program.
        clock.move(to: max(clock.now + 0.0001, min(clock.now + seconds, limit, cameras.nextMoment)))
        cameras.tend()
        _ = loop?.deadMan.tend()
        _ = poll(&descriptors, nfds_t(descriptors.count), 0)
    }

    // MARK: - What it says

    package var events: [ApplianceEvent] { log.events }

    /// The first event that was not waited for yet and is like this.
    @discardableResult
    package func wait(seconds: Double = 20, _ isMeant: (ApplianceEvent) -> Bool) throws -> ApplianceEvent {
        let end = clock.now + seconds
        while true {
            while seen < events.count {
                seen += 1
                if isMeant(events[seen - 1]) { return events[seen - 1] }
            }
            try #require(clock.now < end, "it did not come within \(seconds) s, but \(events.suffix(4))")
            limit = end
            loop.turn()
        }
    }

    /// Ends the run, as SIGTERM does.
    package func end() {
        guard !hasEnded, loop != nil else { return }
        hasEnded = true
        loop.finish()
    }

    /// Runs something on another thread, and lets the loop go round until it is done.
    package func during<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
        let result = Outcome<Value>()
        try BackgroundThread.start {
            let outcome = Result { try body() }
            result.value.withLock { $0 = outcome }
        }
        while true {
            if let outcome = result.value.withLock({ $0 }) { return try outcome.get() }
            turn(0.02)
            usleep(200)
        }
    }

    private final class Outcome<Value: Sendable>: Sendable {
        let value = Mutex<Result<Value, any Error>?>(nil)
    }

    /// A command of the program on this run's socket.
    package func program(_ arguments: String...) throws -> Program {
        let socket = place + "/" + ControlPlace.control
        return try during { try Program(arguments + ["--socket", socket]) }
    }

    package func status() throws -> StatusReply { try client().status() }

    /// Lets the loop go round until its status is as wished.
    package func wait(until isSo: (StatusReply) -> Bool) throws {
        let client = try client(), end = clock.now + 60
        while try !isSo(client.status()) {
            try #require(clock.now < end, "it took longer than a minute")
            turn(0.1)
        }
    }

    /// The event stream so far.
    package var output: String { events.map(\.json).joined(separator: "\n") }

    /// A client of one of its sockets.
    package func client(_ name: String = ControlPlace.control) throws -> HarnessClient {
        HarnessClient(self, try ControlConnection([place + "/" + name]))
    }

    /// Lets the loop go round once, and not for longer than a moment.
    fileprivate func turn(_ seconds: Double) {
        limit = clock.now + seconds
        loop.turn()
        limit = .infinity
    }
}

/// A client of a harness' sockets: while it waits the loop goes round.
package final class HarnessClient {
    private let harness: ApplianceHarness
    private let connection: ControlConnection

    package init(_ harness: ApplianceHarness, _ connection: ControlConnection) { (self.harness, self.connection) = (harness, connection) }

    package func send(_ request: String) throws { try connection.send(request) }

    /// What has come and is not read yet; `nil` where there is none now.
    private func line() throws -> String? {
        do { return try connection.line(within: 0.0005) } catch {
            if error.description.contains("has ended") { throw error }
            return nil
        }
    }

    /// The next line that is wanted, within so many seconds of the clock; others are passed over.
    package func next(within seconds: Double = 60, _ isWanted: (ControlLine) -> Bool = { _ in true }) throws -> ControlLine {
        let end = harness.clock.now + seconds
        while true {
            while let text = try line() {
                let line = try JSONDecoder().decode(ControlLine.self, from: Data(text.utf8))
                if isWanted(line) { return line }
            }
            try #require(harness.clock.now < end, "nothing came within \(seconds) s")
            harness.turn(0.1)
        }
    }

    /// The text of the reply to a request. Next to no time passes until it comes.
    package func reply(_ request: String) throws -> String {
        try send(request)
        for _ in 0..<3000 {
            while let text = try line() {
                if text.contains("\"reply\":") { return text }
            }
            harness.turn(0.001)
        }
        throw ControlConnection.Fault(description: "no reply came")
    }

    /// The reply to a request.
    package func ask(_ request: String) throws -> ControlLine { try JSONDecoder().decode(ControlLine.self, from: Data(reply(request).utf8)) }

    package func status() throws -> StatusReply {
        try JSONDecoder().decode(StatusReply.self, from: Data(reply(#"{"request":"status"}"#).utf8))
    }

    /// Whether the appliance ends this connection; what it has sent before is passed over.
    package func isDropped() -> Bool {
        for _ in 0..<3000 {
            do { while try line() != nil {} } catch { return true }
            harness.turn(0.01)
        }
        return false
    }
}
