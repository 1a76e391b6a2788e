import Glibc
import Platform

/// One /dev/hidgN of the kernel's HID gadget, which deploy/usb-gadget sets up.
///
/// Whoever makes the gadget anew, as after an upgrade or for another one, removes the device and creates one of the same name. The previous one
/// takes reports no more, and says the same as a host that sleeps, so each report looks where the name leads.
package final class USBPort: HIDPort {
    package let place: String
    /// -1 while there is no such device.
    package private(set) var descriptor: Int32
    /// What was opened: a device that still exists keeps its number.
    private var opened = stat()

    /// - Throws: ``OutputError`` if there is no such gadget.
    package init(path: String) throws(OutputError) {
        place = path
        descriptor = -1
        open()
        let code = errno
        guard descriptor >= 0 else {
            let help = code == ENOENT ? Self.help : ""
            throw OutputError(place: path, SystemError("open", code: code), help: help)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private static let help = "; sudo systemctl restart nodline-gadget creates what the configuration has; in a checkout: sudo deploy/usb-gadget start"

    package var silence: String {
        descriptor < 0
            ? "the gadget is gone; key presses are lost until it is there again" + Self.help
            : "the machine at the other end of the USB cable does not respond: it is off, asleep or not connected; key presses are lost until it does"
    }

    package var needsHeartbeat: Bool { false }

    /// Gives a report to the kernel, which keeps one until the host reads it.
    package func write(_ report: [UInt8]) throws(OutputError) -> HIDAnswer {
        if !isCurrent {
            leave()
            open()  // udev may give the group a moment later: the next report tries again
        }
        guard descriptor >= 0 else { return .absent }
        if Glibc.write(descriptor, report, report.count) == report.count { return .accepted }
        let code = errno
        guard code == EAGAIN || code == ESHUTDOWN || code == EINTR else { throw OutputError(place: place, SystemError("write", code: code)) }
        return code == ESHUTDOWN ? .absent : .busy
    }

    /// Whether the name still leads to the device that is open.
    private var isCurrent: Bool {
        var there = stat()
        return descriptor >= 0 && stat(place, &there) == 0 && there.st_ino == opened.st_ino && there.st_dev == opened.st_dev && there.st_rdev == opened.st_rdev
    }

    private func open() {
        descriptor = Glibc.open(place, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        if descriptor >= 0 { fstat(descriptor, &opened) }
    }

    private func leave() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }
}
