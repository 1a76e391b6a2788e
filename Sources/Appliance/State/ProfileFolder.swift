import Glibc
import Platform

/// A subfolder of the state's folder with a folder for each profile, such as `rest/main` and `rest/profile-evening`. Everything here
/// waits for the disk.
struct ProfileFolder: Sendable {
    let path: String
    /// Those that are made with the first file, outermost first.
    private let parents: [String]

    /// - Parameters:
    ///   - state: the state's folder.
    ///   - profile: "" for the main configuration file.
    init(state: String, _ kind: String, profile: String) {
        path = "\(state)/\(kind)/\(profile.isEmpty ? "main" : "profile-" + profile)"
        parents = ["\(state)/\(kind)"]
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The names of its files with this ending, without it, sorted; none if there is no folder.
    func names(endingIn ending: String) -> [String] {
        SysfsFile.names(in: path).filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
    }

    /// Makes the folder, for the service alone.
    func make() throws(SystemError) {
        for folder in parents + [path] {
            do throws(SystemError) { try systemCall("mkdir", folder) { mkdir(folder, 0o700) } } catch where error.code == EEXIST {}
        }
        _ = try Descriptor(open: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }

    /// Removes a file, also from the disk.
    func remove(_ name: String) throws(SystemError) {
        try systemCall("unlink", file(name)) { unlink(file(name)) }
        try Descriptor(open: path, O_RDONLY | O_DIRECTORY).sync()
    }

    /// The bytes of a file; 0 if there is none.
    func bytes(of name: String) -> Int {
        var status = stat()
        return stat(file(name), &status) == 0 ? Int(status.st_size) : 0
    }

    /// Whether the disk keeps this many bytes free after as many more.
    static func hasRoom(in folder: String, for bytes: Int, leaving reserve: Int) -> Bool {
        var disk = statvfs()
        return statvfs(folder, &disk) == 0 && Int(disk.f_bavail) * Int(disk.f_frsize) >= bytes + reserve
    }
}
