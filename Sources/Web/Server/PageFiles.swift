import Platform

/// The page's files, by the address under which each is served. They are listed once: a request's path is only looked up.
package struct PageFiles: Sendable {
    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "json": "application/json", "ts": "text/plain; charset=utf-8", "svg": "image/svg+xml", "png": "image/png", "webmanifest": "application/manifest+json",
    ]
    /// Bytes of a file.
    private static let longest = 1_000_000

    private let files: [String: (file: String, type: String)]

    /// - Parameter folder: with `index.html`, other files, and the folders `texts`, `wiring`, `talk` and `api`.
    package init(folder: String) {
        var files: [String: (file: String, type: String)] = [:]
        for path in ["", "texts/", "wiring/", "talk/", "api/"] {
            for name in SysfsFile.names(in: folder + "/" + path) {
                guard let dot = name.lastIndex(of: "."), let type = Self.types[String(name[name.index(after: dot)...])] else { continue }
                // Programs get theirs under addresses that do not depend on the page.
                let shown = path != "api/" ? path + name : name == "openapi.json" ? "v1/openapi.json" : name
                files["/" + shown] = (folder + "/" + path + name, type)
            }
        }
        files["/"] = files.removeValue(forKey: "/index.html")
        files["/talk"] = files.removeValue(forKey: "/talk/index.html")
        self.files = files
    }

    /// The file of a path. It is read each time, so that the page uses no memory while nobody looks at it.
    package func read(_ path: String) -> (bytes: [UInt8], type: String)? {
        guard let file = files[path], let bytes = try? FileBytes.read(file.file) else { return nil }
        return bytes.count <= Self.longest ? (bytes, file.type) : nil
    }

    package var isEmpty: Bool { files["/"] == nil }
}
