import Glibc

/// The file of this program.
package enum ProgramFile {
    /// An absolute path without symbolic links; empty if /proc is not there.
    package static var path: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        return String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
