import Glibc
import Platform
import Wire

/// The connections to the appliance: one for its events and, if commands are allowed, one for requests.
///
/// A connection says little: a program that hangs or is dying can be connected to as well. So the appliance is there from its first line on, and not
/// any more when none has come for some seconds.
struct ApplianceLink {
    /// Seconds between attempts to reach it.
    private static let retry = 1.0
    /// Seconds without a line: it sends `stats` each second.
    private static let silence = 5.0

    private let paths: Bridge.Sockets
    private(set) var events: ApplianceStream?, control: ApplianceStream?
    private(set) var isThere = false
    private var nextTry = 0.0, heard = 0.0
    /// The least time from an event of this appliance's to its reading: what is above that, it has waited in the socket.
    private var leastLag = Double.infinity
    private var isMissing = false

    init(_ paths: Bridge.Sockets) { self.paths = paths }

    /// Connects, if it is time to try.
    mutating func connect(takesCommands: Bool, at time: Double) {
        guard events == nil, time >= nextTry else { return }
        nextTry = time + Self.retry
        do throws(SystemError) {
            events = try ApplianceStream(path: paths.events)
            leastLag = .infinity
            guard takesCommands else { return }
            control = try ApplianceStream(path: paths.control)
            _ = control?.send(#"{"request":"status","id":"status"}"#)
        } catch {
            disconnect()
            if !isMissing { Terminal.note("nodline-mqtt: the appliance cannot be reached: \(error)\(Self.advice(error))") }
            isMissing = true
        }
    }

    private static func advice(_ error: SystemError) -> String {
        guard error.code == EACCES, error.subject.hasSuffix(ControlPlace.control) else { return "" }
        return " (commands need the group nodline-control: sudo usermod -aG nodline-control nodline-mqtt)"
    }

    mutating func disconnect() { (events, control, isThere) = (nil, nil, false) }

    // The silence is measured on a clock that stands still in a suspension, like the appliance itself.

    /// It has said something.
    /// - Returns: whether it was not there before.
    mutating func hear() -> Bool {
        heard = MonotonicClock.now
        guard !isThere else { return false }
        Terminal.output("nodline-mqtt: listening to the appliance")
        (isThere, isMissing) = (true, false)
        return true
    }

    /// Whether it has said nothing for too long.
    var isSilent: Bool { isThere && MonotonicClock.now - heard > Self.silence }

    /// Why it cannot be sent a request. What only ends something may still reach one that says nothing; nobody would answer a question.
    func obstacle(toQuestion isQuestion: Bool) -> String? {
        if control == nil { return "the appliance cannot be reached" }
        return isQuestion && !isThere ? OpenQuestions.silence : nil
    }

    /// It counts as away until it says something. Its connections stay: what it says then goes on from what it said last.
    mutating func giveUp() {
        Terminal.note("nodline-mqtt: the appliance has said nothing for \(Self.silence.shortest) s: it hangs or is stopped")
        isThere = false
    }

    /// Seconds for which an event has waited, for example while this program was stopped. On the appliance's clock, which stands still in a suspension.
    mutating func age(of event: EventRecord) -> Double {
        let lag = MonotonicClock.now - event.t
        leastLag = min(leastLag, lag)
        return lag - leastLag
    }
}
