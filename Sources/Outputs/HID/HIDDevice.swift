import Glibc
import Platform

/// This board as a keyboard or mouse of another machine, the host, over USB or Bluetooth.
///
/// A press that the host does not accept at once is dropped. A release is sent again until the host accepts it.
package final class HIDDevice {
    package enum Kind: String, CaseIterable, Sendable {
        case keyboard
        /// With a vertical and a horizontal wheel.
        case mouse

        /// Size of a report in bytes, as declared to the host: deploy/usb-gadget, and `ReportMap` of nodline-bluetooth.
        var size: Int { self == .keyboard ? 8 : 5 }
    }

    /// Seconds for which a release is retried when this value is created and when it is deinitialised.
    private static let timeout = 0.25

    private let kind: Kind
    private let port: any HIDPort
    /// The pressed keys.
    private var held: [KeyName] = []
    /// Whether the host may believe that a released key is still pressed.
    private var owesRelease = true
    /// The error of a host that does not respond, until it is reported.
    private var fault: OutputError?
    private var isDeaf = false
    private var parts: [InputAxis: Int] = [:]

    /// Sends the release report. A host that is absent or asleep is not a fault: it gets the report later.
    package init(_ kind: Kind, _ port: any HIDPort) {
        self.kind = kind
        self.port = port
        insistOnRelease()
        if !owesRelease { fault = nil }  // the host was only slow, and nothing was lost
    }

    deinit {
        if !held.isEmpty {
            held = []
            owesRelease = true
        }
        insistOnRelease()
    }

    /// Whether the host has not yet accepted the last release.
    package var isReleaseOwed: Bool { owesRelease }

    /// Whether ``poll()`` has work to do.
    var needsPolling: Bool { owesRelease || fault != nil || port.needsHeartbeat && !held.isEmpty }

    /// Whether the host did not accept the last report.
    var isFailing: Bool { isDeaf }

    /// Presses or releases a key.
    /// - Throws: ``OutputError`` if the kernel refuses, or if a keyboard would have more than six pressed keys. A host that does not
    ///   respond is reported by ``poll()``, because it may come back.
    package func press(_ key: KeyName, _ isDown: Bool) throws(OutputError) {
        guard isDown else {
            guard held.contains(key) || owesRelease else { return }  // one that the kernel has refused is sent again
            held.removeAll { $0 == key }
            owesRelease = true
            return try release()
        }
        guard !held.contains(key) else { return }
        guard kind == .mouse || held.count < 6 else {
            throw OutputError(place: port.place, call: "press", problem: "six keys are down already, the most that such a keyboard can report")
        }
        held.append(key)
        if try !send(report()) { held.removeAll { $0 == key } }  // a late press would be unexpected
    }

    /// Moves the pointer or a wheel. A movement that the host does not accept is dropped.
    /// - Parameter steps: positive to the left and up; a wheel's notch has 120.
    package func move(_ axis: InputAxis, by steps: Int) throws(OutputError) {
        guard steps != 0, kind == .mouse else { return }
        var steps = steps * axis.sign
        if axis.fineCode != nil {
            let all = parts[axis, default: 0] + steps
            parts[axis] = all % InputAxis.notch
            steps = all / InputAxis.notch
            guard steps != 0 else { return }
        }
        let index: Int? = switch axis {
        case .pointerX: 1
        case .pointerY: 2
        case .wheel: 3
        case .hwheel: 4
        default: nil
        }
        guard let index else { return }
        var report = report()
        report[index] = UInt8(bitPattern: Int8(max(-127, min(127, steps))))
        _ = try send(report)
    }

    /// Discards steps of less than a notch, because the movement is over.
    package func stop(_ axis: InputAxis) { parts[axis] = nil }

    /// Sends a pending release, if the host responds now, and the heartbeat of held keys.
    /// - Throws: ``OutputError``, once each time the host stops responding.
    package func poll() throws(OutputError) {
        if owesRelease {
            try? release()
        } else if port.needsHeartbeat, !held.isEmpty {
            // A host that went meanwhile has released them, and must not see them pressed when it comes back.
            if try !send(report()) { held = [] }
        }
        guard let fault else { return }
        self.fault = nil
        throw fault
    }

    // MARK: - Reports

    private func report() -> [UInt8] {
        var report = [UInt8](repeating: 0, count: kind.size), next = 2
        for key in held {
            switch key.usage {
            case .keyboard(let usage):
                report[next] = usage
                next += 1
            case .modifier(let bit), .mouse(let bit): report[0] |= bit
            case .none: break
            }
        }
        return report
    }

    private func release() throws(OutputError) {
        if try send(report()) { owesRelease = false }
    }

    private func insistOnRelease() {
        let end = MonotonicClock.now + Self.timeout
        while owesRelease {
            try? release()
            let left = end - MonotonicClock.now
            guard owesRelease, left > 0 else { return }
            var waiting = pollfd(fd: port.descriptor, events: Int16(POLLOUT), revents: 0)
            _ = Glibc.poll(&waiting, 1, Int32((left * 1000).rounded(.up)))
            if waiting.revents & Int16(POLLOUT) != 0, owesRelease { usleep(1000) }  // an absent host polls as ready
        }
    }

    /// - Returns: false if the host does not read reports, because it is absent or asleep.
    private func send(_ report: [UInt8]) throws(OutputError) -> Bool {
        if try port.write(report) {
            isDeaf = false
            return true
        }
        owesRelease = true  // retried until accepted, which also shows when the host responds again
        if !isDeaf {
            isDeaf = true
            fault = OutputError(place: port.place, call: "write", problem: port.silence)
        }
        return false
    }
}
