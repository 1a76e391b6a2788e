import Glibc

/// The right to replace the sockets in a folder, for the lifetime of this value.
///
/// It is a lock on a file that only its owner may open. Anybody who may read the folder could lock the folder itself.
final class SocketsLock {
    private let path: String
    private let descriptor: Int32

    /// - Throws: ``ControlError``: `busy` if another run holds the lock.
    init(folder: String) throws(ControlError) {
        let path = folder + "/lock"
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw ControlError(call: "open", path) }
            switch Self.take(descriptor, path) {
            case .success(true):
                self.path = path
                self.descriptor = descriptor
                return
            case .success(false):  // its former owner has removed it meanwhile
                close(descriptor)
            case .failure(let fault):
                close(descriptor)
                throw fault
            }
        }
    }

    /// The kernel releases the lock if the process dies without this.
    deinit {
        unlink(path)
        close(descriptor)
    }

    /// - Returns: whether the locked file is still the one at the path.
    private static func take(_ descriptor: Int32, _ path: String) -> Result<Bool, ControlError> {
        var ours = stat(), there = stat()
        guard fstat(descriptor, &ours) == 0 else { return .failure(ControlError(call: "fstat", path)) }
        guard ours.st_uid == geteuid(), ours.st_mode & 0o077 == 0 else {
            return .failure(ControlError(.unavailable, "\(path): it belongs to another user, or others may open it; remove it, or choose "
                + "another [control] directory"))
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            return .failure(errno == EWOULDBLOCK
                ? ControlError(.busy, "\(path): another nodline uses it already, so this one cannot be controlled. End the other "
                    + "one, or choose another [control] directory")
                : ControlError(call: "flock", path))
        }
        return .success(lstat(path, &there) == 0 && there.st_ino == ours.st_ino && there.st_dev == ours.st_dev)
    }
}
