// What a client gets back.

/// A reply to one request: `{"v":1,"reply":"status","id":7,"ok":true,…}`.
package struct ControlReply {
    /// The word for a state that no light shows.
    package static let measuringRanges = "measuring-ranges"

    /// What it was, and what the client calls it, as JSON.
    private let name: String
    private let id: String?

    init(to id: String?, _ name: String) {
        self.name = name
        self.id = id
    }

    /// The reply when it was done.
    /// - Parameter fill: adds what is to be said.
    func done(_ fill: (inout JSONLine) -> Void = { _ in }) -> String {
        var line = head(isDone: true)
        fill(&line)
        return line.line
    }

    /// The reply when it was not done.
    func refusal(_ fault: ControlFault) -> String {
        var line = head(isDone: false)
        line.add("error", fault.code.rawValue)
        line.add("detail", fault.detail)
        return line.line
    }

    private func head(isDone: Bool) -> JSONLine {
        var line = JSONLine()
        line.add("v", 1)
        line.add("reply", name)
        if let id { line.add("id", raw: id) }
        line.add("ok", isDone)
        return line
    }
}
