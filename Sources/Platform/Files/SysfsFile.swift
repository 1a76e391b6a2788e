import Glibc

/// Small files of /sys and /proc, with one value each, that may be missing, empty, or disappear while they are read.
package enum SysfsFile {
    /// The file's first line without surrounding blanks; `nil` if there is none.
    /// - Parameter limit: the most bytes to read.
    package static func text(_ path: String, upTo limit: Int = 128) -> String? {
        // A gauge that does not answer gives EIO or ENODATA.
        guard let descriptor = try? Descriptor(open: path, O_RDONLY | O_NONBLOCK) else { return nil }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = read(descriptor.number, &bytes, bytes.count)
        guard count > 0 else { return nil }
        let line = bytes[..<count].prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
        let text = String(decoding: line, as: UTF8.self).drop { $0 == " " || $0 == "\t" }
        return text.isEmpty ? nil : String(text)
    }

    /// The file's number; `nil` if there is none.
    package static func number(_ path: String) -> Double? {
        guard let text = text(path), let number = Double(text.prefix { $0 != " " }), number.isFinite else { return nil }
        return number
    }

    /// The sorted names in a folder, without those that begin with a dot or are no text (UTF-8); none if the folder does not exist.
    package static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            // A name that was repaired would be another file's.
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            if let name, !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
