import Glibc
import Platform

extension SysfsFile {
    /// Replaces the contents of a file of /sys.
    package static func write(_ text: String, to path: String) throws(OutputError) {
        do throws(SystemError) {
            let descriptor = try Descriptor(open: path, O_WRONLY | O_TRUNC)
            try systemCall("write") { Glibc.write(descriptor.number, text, text.utf8.count) }
        } catch {
            throw OutputError(place: path, call: error.call == "write" ? "write \(text)" : error.call, problem: error.reason)
        }
    }
}
