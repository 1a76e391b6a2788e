import Platform

/// Requests that wait for the disk: recordings, and the configuration file.
extension MainLoop {
    /// Answers requests whose outcome is there, or that have waited too long for the disk.
    func tendTasks() {
        guard !setup.tasks.isEmpty else { return }
        let tasks = setup.tasks
        setup.tasks = []
        for var task in tasks {
            let line = task.line()
            if line != nil || now >= task.until, !task.isAnswered {
                task.isAnswered = true
                task.peer.isOwed = owes(task.peer)
                task.peer.send(line ?? task.reply.refusal(ControlError(.unavailable, task.late)))
            }
            if line == nil { setup.tasks.append(task) }
        }
    }

    static func value<Value>(_ result: Result<Value, StateWriter.Failure>) throws(ControlError) -> Value {
        do throws(StateWriter.Failure) { return try result.get() } catch { throw ControlError(.unavailable, error.description) }
    }

    /// Runs work on the writer's thread.
    /// - Parameters:
    ///   - durable: for the reply.
    ///   - late: what the client is told when it takes too long.
    ///   - answer: called in the loop with the outcome; gives the reply's body.
    func onDisk<Value: Sendable>(
        for peer: ControlPeer, _ reply: ControlReply, durable: Bool? = nil,
        late: String = "the disk has not answered for \(DiskTask.patience.shortest) s", _ work: @escaping @Sendable () throws(StateWriter.Failure) -> Value,
        _ answer: @escaping (MainLoop, Result<Value, StateWriter.Failure>) throws(ControlError) -> (any Encodable)?
    ) throws(ControlError) {
        guard setup.tasks.count < DiskTask.most else { throw ControlError(.busy, "other requests wait for the disk") }
        let outcome = DiskTask.Outcome<Value>()
        setup.taskCount += 1
        peer.isOwed = true
        store.writer.write("request \(setup.taskCount)") { () throws(StateWriter.Failure) in
            let result: Result<Value, StateWriter.Failure>
            do throws(StateWriter.Failure) { result = .success(try work()) } catch { result = .failure(error) }
            outcome.result.withLock { $0 = result }
        }
        setup.tasks.append(DiskTask(peer: peer, reply: reply, until: now + DiskTask.patience, late: late) { [unowned self] in
            guard let result = outcome.result.withLock({ $0 }) else { return nil }
            do throws(ControlError) { return reply.done(durable: durable, try answer(self, result)) } catch { return reply.refusal(error) }
        })
    }
}
