import Appliance
import FoundationEssentials
import Gestures
import Glibc
import Outputs
import Pipeline
import Platform
import Power
import Synchronization
import Testing
import TestSupport
import Wire

/// The main loop of `nodline run` in the test's own process, on a clock that advances only while the loop waits, so a run takes
/// only as long as its frames need to be processed. Camera and devices are simulated; disk, sockets and models are real.
package final class ApplianceHarness {
    package let clock = HandClock()
    package let cpu = HandCPU()
    package let folder: TemporaryFolder
    /// The configuration file.
    package let file: String
    /// The folder of its sockets.
    package let place: String
    private let devices: RecordingDevices
    private let outputs: GuardedOutputs
    package private(set) var loop: MainLoop!
    private let cameras: ScriptedCameras
    private let log = Log()
    private var seen = 0
    /// The clock's time until which the loop may wait.
    private var limit = Double.infinity
    private var hasEnded = false

    private final class Log { var events: [ApplianceEvent] = [] }

    /// - Parameters:
    ///   - script: the head's movements, as for `nodline simulate`; after its end the last picture is repeated.
    ///   - configuration: without the folders of state and sockets, which are added; `nil` for the file that is in the folder.
    ///   - load: additional CPU seconds for each frame, from `faults.load` on.
    ///   - recording: outputs and axes whose devices only record what they are told.
    ///   - folder: its folder, if it must already contain something.
    ///   - film: what the camera sees, in place of the script.
    ///   - reader: turns faces into numbers.
    ///   - gauge: reads a battery; no thread may be late with it.
    ///   - buttons: the lines of its buttons.
    ///   - place: the folder for its sockets, if it must already contain something.
    package init(_ script: String = "fps 30; still 2s", configuration: String? = "", faults: ScriptedCameras.Faults = ScriptedCameras.Faults(),
         pace: ScriptedCameras.Pace = .keeps, load: Double = 0, recording: Set<String> = [], folder: TemporaryFolder? = nil, place: String? = nil,
         film: Film? = nil, reader: (any FaceReader)? = nil,
         _ prepare: (HandCPU) -> Void = { _ in }, gauge: @escaping @Sendable (String) -> PowerSupply.Reading? = { _ in nil },
         buttons: @escaping Buttons.Source = Buttons.ofKernel) throws {
        prepare(cpu)
        let folder = try folder ?? TemporaryFolder(), place = place ?? folder.path + "/run"
        self.folder = folder
        self.place = place
        file = try configuration.map { try folder.file("nodline.toml", Self.complete($0, folder, place)) } ?? folder.path + "/nodline.toml"
        devices = RecordingDevices(recording, clock)
        cameras = ScriptedCameras(try film ?? Film(script, isSmall: true), clock: clock, cpu: cpu, faults: faults, pace: pace, load: load)
        let source = ConfigurationSource(file: file), clock = clock, cpu = cpu, devices = devices, log = log
        outputs = GuardedOutputs { devices.source($0) }
        loop = try MainLoop(
            source.read(), source: source, cameras: cameras.system, outputs: outputs, buttons: buttons,
            reader: reader, gauge: { name in BackgroundReading(inPlace: true) { gauge(name) } },
            clock: LoopClock(now: { clock.now }, boottime: { clock.boottime }, cpu: { cpu.read() },
                             wait: { [unowned self] in wait(&$0, $1) }),
            signals: nil) { log.events.append($0) }
        cameras.pass = { [unowned self] in pass($0) }
        cpu.accuracy = { [unowned self] in loop.tracker.accuracy }
    }

    deinit { end() }  // leaves no thread and no file behind

    /// Replaces the configuration file's text.
    package func edit(_ configuration: String) throws { _ = try folder.file("nodline.toml", Self.complete(configuration, folder, place)) }

    private static func complete(_ configuration: String, _ folder: TemporaryFolder, _ place: String) -> String {
        "state.directory = \"\(folder.path)\"\ncontrol.directory = \"\(place)\"\n" + configuration
    }

    // MARK: - Time

    /// Seconds since the start.
    package var time: Double { clock.now - HandClock.start }

    /// Runs the loop for some seconds.
    package func run(_ seconds: Double) {
        limit = clock.now + seconds
        while clock.now < limit { loop.turn() }
        limit = .infinity
    }

    /// Lets time pass without a turn of the loop; only the dead-man timer runs.
    package func pass(_ seconds: Double) {
        let end = clock.now + seconds
        while clock.now < end - 1e-9 {  // the clock counts nanoseconds
            move(to: min(clock.now + 0.01, end))
            _ = loop?.deadMan.poll()
        }
    }

    /// Lets time pass while the whole process is stopped, as after SIGSTOP.
    package func standStill(_ seconds: Double) { move(to: clock.now + seconds) }

    /// Advances the clock, on which a device takes no time: what it was told is done first, however late its thread is on the host's.
    private func move(to time: Double) {
        outputs.settle(devices.names, within: hang)
        clock.move(to: time)
    }

    /// The loop's wait: advances the clock until something happens.
    private func wait(_ descriptors: inout [pollfd], _ seconds: Double) {
        guard poll(&descriptors, nfds_t(descriptors.count), 0) <= 0 else { return }
        // The clock always advances a little, as in a real run.
        move(to: max(clock.now + 0.0001, min(clock.now + seconds, limit, cameras.nextMoment)))
        cameras.poll()
        _ = loop?.deadMan.poll()
        _ = poll(&descriptors, nfds_t(descriptors.count), 0)
    }

    // MARK: - Output

    /// What the device of this output or axis was told, all of it: its thread is waited for.
    package func steps(_ name: String) -> [RecordingDevices.Step] {
        if hasEnded { #expect(waits { devices.areClosed }) } else { outputs.settle(devices.names, within: hang) }
        return devices.steps(name)
    }

    /// How many devices it has opened that only record.
    package var opened: Int { devices.count }

    package var events: [ApplianceEvent] { log.events }

    /// Waits for the next matching event, and skips the others.
    /// - Parameter seconds: the latest moment on the loop's clock, which runs ahead of other threads; `nil` for an event that they may bring about.
    @discardableResult
    package func wait(seconds: Double? = nil, _ isMeant: (ApplianceEvent) -> Bool) throws -> ApplianceEvent {
        let end = seconds.map { clock.now + $0 }, deadline = Deadline(self)
        while true {
            while seen < events.count {
                seen += 1
                if isMeant(events[seen - 1]) { return events[seen - 1] }
            }
            let isAhead = end.map { clock.now < $0 } ?? deadline.isAhead
            try #require(isAhead, "it did not come within \(seconds ?? Deadline.seconds) s, but \(events.suffix(4))")
            limit = end ?? clock.now + 0.1
            if deadline.isPast { usleep(1000) }
            loop.turn()
        }
    }

    /// Ends the run, as SIGTERM does.
    package func end() {
        guard !hasEnded, loop != nil else { return }
        hasEnded = true
        loop.finish()
    }

    /// Runs `body` on another thread, and the loop until it is done.
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

    /// Runs a command of `nodline` on this run's socket.
    package func program(_ arguments: String...) throws -> Program {
        let socket = place + "/" + ControlPlace.control
        return try during { try Program(arguments + ["--socket", socket]) }
    }

    package func status() throws -> StatusReply { try client().status() }

    /// Runs the loop until its status satisfies a condition.
    package func wait(until isSo: (StatusReply) -> Bool) throws {
        let client = try client(), deadline = Deadline(self)
        while try !isSo(client.status()) {
            try #require(deadline.isAhead, "it took longer than a minute")
            turn(0.1)
        }
    }

    /// When a test gives up waiting for the loop or a thread: when the loop's clock and the host's, by which threads live, have both reached their end.
    package struct Deadline {
        package static let seconds = 60.0  // on the loop's clock
        private let clock: HandClock
        private let end: Double
        private let hung = MonotonicClock.now + hang / 4

        init(_ harness: ApplianceHarness, _ seconds: Double = Self.seconds) { (clock, end) = (harness.clock, harness.clock.now + seconds) }

        var isAhead: Bool { !isPast || MonotonicClock.now < hung }

        /// The loop's clock has reached its end, and other threads need time.
        var isPast: Bool { clock.now >= end }
    }

    /// The event stream so far.
    package var output: String { events.map(\.json).joined(separator: "\n") }

    /// Runs the loop, `step` seconds a turn, until the event stream has said something that another thread brings about, whose clock is
    /// the host's. Each event is put into words once: with many of them, `output` in a loop takes minutes of processor time.
    /// - Returns: whether it was said before the test hangs.
    package func run(until words: String, step: Double = 0.01) -> Bool {
        var next = 0
        for _ in 0..<Int(hang * 200) {
            while next < events.count {
                next += 1
                if events[next - 1].json.contains(words) { return true }
            }
            run(step)
            usleep(5000)
        }
        return false
    }

    /// A client of one of its sockets.
    package func client(_ name: String = ControlPlace.control) throws -> HarnessClient {
        HarnessClient(self, try ControlConnection([place + "/" + name]))
    }

    /// Runs one turn of the loop that waits at most this long.
    func turn(_ seconds: Double) {
        limit = clock.now + seconds
        loop.turn()
        limit = .infinity
    }
}
