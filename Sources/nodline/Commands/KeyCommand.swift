import Appliance
import ArgumentParser
import FoundationEssentials
import Platform
import Replays
import Wire

struct KeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Make, list and remove the keys of programs that use nodline-web.",
        discussion: """
            For root and members of the group nodline-control, while nodline-web runs ([web] enabled = true). \
            docs/kiosk.md describes what a program can do with a key.
            nodline key add kiosk --may ask,listen --origin https://kiosk.example
            """,
        subcommands: [Add.self, List.self, Remove.self])

    /// What all of them share.
    struct Desk: ParsableArguments {
        @Option(name: .customLong("socket"), help: "nodline-web's socket (default: the service's, else your session's).")
        var path: String?

        @Flag(help: "Print one JSON object.")
        var json = false

        /// Sends a request.
        /// - Returns: the reply; `nil` if it has been printed as JSON.
        func reply(to request: Request) throws -> Reply? {
            let line = try PairCommand.line(for: JSONLine.text(request), at: path)
            guard let reply = try? JSONDecoder().decode(Reply.self, from: Data(line.utf8)) else {
                throw ControlConnection.Fault(description: "nodline-web's answer is not understood; is it another version?")
            }
            guard reply.ok else { throw ControlConnection.Fault(description: reply.error ?? "nodline-web refused it") }
            if json { Terminal.output(line) }
            return json ? nil : reply
        }
    }

    struct Request: Encodable {
        let key: String
        var name: String?, may: [String]?, origins: [String]?
    }

    struct Reply: Decodable {
        struct Key: Decodable {
            let name: String, may: [String], origins: [String]
            /// Seconds since 1970; `nil` from another version.
            let created: Int?

            var words: String {
                // A board without a clock may have thought that it was 1970.
                let date = created.map { Date(timeIntervalSince1970: Double($0)).formatted(.iso8601.year().month().day()) }
                return ([name, may.joined(separator: ","), date.map { "made \($0)" } ?? ""] + origins).filter { !$0.isEmpty }.joined(separator: "   ")
            }
        }

        let ok: Bool, error: String?, secret: String?, keys: [Key]?
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make a key. It is shown once and kept nowhere.")

        @Argument(help: "The key's name: letters, digits, dots, hyphens and underscores.")
        var name: String

        @Option(help: "What it may do, separated by commas: listen (state and events), ask (questions), command (pause, resume, calibrate, and stop, which no key can end).")
        var may = "ask,listen"

        @Option(name: .customLong("origin"), parsing: .singleValue, help: """
            A page that may use it, as https://kiosk.example or http://localhost:8080. May be repeated. Without one, no page of \
            another address can, but programs can.
            """)
        var origins: [String] = []

        @OptionGroup var desk: Desk

        func run() throws {
            let rights = may.split(separator: ",").map(String.init)
            guard let secret = try desk.reply(to: Request(key: "add", name: name, may: rights, origins: origins))?.secret else { return }
            Terminal.output(secret)
            Terminal.note("This is the key. It is not shown again; `nodline key remove \(name)` makes it invalid.")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the keys: what each may do, the day on which it was made, and the pages that may use it.")

        @OptionGroup var desk: Desk

        func run() throws {
            guard let keys = try desk.reply(to: Request(key: "list"))?.keys else { return }
            if keys.isEmpty { return Terminal.output("There are no keys.") }
            for key in keys { Terminal.output(key.words.printable) }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Make a key invalid, at once.")

        @Argument(help: "The key's name.")
        var name: String

        @OptionGroup var desk: Desk

        func run() throws {
            if try desk.reply(to: Request(key: "remove", name: name)) != nil { Terminal.output("Removed.") }
        }
    }
}
