/// What programs with a key may reach, also from pages of other origins.
enum OpenPaths {
    /// Files that need no key.
    static let files = ["/nodline.js", "/nodline.d.ts", "/v1/openapi.json"]

    /// The methods of each path besides OPTIONS.
    static let methods = [
        "/v1/ask": "POST", "/v1/command": "POST", "/v1/events": "GET", "/v1/status": "GET",
    ].merging(files.map { ($0, "GET") }) { $1 }

    static func contains(_ path: some StringProtocol) -> Bool { methods[String(path)] != nil }
}
