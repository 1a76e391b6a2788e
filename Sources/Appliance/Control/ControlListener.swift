import Glibc
import Platform
import Wire

/// The two socket files of a run: created with the right mode and group, owned by this run, removed with it.
final class ControlListener {
    /// Connections that may wait in the kernel to be accepted, on each socket. If it is full, a non-blocking connect fails (EAGAIN).
    /// A flood of some dozen clients does not fill it.
    private static let backlog: Int32 = 128

    /// A socket's file, and the group that may use it.
    private typealias Place = (name: String, group: String)
    private static let controlPlace: Place = (ControlPlace.control, "nodline-control"), eventsPlace: Place = (ControlPlace.events, "nodline-events")

    private let folder: String
    private var lock: FolderLock
    /// The socket files as they were made, by name.
    private var made: [String: FileIdentity] = [:]
    private(set) var control: Int32 = -1
    private(set) var events: Int32 = -1

    /// - Throws: ``ControlError``, and then leaves nothing behind.
    init(folder: String) throws(ControlError) {
        self.folder = folder
        mkdir(folder, 0o755)
        lock = try Self.lock(folder)
        control = try listen(Self.controlPlace)
        events = try listen(Self.eventsPlace)
    }

    deinit {
        for (descriptor, place) in sockets where descriptor >= 0 {
            close(descriptor)
            if isThere(place) { unlink(path(place)) }
        }
    }

    private static func lock(_ folder: String) throws(ControlError) -> FolderLock {
        do {
            return try FolderLock(folder: folder, program: "nodline", remedy: "choose another [control] directory. Until then this one cannot be controlled")
        } catch {
            throw ControlError(error.isTaken ? .busy : .unavailable, error.description)
        }
    }

    /// Whether both files are the ones that were made: somebody may have removed them, or their folder.
    var isWhole: Bool { sockets.allSatisfy { isThere($0.place) } }

    private var sockets: [(descriptor: Int32, place: Place)] { [(control, Self.controlPlace), (events, Self.eventsPlace)] }

    private func path(_ place: Place) -> String { folder + "/" + place.name }

    private func isThere(_ place: Place) -> Bool { made[place.name].map { $0 == FileIdentity(path(place)) } ?? false }

    /// Makes the files that are gone anew, with the same descriptors. Clients that are connected stay.
    func renew() throws(ControlError) {
        mkdir(folder, 0o755)
        if !lock.isOurs { lock = try Self.lock(folder) }
        for (descriptor, place) in sockets where !isThere(place) {
            let new = try listen(place)
            defer { close(new) }
            guard dup2(new, descriptor) >= 0, fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else { throw ControlError(call: "dup2", path(place)) }
        }
    }

    private func listen(_ place: Place) throws(ControlError) -> Int32 {
        let path = path(place)
        guard let address = SocketAddress(path: path) else {
            throw ControlError(.unavailable, "\(path): the path is too long for a socket; expected at most 107 bytes")
        }
        try removeAbandoned(path)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw ControlError(call: "socket", path) }
        fchmod(descriptor, 0o600)  // before bind, so that it is never open to others
        guard address.with({ bind(descriptor, $0, $1) }) == 0 else {
            defer { close(descriptor) }
            throw ControlError(call: "bind", path)
        }
        // Without the group, or the right to assign it, only this user has access: the user's primary group may have other members.
        let isGiven = Self.identifier(of: place.group).map { chown(path, uid_t.max, $0) == 0 } ?? false
        guard chmod(path, isGiven ? 0o660 : 0o600) == 0, Glibc.listen(descriptor, Self.backlog) == 0 else {
            defer {
                close(descriptor)
                unlink(path)
            }
            throw ControlError(call: "listen", path)
        }
        made[place.name] = FileIdentity(path)
        return descriptor
    }

    /// Removes the socket that a killed run left behind. Any other file is not ours to remove.
    private func removeAbandoned(_ path: String) throws(ControlError) {
        var found = stat()
        guard lstat(path, &found) == 0 else { return }
        guard found.st_mode & S_IFMT == S_IFSOCK else {
            throw ControlError(.unavailable, "\(path): there is a file that is not a socket; remove it, or choose another [control] directory")
        }
        unlink(path)
    }

    private static func identifier(of group: String) -> gid_t? { getgrnam(group)?.pointee.gr_gid }
}
