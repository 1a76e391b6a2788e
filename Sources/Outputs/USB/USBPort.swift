import Glibc
import Platform

/// One /dev/hidgN of the kernel's HID gadget, which deploy/usb-gadget sets up.
package final class USBPort: HIDPort {
    package let place: String
    package let descriptor: Int32

    /// - Throws: ``OutputError`` if there is no such gadget.
    package init(path: String) throws(OutputError) {
        place = path
        descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        let code = errno
        guard descriptor >= 0 else {
            let help = code == ENOENT ? "; sudo systemctl start nodline-gadget creates it; in a checkout: sudo deploy/usb-gadget start" : ""
            throw OutputError(place: path, SystemError("open", code: code), help: help)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    package var silence: String {
        "the machine at the other end of the USB cable does not respond: it is off, asleep or not connected; key presses are lost until it does"
    }

    package var needsHeartbeat: Bool { false }

    /// Gives a report to the kernel, which keeps one until the host reads it.
    package func write(_ report: [UInt8]) throws(OutputError) -> Bool {
        if Glibc.write(descriptor, report, report.count) == report.count { return true }
        let code = errno
        guard code == EAGAIN || code == ESHUTDOWN || code == EINTR else { throw OutputError(place: place, SystemError("write", code: code)) }
        return false
    }
}
