import CLinux
import Glibc
import Outputs
import Platform

/// A key of this machine's keyboards as the line of a button: pressed while it is down on any of them.
///
/// The devices are shared, not grabbed: the key also reaches a console or a desktop, because grabbing would take all keys of a keyboard
/// that somebody types on. When one of the devices goes, the line fails, even if another one has the key: whoever relies on the one that went must
/// not find out by pressing. A device that comes is taken in.
package final class KeyLine: ButtonLine {
    private let key: KeyName
    /// Of the devices' names.
    private let part: String
    private let root: String
    private let prepare: KeyDevice.Preparation
    /// Readable when a device has an event, or one may have come.
    private let gate: Descriptor
    /// Notices devices that come, and that become readable for this user.
    private let watch: Descriptor
    private var devices: [KeyDevice] = []

    /// - Parameter root: the folder that has /sys and /dev in tests.
    package init(_ key: KeyName, named part: String, root: String = "", _ prepare: @escaping KeyDevice.Preparation = KeyDevice.byKernel) throws(OutputError) {
        (self.key, self.part, self.root, self.prepare) = (key, part, root, prepare)
        do throws(SystemError) {
            gate = Descriptor(owning: try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }, path: "")
            watch = Descriptor(owning: try systemCall("inotify_init1") { inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) }, path: "")
            // Without any device there is no such folder.
            _ = inotify_add_watch(watch.number, root + "/dev/input", UInt32(IN_CREATE) | UInt32(IN_ATTRIB))
            try Self.add(watch.number, to: gate.number)
        } catch {
            throw OutputError(place: "key \(key.word)", error)
        }
        let fault = takeIn()
        guard devices.isEmpty else { return }
        throw fault ?? OutputError(place: "key \(key.word)", call: "find", problem: Self.absence(part))
    }

    /// Why there is no device, in words.
    static func absence(_ part: String) -> String {
        "no keyboard" + (part.isEmpty ? "" : " with \(part.quoted) in its name") + " that has it is plugged in"
    }

    package var descriptor: Int32 { gate.number }

    package func isPressed() -> Bool { devices.contains(where: \.isDown) }

    package func nextEdge() throws(OutputError) -> LineEdge? {
        if mayHaveCome { _ = takeIn() }
        for device in devices {
            let before = isPressed()
            while let edge = try device.nextEdge() {
                if isPressed() != before { return LineEdge(isActive: !before, time: edge.time) }
            }
        }
        return nil
    }

    /// Opens what is there and not open yet.
    /// - Returns: why one could not be opened.
    private func takeIn() -> OutputError? {
        var fault: OutputError?
        for listed in ListedKeyboard.all(with: key, named: part, root: root) where !devices.contains(where: { $0.path == listed.path }) {
            do throws(OutputError) {
                let device = try KeyDevice(listed, key, prepare)
                do throws(SystemError) { try Self.add(device.number, to: gate.number) } catch { throw OutputError(place: listed.path, error) }
                devices.append(device)
            } catch {
                fault = error
            }
        }
        return fault
    }

    private var mayHaveCome: Bool {
        var bytes = [UInt8](repeating: 0, count: 4096), has = false
        while read(watch.number, &bytes, bytes.count) > 0 { has = true }
        return has
    }

    private static func add(_ descriptor: Int32, to gate: Int32) throws(SystemError) {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        try systemCall("epoll_ctl") { epoll_ctl(gate, EPOLL_CTL_ADD, descriptor, &event) }
    }
}
