import Glibc
import Platform
import Wire

/// Requests that wait for the disk. The loop never does: a thread writes, and each turn looks for answers.
final class DiskQueue: Feature {
    private let store: StateStore
    private var tasks: [DiskTask] = []
    /// The number of tasks so far, for a name of each.
    private var count = 0
    private var unkept: [UnkeptReply] = []

    init(_ store: StateStore) { self.store = store }

    func deadline(at now: Double) -> Double { tasks.isEmpty && unkept.isEmpty ? .infinity : now + 0.02 }

    /// Runs work on the writer's thread, and answers the client afterwards.
    /// - Parameters:
    ///   - durable: for the reply.
    ///   - late: what the client is told when it takes too long.
    ///   - answer: called in the loop with the outcome; gives the reply's body.
    func run<Value: Sendable>(
        for client: Requester, at now: Double, durable: Bool? = nil, late: String = "the disk has not answered for \(DiskTask.timeout.shortest) s",
        _ work: @escaping @Sendable () throws(StateWriter.Failure) -> Value,
        _ answer: @escaping (FeatureContext, Result<Value, StateWriter.Failure>) throws(ControlError) -> (any Encodable)?
    ) throws(ControlError) {
        guard tasks.count < DiskTask.most else { throw ControlError(.busy, "other requests wait for the disk") }
        let outcome = DiskTask.Outcome<Value>()
        count += 1
        client.peer.owe()
        store.writer.write("request \(count)") { () throws(StateWriter.Failure) in
            let result: Result<Value, StateWriter.Failure>
            do throws(StateWriter.Failure) { result = .success(try work()) } catch { result = .failure(error) }
            outcome.result.withLock { $0 = result }
        }
        tasks.append(DiskTask(client: client, until: now + DiskTask.timeout, late: late) { context in
            guard let result = outcome.result.withLock({ $0 }) else { return nil }
            do throws(ControlError) { return client.reply.done(durable: durable, try answer(context, result)) } catch { return client.reply.refusal(error) }
        })
    }

    /// The outcome of work, or why there is none, for a client.
    static func value<Value>(_ result: Result<Value, StateWriter.Failure>) throws(ControlError) -> Value {
        do throws(StateWriter.Failure) { return try result.get() } catch { throw ControlError(.unavailable, error.description) }
    }

    /// Replies as soon as everything is on the disk, or after a second.
    func reply(to client: Requester, at now: Double, _ body: @escaping () -> (any Encodable)?) {
        client.peer.owe()
        unkept.append(UnkeptReply(client: client, until: now + UnkeptReply.timeout, body: body))
    }

    /// Sends replies that waited for a change to be on the disk.
    func poll(_ descriptors: [pollfd], _ context: FeatureContext) {
        guard !unkept.isEmpty else { return }
        let isOver = store.writer.isIdle, risk = store.risk, now = context.now
        unkept.removeAll { waiting in
            guard isOver || now >= waiting.until else { return false }
            waiting.client.peer.settle()
            waiting.client.peer.send(waiting.client.reply.done(durable: risk == nil, waiting.body(), detail: risk))
            return true
        }
    }

    /// Answers requests whose outcome is there, or that have waited too long for the disk.
    func tick(_ context: FeatureContext) {
        guard !tasks.isEmpty else { return }
        let now = context.now, waiting = tasks
        tasks = []
        for var task in waiting {
            let line = task.line(context)
            if line != nil || now >= task.until, !task.isAnswered {
                task.isAnswered = true
                task.client.peer.settle()
                task.client.peer.send(line ?? task.client.reply.refusal(ControlError(.unavailable, task.late)))
            }
            if line == nil { tasks.append(task) }
        }
    }
}
