import Glibc
import Platform
import WebSettings

/// What `nodline pair` shows: the code, and where to enter it.
package struct PairingReply: Codable, Equatable, Sendable {
    package let code: String, seconds: Int, addresses: [String]

    /// - Parameters:
    ///   - listening: where the server listens: at another address, somebody else may.
    ///   - all: this machine's addresses.
    package init(_ code: (code: String, seconds: Int), _ web: WebConfiguration, machine: String, port: UInt16, listening: [LocalAddress],
                 of all: [LocalAddress] = LocalAddress.all()) {
        (self.code, seconds) = (code.code, code.seconds)
        if web.behindTLS {
            addresses = (web.hosts.isEmpty ? [machine] : web.hosts).map { "https://\($0)" }
            return
        }
        // A browser takes any of the addresses that localhost has.
        let own = listening.filter(\.address.isLoopback), isWhole = all.filter(\.address.isLoopback).allSatisfy(own.contains)
        let here = own.isEmpty ? [] : isWhole ? ["localhost"] : own.map(\.address.host)
        addresses = (Self.reachable(listening).map(\.host) + here).map { "http://\($0):\(port)" }
    }

    /// The addresses for other devices, those first that a phone reaches most likely: the network before a cable to one computer
    /// and before networks inside of this machine, IPv4 before IPv6.
    package static func reachable(_ chosen: [LocalAddress]) -> [InternetAddress] {
        // Browsers take no link-local IPv6 address, because it needs the interface's name.
        let usable = chosen.filter { !$0.address.isLoopback && !($0.address.isLinkLocal && $0.address.bytes.count == 16) }
        func order(_ local: LocalAddress) -> Int {
            let isNear = ["usb", "docker", "br-", "virbr", "veth", "lxc"].contains { local.interface.hasPrefix($0) }
            return (isNear || local.address.isLinkLocal ? 2 : 0) + (local.address.bytes.count == 16 ? 1 : 0)
        }
        return (0...3).flatMap { rank in usable.filter { order($0) == rank }.map(\.address) }
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
