// One value of the kernel's, out of a small file that may be missing, empty, or gone while it is read.
import Glibc

package enum SysfsFile {
    /// The file's first line without blanks around it; `nil` where there is none.
    /// - Parameter limit: bytes that are read.
    package static func text(_ path: String, upTo limit: Int = 128) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = read(descriptor, &bytes, bytes.count)  // a gauge that does not answer gives EIO or ENODATA
        guard count > 0 else { return nil }
        let line = bytes[..<count].prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
        let text = String(decoding: line, as: UTF8.self).drop { $0 == " " || $0 == "\t" }
        return text.isEmpty ? nil : String(text)
    }

    /// The file's number; `nil` where it holds none.
    package static func number(_ path: String) -> Double? {
        guard let text = text(path), let number = Double(text.prefix { $0 != " " }), number.isFinite else { return nil }
        return number
    }

    /// The names in a folder, in order; none where there is no such folder.
    package static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
