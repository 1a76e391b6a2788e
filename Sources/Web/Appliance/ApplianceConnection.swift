import FlyingSocks
import Platform
import Synchronization
import Wire

/// A session's connection to the appliance, for requests and their replies.
actor ApplianceConnection {
    enum Failure: Error { case noAppliance, noAnswer, tooLong }

    private let socket: LineSocket
    private let limits: TimeLimits
    private var waiting: [Int: CheckedContinuation<String, any Error>] = [:]
    private var next = 1
    private(set) var isOver = false

    init(path: String, pool: some AsyncSocketPool, limits: TimeLimits) async throws {
        self.limits = limits
        do { socket = try await LineSocket(path: path, pool: pool) } catch { throw Failure.noAppliance }
        Task { await self.read() }
    }

    private func read() async {
        await Self.read(socket) { line in Task { await self.take(line) } }
        isOver = true
        for waiter in waiting.values { waiter.resume(throwing: Failure.noAppliance) }
        waiting = [:]
    }

    private nonisolated static func read(_ socket: LineSocket, _ take: @Sendable (String) -> Void) async {
        await socket.eachLine { line in
            take(line)
            return true
        }
    }

    private func take(_ line: String) {
        guard case .number(let id)? = JSONValue.object(line.utf8)?["id"] else { return }
        Int(exactly: id).flatMap { waiting.removeValue(forKey: $0) }?.resume(returning: line)
    }

    /// Sends a request and waits for its reply.
    /// - Throws: ``Failure``.
    func reply(to request: [String: JSONValue], within timeout: Double) async throws -> String {
        guard !isOver else { throw Failure.noAppliance }
        let id = next
        next += 1
        var fields = request
        fields["id"] = .number(Double(id))
        fields["before"] = fields["before"] ?? RequestBounds.before(within: timeout)
        let line = JSONValue.object(fields).line
        guard line.utf8.count <= RequestBounds.longest else { throw Failure.tooLong }
        let limit = limits.after(timeout) { Task { await self.giveUp(id) } }
        defer { limits.cancel(limit) }
        return try await withCheckedThrowingContinuation { continuation in
            waiting[id] = continuation
            Task {
                do { try await socket.send(line) } catch { self.fail(id) }
            }
        }
    }

    private func giveUp(_ id: Int) { waiting.removeValue(forKey: id)?.resume(throwing: Failure.noAnswer) }

    private func fail(_ id: Int) { waiting.removeValue(forKey: id)?.resume(throwing: Failure.noAppliance) }

    func hangUp() { socket.hangUp() }
}
