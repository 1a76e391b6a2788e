import Appliance
import Platform
import Testing
import TestSupport
import Wire

/// A client of a harness's sockets. The loop runs while it waits.
package final class HarnessClient {
    package let harness: ApplianceHarness
    private let connection: ControlConnection

    package init(_ harness: ApplianceHarness, _ connection: ControlConnection) { (self.harness, self.connection) = (harness, connection) }

    package func send(_ request: String) throws { try connection.send(request) }

    /// The next line that has arrived, or `nil`.
    private func line() throws -> String? {
        do { return try connection.line(within: 0.0005) } catch {
            if error.description.contains("has ended") { throw error }
            return nil
        }
    }

    /// The next line that is wanted, within a time on the loop's clock; skips others.
    package func next(within seconds: Double = ApplianceHarness.Deadline.seconds, _ isWanted: (ControlLine) -> Bool = { _ in true }) throws -> ControlLine {
        let deadline = ApplianceHarness.Deadline(harness, seconds)
        while true {
            while let text = try line() {
                let line = try ControlLine(text)
                if isWanted(line) { return line }
            }
            try #require(deadline.isAhead, "nothing came within \(seconds) s")
            harness.turn(0.1)
        }
    }

    /// The text of the next line that is wanted; skips others.
    package func text(within seconds: Double = ApplianceHarness.Deadline.seconds, _ isWanted: (String) -> Bool) throws -> String {
        let deadline = ApplianceHarness.Deadline(harness, seconds)
        while true {
            while let text = try line() {
                if isWanted(text) { return text }
            }
            try #require(deadline.isAhead, "nothing came within \(seconds) s")
            harness.turn(0.1)
        }
    }

    /// Everything that has arrived and was not read.
    /// - Parameter isOpen: the connection has not ended.
    package func rest(isOpen: Bool = false) throws -> String {
        var all = ""
        while true {
            do {
                guard let text = try line() else { return all }
                all += text + "\n"
            } catch {
                if isOpen { throw error }
                return all
            }
        }
    }

    /// The text of the reply to a request. The clock hardly advances until it arrives.
    package func reply(_ request: String) throws -> String {
        try send(request)
        let deadline = ApplianceHarness.Deadline(harness, 3)
        while deadline.isAhead {
            while let text = try line() {
                if text.contains("\"reply\":") { return text }
            }
            harness.turn(0.001)
        }
        throw ControlConnection.Fault(description: "no reply came")
    }

    package func ask(_ request: String) throws -> ControlLine { try ControlLine(reply(request)) }

    package func status() throws -> StatusReply {
        let text = try reply(#"{"request":"status"}"#)
        return try #require(JSONValue.decoded(from: text))
    }

    /// Whether the appliance closes this connection; skips what it sent before.
    package func isDropped() -> Bool {
        let deadline = ApplianceHarness.Deadline(harness, 30)
        while deadline.isAhead {
            do { while try line() != nil {} } catch { return true }
            harness.turn(0.01)
        }
        return false
    }
}
