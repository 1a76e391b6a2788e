import FoundationEssentials
import Glibc
import Platform
import Synchronization

/// The programs' keys, kept in a file across restarts. The keys themselves are not in it, only their digests.
package final class KeyStore: Sendable {
    package enum Fault: String, Error {
        case name = "the name must have 1 to 40 letters, digits, dots, hyphens and underscores"
        case taken = "there is a key of this name already; `nodline key remove` it first"
        case full = "there are 32 keys already; `nodline key remove` one that is not needed"
        case rights = "there is nothing that it may do; expected listen, ask, command"
        case origin = "an origin is not one; expected a scheme and a host without a path, such as https://kiosk.example"
        case unknown = "there is no key of this name"
        case disk = "the list of keys cannot be written; nothing has changed"
    }

    private static let most = 32, mostOrigins = 8, longestName = 40

    private let keys: Mutex<[ClientKey]>
    private let writing = Mutex(())
    /// What ends with a key.
    private let ending = Mutex<(next: Int, all: [Int: (key: String, end: @Sendable () -> Void)])>((0, [:]))
    private let file: String?

    /// - Parameter folder: where `keys.json` is; `nil` to keep keys in memory only.
    package init(folder: String?) {
        file = folder.map { $0 + "/keys.json" }
        var kept: [ClientKey] = []
        if let file {
            do {
                if let bytes = try FileBytes.readKept(file, upTo: 65_536) { kept = try JSONDecoder().decode([ClientKey].self, from: Data(bytes)) }
            } catch {
                Terminal.note("nodline-web: \(file) is damaged; every key must be made again")
            }
        }
        keys = Mutex(kept)
    }

    package var all: [ClientKey] { keys.withLock { $0 } }

    /// Makes a key.
    /// - Returns: the key, which is not kept and cannot be shown again.
    package func add(name: String, rights: [KeyRight], origins: [String], at time: Int = SessionStore.now) throws(Fault) -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "-_.".utf8.contains(byte)
            }
        }
        guard isPlain, (1...Self.longestName).contains(name.utf8.count) else { throw .name }
        guard !rights.isEmpty else { throw .rights }
        let plain = origins.compactMap(ClientKey.origin)
        guard plain.count == origins.count, plain.count <= Self.mostOrigins else { throw .origin }
        let secret = Secret.random()
        let key = ClientKey(id: Secret.random(bytes: 6), name: name, rights: KeyRight.allCases.filter(rights.contains), origins: plain,
                            digest: Secret.digest(secret, for: "key"), created: time)
        try change { keys throws(Fault) in
            guard !keys.contains(where: { $0.name == name }) else { throw .taken }
            guard keys.count < Self.most else { throw .full }
            keys.append(key)
        }
        return secret
    }

    package func remove(name: String) throws(Fault) {
        var removed = ""
        try change { keys throws(Fault) in
            guard let place = keys.firstIndex(where: { $0.name == name }) else { throw .unknown }
            removed = keys.remove(at: place).id
        }
        let ends = ending.withLock { [removed] in $0.all.values.filter { $0.key == removed }.map(\.end) }
        for end in ends { end() }
    }

    /// Calls `end` when a key is removed, or at once if it has been.
    /// - Returns: a number for ``forget(_:)``.
    func whenRemoved(_ id: String, _ end: @escaping @Sendable () -> Void) -> Int {
        let number = ending.withLock { ending in
            ending.next += 1
            ending.all[ending.next] = (id, end)
            return ending.next
        }
        if !exists(id) { end() }
        return number
    }

    /// What should have ended with the key is over.
    func forget(_ number: Int) { ending.withLock { $0.all[number] = nil } }

    package func key(of secret: String) -> ClientKey? {
        let digest = Secret.digest(secret, for: "key")
        return keys.withLock { $0.first { $0.digest == digest } }
    }

    /// The key in a request's header `Authorization` (RFC 6750).
    func key(in authorization: String?) -> ClientKey? {
        let words = (authorization ?? "").split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        return key(of: String(words[1]))
    }

    package func exists(_ id: String) -> Bool { keys.withLock { $0.contains { $0.id == id } } }

    /// Whether a page of this origin may use any key.
    package func names(origin: String) -> Bool {
        let origin = origin.lowercased()
        return keys.withLock { $0.contains { $0.origins.contains(origin) } }
    }

    /// Changes the list and the file, or neither. Requests do not wait for the disk.
    private func change(_ body: (inout [ClientKey]) throws(Fault) -> Void) throws(Fault) {
        let fault: Fault? = writing.withLock { _ in
            var new = all
            do throws(Fault) { try body(&new) } catch { return error }
            if let file {
                do { try AtomicFile.write(JSONEncoder().encode(new), to: file) } catch {
                    Terminal.note("nodline-web: the keys cannot be saved: \(error)")
                    return .disk
                }
            }
            keys.withLock { [new] in $0 = new }
            return nil
        }
        if let fault { throw fault }
    }
}
