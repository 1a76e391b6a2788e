/// What a guest asks of nodline-bluetooth: its first packet, and the only one.
package enum BluetoothWish: Equatable, Sendable {
    /// A host may pair as long as the guest stays, two minutes at most.
    case pair
    case list
    /// - Parameter address: as ``PairedHost/address``.
    case forget(address: String)

    /// - Returns: `nil` if it is no wish.
    package init?(packet: some Collection<UInt8>) {
        let words = String(decoding: packet, as: UTF8.self).split(separator: " ").map(String.init)
        switch (words.first, words.count) {
        case ("pair", 1): self = .pair
        case ("list", 1): self = .list
        case ("forget", 2): self = .forget(address: words[1].uppercased())
        default: return nil
        }
    }

    package var packet: String {
        switch self {
        case .pair: "pair"
        case .list: "list"
        case .forget(let address): "forget \(address)"
        }
    }
}

/// A tablet, phone or computer that has paired.
package struct PairedHost: Codable, Equatable, Sendable {
    /// AA:BB:CC:DD:EE:FF.
    package let address: String
    /// As it calls itself: any characters.
    package let name: String
    package let connected: Bool

    package init(address: String, name: String, connected: Bool) { (self.address, self.name, self.connected) = (address, name, connected) }

    /// Whether this is an address, in letters of either case.
    package static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 6 && parts.allSatisfy { $0.utf8.count == 2 && $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
    }
}
