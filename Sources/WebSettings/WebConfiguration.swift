import Platform
import Settings

/// The section `[web]`: the setup page, which `nodline-web` serves.
///
/// It is a module of its own because two programs read it: `nodline` checks and prints it, and `nodline-web`, which does not link
/// the appliance, follows it.
package struct WebConfiguration: Equatable, Sendable {
    /// Whether the page is served at all.
    package var enabled = false
    package var port = 8020
    /// The interfaces to listen on, besides loopback; empty for all that have a private address.
    package var interfaces: [String] = []
    /// Further names by which browsers may call this machine.
    package var hosts: [String] = []
    /// The user of this machine whose browser may speak without being paired; empty for none.
    package var screen = ""
    /// Whether a program on this machine encrypts the page and passes requests on.
    package var behindTLS = false

    package init() {}

    package static let keys: [ConfigurationKey<WebConfiguration>] = [
        .init("enabled", .flag(\.enabled), """
            The setup page: a browser on a phone or a computer shows the camera's picture, sets Nodline up and watches it
            (docs/web.md). true serves it at http://nodline.local:8020 and at each private address of this machine; a browser must be
            paired once with a code (`nodline pair`).
            """),
        .init("port", .integer(1024...65535, \.port), """
            The page's port.
            """),
        .init("interfaces", .texts(\.interfaces), """
            The network interfaces on which it can be reached besides this machine itself: ["usb0"]. [] means all that have a private
            address: the network through the USB cable, a home network. ["lo"] means only this machine.
            """, misplaced: { NetworkNames.misfit(interfaces: $0.interfaces) }),
        .init("hosts", .texts(\.hosts), """
            Further names by which browsers may open the page, for example ["switch.example.org"]. This machine's name, its name with
            .local, nodline.local, localhost and its addresses are always allowed; a page under any other name is refused.
            """, misplaced: { NetworkNames.misfit(hosts: $0.hosts) }),
        .init("screen", .text(\.screen), """
            The user of this machine whose browser may watch and speak without being paired: "nodline-screen" for a screen at the
            board (docs/talk.md). What other programs pass on does not count. "" means nobody.
            """, misplaced: { web in
                if web.screen == "root" { return "is root, whose programs may pass on anybody's requests; expected a user of its own, as nodline-screen" }
                return !web.screen.isEmpty && web.behindTLS ? "cannot be combined with behind_tls, which takes the page from browsers of this machine" : nil
            }),
        .init("behind_tls", .flag(\.behindTLS), """
            true if another program on this machine encrypts the page and passes requests on (docs/web.md has an example). The page is
            then served only to this machine, and its cookie only to encrypted connections.
            """),
    ]
}
