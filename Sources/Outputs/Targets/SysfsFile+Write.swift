import Glibc
import Platform

extension SysfsFile {
    /// Replaces the contents of a file of /sys.
    package static func write(_ text: String, to path: String) throws(OutputFault) {
        let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard descriptor >= 0 else { throw OutputFault(place: path, call: "open", problem: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, text, text.utf8.count) >= 0 else {
            throw OutputFault(place: path, call: "write \(text)", problem: String(cString: strerror(errno)))
        }
    }
}
