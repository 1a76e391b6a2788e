import Glibc

/// The right to replace the sockets in a folder, or a single file, for the lifetime of this value: one program at a time.
///
/// It is a lock on a file that only its owner may open. Anybody who may read the folder could lock the folder itself.
package final class FolderLock {
    /// Why the folder cannot be used.
    package struct Refusal: Error, CustomStringConvertible {
        /// Another program uses it.
        package let isTaken: Bool
        package let description: String

        fileprivate init(_ description: String, isTaken: Bool = false) { (self.isTaken, self.description) = (isTaken, description) }

        fileprivate init(call: String, _ path: String) { self.init("\(SystemError(call, path))") }
    }

    private let path: String
    private let descriptor: Int32

    /// - Parameters:
    ///   - program: the name of the program that uses such folders.
    ///   - remedy: what to do in place of ending the other one, for messages, as "choose another folder".
    package convenience init(folder: String, program: String, remedy: String) throws(Refusal) {
        try self.init(file: folder + "/lock", program, remedy)
    }

    /// - Parameter path: of a socket that may lie in anybody's folder, or of another file.
    package convenience init(beside path: String, program: String, remedy: String) throws(Refusal) {
        try self.init(file: path + ".lock", program, remedy)
    }

    private init(file path: String, _ program: String, _ remedy: String) throws(Refusal) {
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw Refusal(call: "open", path) }
            switch Self.take(descriptor, path, program, remedy) {
            case .success(true):
                self.path = path
                self.descriptor = descriptor
                Self.sign(descriptor)
                return
            case .success(false):  // its previous owner has removed it meanwhile
                close(descriptor)
            case .failure(let fault):
                close(descriptor)
                throw fault
            }
        }
    }

    /// The kernel releases the lock if the process dies without this.
    deinit {
        if isOurs { unlink(path) }
        close(descriptor)
    }

    /// Whether the file is still there, and no other program's.
    package var isOurs: Bool { Self.isSame(descriptor, path) }

    private static func isSame(_ descriptor: Int32, _ path: String) -> Bool {
        FileIdentity(descriptor).map { $0 == FileIdentity(path) } ?? false
    }

    /// - Returns: whether the locked file is still the one at the path.
    private static func take(_ descriptor: Int32, _ path: String, _ program: String, _ remedy: String) -> Result<Bool, Refusal> {
        var ours = stat()
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            guard errno == EWOULDBLOCK else { return .failure(Refusal(call: "flock", path)) }
            let process = owner(descriptor).map { " (process \($0))" } ?? ""
            return .failure(Refusal("\(path): another \(program)\(process) uses it already. End the other one, or \(remedy)", isTaken: true))
        }
        guard fstat(descriptor, &ours) == 0 else { return .failure(Refusal(call: "fstat", path)) }
        guard ours.st_uid == geteuid(), ours.st_mode & 0o077 == 0 else {
            return .failure(Refusal("\(path): it belongs to another user, or others may open it; remove it, or \(remedy)"))
        }
        return .success(isSame(descriptor, path))
    }

    /// Writes down whose lock it is, for the message to others; a full disk only costs that.
    private static func sign(_ descriptor: Int32) {
        let text = "\(getpid())"
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.utf8.count, 0)
    }

    private static func owner(_ descriptor: Int32) -> Int32? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Int32(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
    }
}
