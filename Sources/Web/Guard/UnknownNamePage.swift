/// What a browser shows that has asked for the page under a name that is not this machine's: what to type, and which key allows the name.
///
/// It says nothing of this machine: a page elsewhere that has given its own name this address may read it (DNS rebinding).
struct UnknownNamePage {
    /// The name and the port that were asked for; `nil` if they are not written as names are.
    private let name: String?, port: String

    /// - Parameter host: the header Host.
    init(host: String) {
        let parts = host.split(separator: ":", omittingEmptySubsequences: false)
        let isName = parts.count <= 2 && (1...253).contains(parts[0].utf8.count) && parts[0].utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "-_.".utf8.contains(byte)
            }
        }
        name = isName ? parts[0].lowercased() : nil
        port = parts.count == 2 && UInt16(parts[1]) != nil ? ":\(parts[1])" : ""
    }

    /// The name as it may stand in nodline.toml and in a page: checked above.
    private var shown: String { name ?? "switch.example.org" }

    /// The same name as the network's own service tells it, if it has more than one part.
    private var local: String? {
        guard let name, let short = name.split(separator: ".").first, short.contains(where: \.isLetter), name != "\(short).local" else { return nil }
        return "http://\(short).local\(port)"
    }

    var html: String {
        let hosts = "<pre>[web]\nhosts = [\"\(shown)\"]</pre>"
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Nodline</title>
            <h1>Nodline does not answer to this name</h1>
            <p>\(name.map { "You opened <b>\($0)</b>. This" } ?? "This") board answers only to its own names, so that no page of the Internet can pretend to be it.</p>
            <ul>
            \(local.map { "<li>Try <a href=\"\($0)\">\($0)</a>.\n" } ?? "")<li>Or type the board's address in numbers, such as <b>http://192.168.178.20\(port)</b>. It is in the file nodline.txt on the memory card, \
            your router shows it, and so does <code>nodline pair</code>.
            <li>Or allow this name in nodline.toml, with the key <code>hosts</code> of the section <code>[web]</code>: \(hosts)
            </ul>
            <div lang="de">
            <h1>Unter diesem Namen antwortet Nodline nicht</h1>
            <p>\(name.map { "Sie haben <b>\($0)</b> geöffnet. Dieses" } ?? "Dieses") Gerät antwortet nur unter seinen eigenen Namen, damit sich keine Seite aus dem \
            Internet für es ausgeben kann.</p>
            <ul>
            \(local.map { "<li>Versuchen Sie <a href=\"\($0)\">\($0)</a>.\n" } ?? "")<li>Oder tippen Sie die Adresse des Geräts in Zahlen ein, etwa \
            <b>http://192.168.178.20\(port)</b>. Sie steht in der Datei nodline.txt auf der Speicherkarte; Ihr Router zeigt sie, und <code>nodline pair</code> auch.
            <li>Oder erlauben Sie diesen Namen in nodline.toml, mit dem Schlüssel <code>hosts</code> des Abschnitts <code>[web]</code>: \(hosts)
            </ul>
            </div>
            </html>

            """
    }
}
