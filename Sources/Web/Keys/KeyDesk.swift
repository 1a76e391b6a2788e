import Platform

/// Answers `nodline key`: one JSON object in, one out.
///
///     → {"key":"add","name":"kiosk","may":["ask"],"origins":["https://kiosk.example"]}
///     ← {"ok":true,"secret":"…"}
///     → {"key":"list"}
///     ← {"ok":true,"keys":[{"name":"kiosk","may":["ask"],"origins":["https://kiosk.example"],"created":1790000000}]}
package struct KeyDesk: Sendable {
    let keys: KeyStore

    package init(_ keys: KeyStore) { self.keys = keys }

    /// - Returns: `nil` if the line is not about keys.
    package func answer(to line: String) -> String? {
        guard let fields = JSONValue.object(line.utf8), let what = fields["key"]?.text else { return nil }
        do throws(KeyStore.Fault) {
            return JSONValue.object(try answer(what, fields).merging(["ok": .flag(true)]) { $1 }).line
        } catch {
            return JSONValue.object(["ok": .flag(false), "error": .text(error.rawValue)]).line
        }
    }

    private func answer(_ what: String, _ fields: [String: JSONValue]) throws(KeyStore.Fault) -> [String: JSONValue] {
        let name = fields["name"]?.text ?? ""
        switch what {
        case "add":
            let words = Self.texts(fields["may"]), rights = words.compactMap(KeyRight.init)
            guard rights.count == words.count else { throw .rights }
            let secret = try keys.add(name: name, rights: rights, origins: Self.texts(fields["origins"]))
            Terminal.note("nodline-web: key \(name.quoted) was made, which may \(words.joined(separator: ", "))")
            return ["secret": .text(secret)]
        case "remove":
            try keys.remove(name: name)
            Terminal.note("nodline-web: key \(name.quoted) was removed")
            return [:]
        default:
            return ["keys": .list(keys.all.map { key in
                .object(["name": .text(key.name), "may": .list(key.rights.map { .text($0.rawValue) }),
                         "origins": .list(key.origins.map { .text($0) }), "created": .number(Double(key.created))])
            })]
        }
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        guard case .list(let list)? = value else { return [] }
        return list.map { $0.text ?? "" }
    }
}
