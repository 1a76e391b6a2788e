/// What nodline-bluetooth answers a guest: one packet each. After the last one it closes the connection.
package enum BluetoothNews: Equatable, Sendable {
    case waiting
    /// Six digits to be typed on the host.
    case passkey(String)
    case paired
    case host(PairedHost)
    case listed
    case forgotten
    /// No host with this address has paired.
    case unknown
    /// BlueZ has not forgotten it.
    case failed
    /// It took too long, or nodline-bluetooth has ended.
    case ended

    /// Whether nothing comes after it.
    package var isLast: Bool {
        switch self {
        case .waiting, .passkey, .host: false
        case .paired, .listed, .forgotten, .unknown, .failed, .ended: true
        }
    }

    package init(packet: some Collection<UInt8>) {
        let words = String(decoding: packet, as: UTF8.self).split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        switch (words[0], words.count) {
        case ("passkey", 2): self = .passkey(words[1])
        case ("host", 4): self = .host(PairedHost(address: words[1], name: words[3], connected: words[2] == "connected"))
        case (let word, 1): self = Self.plain.first { $0.packet == word } ?? .waiting
        default: self = .waiting
        }
    }

    private static let plain: [BluetoothNews] = [.paired, .listed, .forgotten, .unknown, .failed, .ended]

    package var packet: String {
        switch self {
        case .waiting: "waiting"
        case .passkey(let digits): "passkey \(digits)"
        case .paired: "paired"
        case .host(let host): "host \(host.address) \(host.connected ? "connected" : "away") \(host.name)"
        case .listed: "listed"
        case .forgotten: "forgotten"
        case .unknown: "unknown"
        case .failed: "failed"
        case .ended: "ended"
        }
    }
}
