import Appliance
import ArgumentParser
import FoundationEssentials
import Platform
import QRCode
import Replays

struct PairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair", abstract: "Show a code that pairs a browser with the setup page.",
        discussion: "For root and members of the group nodline-control, while nodline-web runs ([web] enabled = true). A code pairs one browser.")

    @Flag(help: "The browser may only watch, not change anything.")
    var watch = false

    @Option(name: .customLong("socket"), help: "nodline-web's socket (default: the service's, else your session's).")
    var path: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    private struct Reply: Decodable {
        let code: String, seconds: Int, addresses: [String]
    }

    func run() throws {
        let line = try Self.line(for: watch ? "pair watch" : "pair", at: path)
        guard let reply = try? JSONDecoder().decode(Reply.self, from: Data(line.utf8)) else {
            throw ControlConnection.Fault(description: "nodline-web's answer is not understood; is it another version?")
        }
        if json { return Terminal.output(line) }
        Terminal.output("Code: \(Self.grouped(reply.code))   for one browser\(watch ? ", which may only watch" : ""), within \(reply.seconds) s")
        if reply.code.utf8.count > 6 {
            Terminal.output("It is long because somebody has entered wrong codes, or because a program in front of the page encrypts: nobody can guess it.")
        }
        guard !reply.addresses.isEmpty else {
            throw ControlConnection.Fault(description: "nodline-web listens nowhere: another program has its port, or no network allows it; set [web] port or interfaces "
                + "(journalctl -u nodline-web)")
        }
        Terminal.output("Open one of these addresses and enter the code:\n" + reply.addresses.map { "  " + $0 }.joined(separator: "\n"))
        drawCode(reply)
    }

    /// In threes, as people read and type it.
    private static func grouped(_ code: String) -> String {
        stride(from: 0, to: code.count, by: 3).map { String(code.dropFirst($0).prefix(3)) }.joined(separator: " ")
    }

    /// A phone that reads it opens the page with the code filled in. A fragment stays in the browser: no server or log sees it.
    private func drawCode(_ reply: Reply) {
        guard let address = reply.addresses.first, !["://localhost", "://127.", "://[::1]"].contains(where: address.contains),
              let picture = QRCode("\(address)/#code=\(reply.code)"), picture.fitsTerminal else { return }
        Terminal.output("Or read this with the phone's camera:")
        for line in picture.lines { Terminal.picture(line) }
    }

    /// The line with which nodline-web answers a line.
    static func line(for request: String, at path: String?) throws(ControlConnection.Fault) -> String {
        do throws(ControlConnection.Fault) {
            let connection = try ControlConnection(path.map { [$0] } ?? places)
            try connection.send(request)
            return try connection.line(within: ControlConnection.timeout)
        } catch {
            throw ControlConnection.Fault(description: "nodline-web does not answer: it runs if the configuration has [web] enabled = true "
                + "(systemctl status nodline-web), and answers root and members of the group nodline-control")
        }
    }

    private static var places: [String] {
        ["/run/nodline-web/pair.sock"] + (Environment.variable("XDG_RUNTIME_DIR").map { [$0 + "/nodline-web/pair.sock"] } ?? [])
    }
}
