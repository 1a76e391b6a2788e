import Platform

/// The page's files, by the address under which each is served. They are listed once: a request's path is only looked up.
package struct PageFiles: Sendable {
    package struct File: Equatable, Sendable {
        package let bytes: [UInt8]
        package let type: String
        /// The bytes are gzip's.
        package let isCompressed: Bool
        /// There are both kinds, so that an answer depends on what the client accepts.
        package let hasBoth: Bool
    }

    private struct Place {
        let file: String, type: String
        var hasCompressed = false
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "json": "application/json", "ts": "text/plain; charset=utf-8", "svg": "image/svg+xml", "png": "image/png", "webmanifest": "application/manifest+json",
    ]
    /// Bytes of a file.
    private static let longest = 1_000_000
    /// What the compressed kind of a file has after its name; `deploy/page` makes it.
    private static let compressed = ".gz"

    private let files: [String: Place]

    /// - Parameter folder: with `index.html`, other files, and the folders `texts`, `wiring`, `talk` and `api`.
    package init(folder: String) {
        var files: [String: Place] = [:]
        for path in ["", "texts/", "wiring/", "talk/", "api/"] {
            let names = SysfsFile.names(in: folder + "/" + path), all = Set(names)
            for name in names {
                guard let dot = name.lastIndex(of: "."), let type = Self.types[String(name[name.index(after: dot)...])] else { continue }
                // Programs get theirs under addresses that do not depend on the page.
                let shown = path != "api/" ? path + name : name == "openapi.json" ? "v1/openapi.json" : name
                files["/" + shown] = Place(file: folder + "/" + path + name, type: type, hasCompressed: all.contains(name + Self.compressed))
            }
        }
        files["/"] = files.removeValue(forKey: "/index.html")
        files["/talk"] = files.removeValue(forKey: "/talk/index.html")
        self.files = files
    }

    /// The file of a path. It is read each time, so that the page uses no memory while nobody looks at it.
    /// - Parameter compressed: the client takes gzip.
    package func read(_ path: String, compressed: Bool = false) -> File? {
        guard let place = files[path] else { return nil }
        let isCompressed = place.hasCompressed && compressed
        guard let bytes = try? FileBytes.read(isCompressed ? place.file + Self.compressed : place.file), bytes.count <= Self.longest else { return nil }
        return File(bytes: bytes, type: place.type, isCompressed: isCompressed, hasBoth: place.hasCompressed)
    }

    package var isEmpty: Bool { files["/"] == nil }
}
