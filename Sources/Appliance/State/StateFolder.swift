import FoundationEssentials
import Glibc
import Platform

/// A folder of files in the state's folder that only the service can read, such as `people` or `rest/profile-evening`. Everything here waits
/// for the disk.
struct StateFolder: Sendable {
    let path: String
    /// Those that are made with the first file, outermost first.
    private let parents: [String]

    init(path: String) {
        self.path = path
        parents = []
    }

    /// A folder for each profile.
    /// - Parameters:
    ///   - state: the state's folder.
    ///   - profile: "" for the main configuration file.
    init(state: String, _ kind: String, profile: String) {
        path = "\(state)/\(kind)/\(profile.isEmpty ? "main" : "profile-" + profile)"
        parents = ["\(state)/\(kind)"]
    }

    /// Whether its files can be seen, or there are none.
    var isReadable: Bool { access(path, R_OK | X_OK) == 0 || errno == ENOENT }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The names in it with this ending, without it, sorted; none if there is no folder. What a name is, a file or a folder, a link or a pipe, is
    /// not known yet.
    func names(endingIn ending: String) -> [String] {
        SysfsFile.names(in: path).filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
    }

    /// The bytes of a regular file; `nil` if there is none.
    static func size(_ path: String) -> Int? {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    }

    /// When a file was changed, in seconds since 1970; 0 if there is none.
    static func time(_ path: String) -> Int {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_mtim.tv_sec) : 0
    }

    /// Makes the folder, for the service alone.
    func make() throws(StateWriter.Failure) {
        try Self.failing { () throws(SystemError) in
            for folder in parents + [path] {
                do throws(SystemError) { try systemCall("mkdir", folder) { mkdir(folder, 0o700) } } catch where error.code == EEXIST {}
            }
            _ = try Descriptor(open: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        }
    }

    /// Writes a file, which only its owner can read, complete or not at all; makes the folder for it.
    func write(_ data: Data, to name: String) throws(StateWriter.Failure) {
        try make()
        try Self.failing { () throws(SystemError) in try AtomicFile.write(data, to: file(name), mode: 0o600) }
    }

    /// Removes a file if it is there, and what an interrupted write has left of it, also from the disk.
    func remove(_ name: String) throws(StateWriter.Failure) {
        unlink(AtomicFile.unfinished(file(name)))
        try Self.failing { () throws(SystemError) in
            do throws(SystemError) { try systemCall("unlink", file(name)) { unlink(file(name)) } } catch where error.code == ENOENT { return }
            try Descriptor(open: path, O_RDONLY | O_DIRECTORY).sync()
        }
    }

    /// The bytes of a file; 0 if there is none.
    func bytes(of name: String) -> Int { Self.size(file(name)) ?? 0 }

    /// Whether the disk keeps this many bytes free after as many more.
    static func hasRoom(in folder: String, for bytes: Int, leaving reserve: Int) -> Bool {
        var disk = statvfs()
        return statvfs(folder, &disk) == 0 && Int(disk.f_bavail) * Int(disk.f_frsize) >= bytes + reserve
    }

    private static func failing(_ task: () throws(SystemError) -> Void) throws(StateWriter.Failure) {
        do throws(SystemError) { try task() } catch { throw StateWriter.Failure("\(error)") }
    }
}
