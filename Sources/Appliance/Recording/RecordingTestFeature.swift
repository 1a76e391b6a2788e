import Glibc
import Platform
import Wire

/// Tells clients how a recording goes with the present settings, and with those that would hold without what is on trial.
final class RecordingTestFeature: Feature {
    private let folder: RecordingFolder?
    private var running: (run: RecordingRun, client: Requester)?

    /// - Parameter state: the state's folder; there are no recordings without one.
    init(state: String) { folder = state.isEmpty ? nil : RecordingFolder(state: state) }

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        guard case .setup(.testRecording(let name, let numbers)) = request else { return nil }
        guard let folder else { throw ControlError(.unavailable, "there is no [state] directory with recordings") }
        if running != nil { throw ControlError(.busy, "a recording is being tried") }
        try context.mayUseCamera()
        try context.mayChange()
        let settings = context.settings, shelf = settings.shelf
        let taught = settings.current.gestures.taught.compactMap { shelf.folder?.file($0.name) }
        if numbers { try context.mayShow() }
        let job = RecordingRun.Job(folder: folder, name: name, present: settings.current, kept: numbers ? nil : settings.untried, taught: taught, numbers: numbers)
        do throws(SystemError) { running = (try RecordingRun(job), client) } catch { throw ControlError(.unavailable, "\(error)") }
        client.peer.owe()
        return .later
    }

    func watch(_ descriptors: inout [pollfd], at now: Double) {
        if let running { descriptors.append(pollfd(fd: running.run.news.descriptor, events: Int16(POLLIN), revents: 0)) }
    }

    /// Answers when it is over; ends it when its client has left, or there is too little power for it.
    func tick(_ context: FeatureContext) {
        guard let (run, client) = running else { return }
        if client.hasLeft || context.head.health.isBatteryCritical { run.stop() }
        guard let outcome = run.outcome else { return }
        running = nil
        client.peer.settle()
        switch outcome {
        case .success(let reply): client.peer.send(Self.line(reply, client))
        case .failure(let failure): client.peer.send(Self.refusal(failure.description, client))
        }
    }

    func stop(_ context: FeatureContext) { running?.run.stop() }

    /// What is too long for one reply goes without the reasons.
    private static func line(_ reply: RecordingTestReply, _ client: Requester) -> String {
        let lines = [client.reply.done(reply), client.reply.done(reply.withoutReasons)]
        return lines.first { $0.utf8.count <= ControlPeer.longestReply } ?? refusal("too many gestures are marked in it for one reply", client)
    }

    private static func refusal(_ problem: String, _ client: Requester) -> String { client.reply.refusal(ControlError(.unavailable, problem)) }
}
