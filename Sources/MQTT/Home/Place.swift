import FoundationEssentials
import MQTTSettings
import Platform

/// Where a machine publishes at a broker.
struct Place: Codable, Equatable, Sendable {
    let server: String, port: Int
    /// What its topics begin with, and the topic of its discovery message.
    let root: String, discovery: String

    init(_ settings: MQTTConfiguration, _ topics: Topics) {
        (server, port, root, discovery) = (settings.server, settings.port, topics.root, topics.discovery)
    }

    var availability: String { root + "/availability" }
    private var others: [String] { [root + "/state", root + "/fault", discovery] }

    /// Where the broker keeps something of this machine. Other machines may be below `root`.
    var filters: [String] { [availability, root + "/output/+"] + others }

    func owns(_ topic: String) -> Bool { topic == availability || topic.hasPrefix(root + "/output/") || others.contains(topic) }
}

/// The places at which this machine has published, in a file: under a previous name it is cleared away.
struct PlaceMemory {
    private static let most = 10

    private let file: String?
    private let present: Place
    private var places: [Place] = []

    /// - Parameter folder: where the file is; `nil` if nothing is remembered.
    init(folder: String?, present: Place) {
        (file, self.present) = (folder.map { $0 + "/places.json" }, present)
        if let file, let bytes = try? FileBytes.read(file), bytes.count < 65536 {
            places = (try? JSONDecoder().decode([Place].self, from: Data(bytes))) ?? []
        }
        guard !places.contains(present) else { return }
        // Before anything is published there.
        places = places.suffix(Self.most - 1) + [present]
        write()
    }

    /// Previous places at the present broker, apart from the present one.
    var previous: [Place] {
        places.filter { $0.server == present.server && $0.port == present.port && ($0.root != present.root || $0.discovery != present.discovery) }
    }

    /// The previous places of this broker have been cleared away.
    mutating func forget() {
        guard !previous.isEmpty else { return }
        let cleared = previous
        places.removeAll { cleared.contains($0) }
        write()
    }

    private func write() {
        guard let file else { return }
        do { try AtomicFile.write(JSONEncoder().encode(places), to: file) } catch { Terminal.note("nodline-mqtt: \(file): \(error)") }
    }
}
