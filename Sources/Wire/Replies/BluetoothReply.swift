/// The reply to `bluetooth`.
package struct BluetoothReply: Encodable {
    /// The tablets, phones and computers that have paired.
    package let hosts: [PairedHost]

    package init(hosts: [PairedHost]) { self.hosts = hosts }
}

/// The reply to `pair-bluetooth`.
package struct PairingReply: Encodable {
    /// Seconds for which a host may pair.
    package static let longest = 120.0

    /// "waiting", "passkey", "paired" or "ended".
    package let state: String
    /// Six digits to be typed on the host.
    package let passkey: String?
    /// Seconds.
    package let left: Double

    package init(_ news: BluetoothNews, left: Double) {
        self.left = left
        switch news {
        case .passkey(let digits): (state, passkey) = ("passkey", digits)
        case .paired: (state, passkey) = ("paired", nil)
        case .waiting, .host: (state, passkey) = ("waiting", nil)
        case .listed, .forgotten, .unknown, .failed, .ended: (state, passkey) = ("ended", nil)
        }
    }
}
