// The two sockets as files: made with the right mode, owned by one run, removed with it.
import Glibc

/// The sockets that a run listens on.
final class ControlListener {
    private let folder: String
    /// The folder itself, locked for as long as this run lives.
    private let lock: Int32
    private(set) var control: Int32 = -1
    private(set) var events: Int32 = -1

    /// - Throws: ``ControlFault``, with nothing left behind.
    init(folder: String) throws(ControlFault) {
        self.folder = folder
        mkdir(folder, 0o755)
        lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw Self.failed("open", folder) }
        // The kernel gives the lock back when its owner dies, however it dies: whoever has it may replace what is left.
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw errno == EWOULDBLOCK
                ? ControlFault(.busy, "\(folder): another nodline runs and is controlled there; this one cannot be. End the other "
                    + "one, or choose another [control] directory")
                : Self.failed("flock", folder)
        }
        control = try listen(ControlPlace.control, group: "nodline")
        events = try listen(ControlPlace.events, group: "nodline-events")
    }

    deinit {
        for (descriptor, name) in [(control, ControlPlace.control), (events, ControlPlace.events)] where descriptor >= 0 {
            close(descriptor)
            unlink(folder + "/" + name)
        }
        if lock >= 0 { close(lock) }
    }

    private func listen(_ name: String, group: String) throws(ControlFault) -> Int32 {
        let path = folder + "/" + name
        guard let address = SocketAddress(path: path) else {
            throw ControlFault(.unavailable, "\(path): the path is too long for a socket; expected at most 107 bytes")
        }
        try removeAbandoned(path)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw Self.failed("socket", path) }
        fchmod(descriptor, 0o600)  // from its first moment on; it is the group's only once it has the right one
        guard address.with({ bind(descriptor, $0, $1) }) == 0 else {
            defer { close(descriptor) }
            throw Self.failed("bind", path)
        }
        // Without the group, or the right to give it away, it stays our own group's.
        if let identifier = Self.identifier(of: group) { _ = chown(path, uid_t.max, identifier) }
        guard chmod(path, 0o660) == 0, Glibc.listen(descriptor, 16) == 0 else {
            defer {
                close(descriptor)
                unlink(path)
            }
            throw Self.failed("listen", path)
        }
        return descriptor
    }

    /// A run that was killed has left its sockets behind. Anything else that lies there is not ours to remove.
    private func removeAbandoned(_ path: String) throws(ControlFault) {
        var found = stat()
        guard lstat(path, &found) == 0 else { return }
        guard found.st_mode & S_IFMT == S_IFSOCK else {
            throw ControlFault(.unavailable, "\(path): there is something that is no socket; remove it, or choose another [control] directory")
        }
        unlink(path)
    }

    private static func identifier(of group: String) -> gid_t? { getgrnam(group)?.pointee.gr_gid }

    private static func failed(_ call: String, _ path: String) -> ControlFault {
        ControlFault(.unavailable, "\(call) \(path): \(String(cString: strerror(errno)))")
    }
}
