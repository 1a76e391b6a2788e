import Appliance
import ArgumentParser
import Platform

/// `--socket PATH`, shared by all client commands.
struct ControlSocketOption: ParsableArguments {
    @Option(name: .customLong("socket"), help: "The appliance's socket (default: the service's, else your session's).")
    var path: String?

    func connect(_ names: [String] = [ControlPlace.control]) throws -> ControlConnection {
        try ControlConnection(path.map { [$0] } ?? names.flatMap { ControlPlace.candidates($0) })
    }
}

/// Sends a request that changes something, and reports that it was carried out.
struct SimpleRequest {
    let socket: ControlSocketOption
    let json: Bool

    func run(_ request: ControlRequest, _ words: String) throws { try run(request) { _ in words } }

    /// - Parameter words: what the reply means.
    func run(_ request: ControlRequest, _ words: (String) -> String) throws {
        var line = ""
        let done = try socket.connect().reply(request) { line = $0 }
        Terminal.output(json ? line : words(line))
        if done.durable == false { Terminal.note("nodline: the change is not on the disk: \(done.detail ?? "it is not there yet, or cannot be written there")") }
    }
}
