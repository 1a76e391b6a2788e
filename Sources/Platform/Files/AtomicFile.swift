import FoundationEssentials
import Glibc

/// Files that a power cut leaves either as they were or as they become.
package enum AtomicFile {
    /// Where the new file lies until the disk has it.
    package static func unfinished(_ file: String) -> String { file + ".new" }

    /// Writes a file beside the one that is there, waits until it is on the disk, and puts it in its place.
    /// - Returns: the call that failed, and why.
    package static func write(_ data: Data, to file: String) -> String? {
        let new = unfinished(file)
        func failed(_ call: String, _ path: String) -> String { "\(call) \(path): \(String(cString: strerror(errno)))" }
        let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o640)
        guard descriptor >= 0 else { return failed("open", new) }
        let count = data.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        // Only what is on the disk may take the old one's place. A disk that fills up takes a part and sets no error.
        if count >= 0, count < data.count { errno = ENOSPC }
        guard count == data.count, fsync(descriptor) == 0 else {
            let problem = failed("write", new)
            close(descriptor)
            unlink(new)
            return problem
        }
        close(descriptor)
        guard rename(new, file) == 0 else { return failed("rename", file) }
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
        let place = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard place >= 0 else { return failed("open", folder) }
        defer { close(place) }
        return fsync(place) == 0 ? nil : failed("fsync", folder)
    }
}
