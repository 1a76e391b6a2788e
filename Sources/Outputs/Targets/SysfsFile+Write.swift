// Writing one of the kernel's small files.
import Glibc
import Platform

extension SysfsFile {
    /// Replaces what a file of /sys holds.
    package static func write(_ text: String, to path: String) throws(OutputFault) {
        let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard descriptor >= 0 else { throw OutputFault(place: path, call: "open", problem: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, text, text.utf8.count) >= 0 else {
            throw OutputFault(place: path, call: "write \(text)", problem: String(cString: strerror(errno)))
        }
    }
}
