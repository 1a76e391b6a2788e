import Glibc
import Platform
import WebSettings

/// What `nodline pair` shows: the code, and where to enter it.
package struct PairingReply: Codable, Equatable, Sendable {
    package let code: String, seconds: Int, addresses: [String]

    package init(_ code: (code: String, seconds: Int), _ web: WebConfiguration, machine: String, port: UInt16) {
        (self.code, seconds) = (code.code, code.seconds)
        if web.behindTLS {
            addresses = (web.hosts.isEmpty ? [machine] : web.hosts).map { "https://\($0)" }
            return
        }
        let chosen = LocalAddress.chosen(from: LocalAddress.all(), interfaces: web.interfaces, onlyLoopback: false)
        // Browsers take no link-local IPv6 address, because it needs the interface's name.
        let reachable = chosen.map(\.address).filter { !$0.isLoopback && !($0.isLinkLocal && $0.bytes.count == 16) }
        addresses = (reachable.map(\.host) + ["localhost"]).map { "http://\($0):\(port)" }
    }

    package var line: String {
        JSONValue.object(["code": .text(code), "seconds": .number(Double(seconds)), "addresses": .list(addresses.map { .text($0) })]).line
    }
}

/// This machine's name.
package enum MachineName {
    package static var current: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, 255)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
