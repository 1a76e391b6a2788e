import Glibc
import Platform

/// This board as a keyboard, mouse or gamepad of another machine, the host, over USB or Bluetooth.
///
/// A host fetches one report at each of its looks, so what comes sooner waits and goes with the next one, for a tenth of a second at most: a press
/// or a movement that comes later is unexpected, and is dropped; sticks are centred then. A release is sent again until the host accepts it.
package final class HIDDevice {
    package enum Kind: String, CaseIterable, Sendable {
        case keyboard
        /// With a vertical and a horizontal wheel.
        case mouse
        case gamepad

        /// Size of a report in bytes, as declared to the host: deploy/usb-gadget, and the report map of CBluez.
        var size: Int {
            switch self {
            case .keyboard: 8
            case .mouse: 5
            case .gamepad: GamepadReport.size
            }
        }
    }

    /// Seconds for which a release is retried when this value is created and when it is deinitialised.
    private static let timeout = 0.25
    /// Seconds for which presses and steps may wait, and after which a host that fetches nothing is taken to be asleep. A full-speed host looks every
    /// 10 ms.
    private static let freshness = 0.1

    private let kind: Kind
    private let port: any HIDPort
    private let now: () -> Double
    /// The pressed keys.
    private var held: [KeyName] = []
    /// Whether the host may believe that a released key is still pressed.
    private var owesRelease = true
    /// The error of a host that does not respond, until it is reported.
    private var fault: OutputError?
    private var isDeaf = false
    private var parts: [InputAxis: Int] = [:]
    /// The pressed keys of which the host does not know yet.
    private var pressing: [KeyName] = []
    /// Steps that the host has not got yet, by their place in a report.
    private var steps: [Int: Int] = [:]
    /// The sticks and triggers that are not at rest, in units of the report.
    private var positions: [InputAxis: Int] = [:]
    /// Whether the host does not know of all positions yet.
    private var hasPlaced = false
    /// Since when the host has fetched nothing.
    private var busySince: Double?

    /// Sends the release report. A host that is absent or asleep is not a fault: it gets the report later.
    /// - Parameter now: the time in seconds.
    package init(_ kind: Kind, _ port: any HIDPort, now: @escaping () -> Double = { MonotonicClock.now }) {
        self.kind = kind
        self.port = port
        self.now = now
        insistOnRelease()
        if !owesRelease { fault = nil }  // the host was only slow, and nothing was lost
    }

    deinit {
        if isHeld {
            (held, positions) = ([], [:])
            owesRelease = true
        }
        (pressing, steps, hasPlaced) = ([], [:], false)
        insistOnRelease()
    }

    /// Whether the host has not yet accepted the last release.
    package var isReleaseOwed: Bool { owesRelease }

    /// Whether ``poll()`` has work to do.
    var needsPolling: Bool { isDue || fault != nil || port.needsHeartbeat && isHeld }

    /// Whether a key is pressed, or a stick or trigger is not at rest.
    private var isHeld: Bool { !held.isEmpty || !positions.isEmpty }

    /// Seconds from one ``poll()`` to the next: short while a host is only between two of its looks.
    var pollingInterval: Double { isDue && !isDeaf ? 0.002 : 0.05 }

    /// Whether the host has not got all that it should.
    private var isDue: Bool { owesRelease || hasPlaced || !pressing.isEmpty || !steps.isEmpty }

    /// Whether the host does not read reports.
    var isFailing: Bool { isDeaf }

    /// Presses or releases a key.
    /// - Throws: ``OutputError`` if the kernel refuses, or if a keyboard would have more than six pressed keys. A host that does not
    ///   respond is reported by ``poll()``, because it may come back.
    package func press(_ key: KeyName, _ isDown: Bool) throws(OutputError) {
        guard isDown else {
            guard held.contains(key) || owesRelease else { return }  // one that the kernel has refused is sent again
            held.removeAll { $0 == key }
            pressing.removeAll { $0 == key }
            owesRelease = true
            return try catchUp()
        }
        guard !held.contains(key) else { return }
        guard kind != .keyboard || held.count < 6 else {
            throw OutputError(place: port.place, call: "press", problem: "six keys are down already, the most that such a keyboard can report")
        }
        held.append(key)
        pressing.append(key)
        try catchUp()
    }

    /// Moves the pointer or a wheel.
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
        guard let place = Self.place(of: axis) else { return }
        self.steps[place, default: 0] += steps
        try catchUp()
    }

    /// Discards steps of less than a notch, and those that wait, because the movement is over.
    package func stop(_ axis: InputAxis) {
        parts[axis] = nil
        if let place = Self.place(of: axis) { steps[place] = nil }
    }

    /// Moves a stick or a trigger to a position.
    /// - Parameter value: -1 to 1, positive to the left and up; it pulls a trigger. 0 is sent again until the host accepts it.
    package func place(_ axis: InputAxis, at value: Double) throws(OutputError) {
        guard kind == .gamepad, axis.hasPosition, value.isFinite else { return }
        let position = axis.position(at: value, stick: GamepadReport.full, trigger: GamepadReport.pulled)
        guard position != positions[axis, default: 0] || position == 0 && owesRelease else { return }
        positions[axis] = position == 0 ? nil : position
        if position == 0 { owesRelease = true } else { hasPlaced = true }
        try catchUp()
    }

    /// The place of an axis in a mouse's report.
    private static func place(of axis: InputAxis) -> Int? {
        switch axis {
        case .pointerX: 1
        case .pointerY: 2
        case .wheel: 3
        case .hwheel: 4
        default: nil
        }
    }

    /// Sends what waits, if the host responds now, and the heartbeat of held keys.
    /// - Throws: ``OutputError``, once each time the host stops responding.
    package func poll() throws(OutputError) {
        if isDue {
            try? catchUp()
        } else if port.needsHeartbeat, isHeld {
            // A host that went meanwhile has released them, and must not see them pressed when it comes back.
            if try send(report()) != .accepted {
                held = []
                centre()
            }
        }
        guard let fault else { return }
        self.fault = nil
        throw fault
    }

    // MARK: - Reports

    private func report() -> [UInt8] {
        if kind == .gamepad { return GamepadReport.bytes(held, positions) }
        var report = [UInt8](repeating: 0, count: kind.size), next = 2
        for key in held {
            switch key.usage {
            case .keyboard(let usage):
                report[next] = usage
                next += 1
            case .modifier(let bit), .mouse(let bit): report[0] |= bit
            case .button, .hat, .none: break
            }
        }
        return report
    }

    /// Sends one report of all that the host has not got.
    private func catchUp() throws(OutputError) {
        var report = report()
        for (place, steps) in steps { report[place] = UInt8(bitPattern: Int8(max(-127, min(127, steps)))) }
        do throws(OutputError) {
            switch try send(report) {
            case .accepted: (owesRelease, pressing, steps, hasPlaced) = (false, [], [:], false)
            case .busy: break
            case .absent:
                held.removeAll(where: pressing.contains)
                (pressing, steps) = ([], [:])
                centre()
            }
        } catch {
            (pressing, steps) = ([], [:])
            centre()
            throw error
        }
    }

    /// Forgets positions that the host did not take: it gets the middle.
    private func centre() {
        if !positions.isEmpty { owesRelease = true }
        (positions, hasPlaced) = ([:], false)
    }

    private func insistOnRelease() {
        let end = MonotonicClock.now + Self.timeout
        while owesRelease {
            try? catchUp()
            let left = end - MonotonicClock.now
            guard owesRelease, left > 0 else { return }
            var waiting = pollfd(fd: port.descriptor, events: Int16(POLLOUT), revents: 0)
            _ = Glibc.poll(&waiting, 1, Int32((left * 1000).rounded(.up)))
            if waiting.revents & Int16(POLLOUT) != 0, owesRelease { usleep(1000) }  // an absent host polls as ready
        }
    }

    /// - Returns: that the host is absent, too, if it has fetched nothing for too long.
    private func send(_ report: [UInt8]) throws(OutputError) -> HIDAnswer {
        var answer = try port.write(report)
        guard answer != .accepted else {
            (isDeaf, busySince) = (false, nil)
            return answer
        }
        let since = busySince ?? now()
        busySince = since
        if isDeaf || now() - since >= Self.freshness { answer = .absent }
        guard answer == .absent else { return answer }
        owesRelease = true  // retried until accepted, which also shows when the host responds again
        if !isDeaf {
            isDeaf = true
            fault = OutputError(place: port.place, call: "write", problem: port.silence)
        }
        return answer
    }
}
