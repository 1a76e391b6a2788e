import Glibc
import Platform

/// This board as a USB keyboard or mouse of another machine: one /dev/hidgN of the kernel's HID gadget, which
/// deploy/usb-gadget sets up.
///
/// A press that the host does not accept at once is dropped. A release is sent again until the host accepts it.
package final class USBGadget {
    package enum Kind: String, CaseIterable, Sendable {
        case keyboard
        /// With a vertical and a horizontal wheel.
        case mouse

        /// Size of a report in bytes, as declared to the host by deploy/usb-gadget.
        var size: Int { self == .keyboard ? 8 : 5 }
    }

    /// Seconds for which a release is retried when this value is created and when it is deinitialised.
    private static let patience = 0.25

    private let kind: Kind
    private let path: String
    private let descriptor: Int32
    /// The pressed keys.
    private var held: [KeyName] = []
    /// Whether the host may believe that a released key is still pressed.
    private var owesRelease = true
    /// The error of a host that does not respond, until it is reported.
    private var fault: OutputError?
    private var isDeaf = false
    private var parts: [InputAxis: Int] = [:]

    /// Sends the release report. A host that is absent or asleep is not a fault: it gets the report later.
    /// - Throws: ``OutputError`` if there is no such gadget.
    package init(_ kind: Kind, path: String) throws(OutputError) {
        self.kind = kind
        self.path = path
        descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        let code = errno
        guard descriptor >= 0 else {
            let help = code == ENOENT ? "; sudo systemctl start nodline-gadget creates it; in a checkout: sudo deploy/usb-gadget start" : ""
            throw OutputError(place: path, SystemError("open", code: code), help: help)
        }
        insistOnRelease()
    }

    deinit {
        guard descriptor >= 0 else { return }
        if !held.isEmpty {
            held = []
            owesRelease = true
        }
        insistOnRelease()
        close(descriptor)
    }

    /// Whether the host has not yet accepted the last release.
    package var isReleaseOwed: Bool { owesRelease }

    /// Whether ``tend()`` has work to do.
    var needsTending: Bool { owesRelease || fault != nil }

    /// Whether the host did not accept the last report.
    var isFailing: Bool { isDeaf }

    /// Presses or releases a key.
    /// - Throws: ``OutputError`` if the kernel refuses, or if a keyboard would have more than six pressed keys. A host that does not
    ///   respond is reported by ``tend()``, because it may come back.
    package func press(_ key: KeyName, _ isDown: Bool) throws(OutputError) {
        guard isDown != held.contains(key) else { return }
        guard isDown else {
            held.removeAll { $0 == key }
            owesRelease = true
            return try release()
        }
        guard kind == .mouse || held.count < 6 else {
            throw OutputError(place: path, call: "press", problem: "six keys are down already, the most that a USB keyboard can report")
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

    /// Sends a pending release, if the host responds now.
    /// - Throws: ``OutputError``, once each time the host stops responding.
    package func tend() throws(OutputError) {
        if owesRelease { try? release() }
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
        let end = MonotonicClock.now + Self.patience
        while owesRelease {
            try? release()
            let left = end - MonotonicClock.now
            guard owesRelease, left > 0 else { return }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&waiting, 1, Int32((left * 1000).rounded(.up)))
            if waiting.revents & Int16(POLLOUT) != 0, owesRelease { usleep(1000) }  // an absent host polls as ready
        }
    }

    /// Gives a report to the kernel, which keeps one until the host reads it.
    /// - Returns: false if the host does not read reports, because it is absent or asleep.
    private func send(_ report: [UInt8]) throws(OutputError) -> Bool {
        if write(descriptor, report, report.count) == report.count {
            isDeaf = false
            return true
        }
        let code = errno
        guard code == EAGAIN || code == ESHUTDOWN || code == EINTR else {
            throw OutputError(place: path, SystemError("write", code: code))
        }
        owesRelease = true  // retried until accepted, which also shows when the host responds again
        if !isDeaf {
            isDeaf = true
            fault = OutputError(place: path, call: "write", problem: "the machine at the other end of the USB cable does not "
                + "respond: it is off, asleep or not connected; key presses are lost until it does")
        }
        return false
    }
}

/// A key of a USB gadget as an output: pressed while it is on.
package final class USBKey: OutputDevice {
    let gadget: USBGadget
    let key: KeyName

    package init(_ gadget: USBGadget, _ key: KeyName) {
        self.gadget = gadget
        self.key = key
    }

    package func set(_ isOn: Bool) throws(OutputError) { try gadget.press(key, isOn) }
    package func tend() throws(OutputError) { try gadget.tend() }
    package var needsTending: Bool { gadget.needsTending }
    package var isFailing: Bool { gadget.isFailing }
}

/// The pointer or a wheel of a USB gadget.
package final class USBAxis: AxisDevice {
    let gadget: USBGadget
    let axis: InputAxis

    package init(_ gadget: USBGadget, _ axis: InputAxis) {
        self.gadget = gadget
        self.axis = axis
    }

    package func move(value: Double, steps: Int) throws(OutputError) { try gadget.move(axis, by: steps) }
    package func rest() throws(OutputError) { gadget.stop(axis) }
}
