import Glibc
import Platform
import Wire

/// Serves the control sockets: passes clients' requests to the features, and events to the clients.
final class ControlFeature: Feature {
    private var server: ControlServer?
    /// From when on a turn of the loop looks whether the socket files are still there, and why they could not be made anew.
    private var look = 0.0, obstacle: String?
    private static let pause = 2.0

    /// - Parameter server: `nil` if there are no sockets.
    init(_ server: ControlServer?) { self.server = server }

    /// Opens the sockets that the configuration names; the appliance works without them too.
    static func open(_ configuration: Configuration) throws(ControlError) -> ControlServer? {
        let folder = ControlPlace.folder(configured: configuration.control.directory)
        return folder.isEmpty ? nil : try ControlServer(folder: folder)
    }

    func close() { server = nil }

    func hear(_ event: ApplianceEvent, at now: Double) { server?.send(event) }

    func watch(_ descriptors: inout [pollfd], at now: Double) { server?.watch(&descriptors, at: now) }

    func deadline(at now: Double) -> Double { server?.deadline(at: now) ?? .infinity }

    /// Somebody may have removed the sockets: who has them open stays, and nobody else could stop anything.
    func tick(_ context: FeatureContext) {
        guard let server, context.now >= look else { return }
        look = context.now + Self.pause
        do throws(ControlError) {
            if try server.mend() { context.report(.controlUnavailable, "somebody has removed the control sockets; they were made anew") }
            obstacle = nil
        } catch {
            if obstacle != error.detail { context.report(.controlUnavailable, error.detail) }
            obstacle = error.detail
        }
    }

    /// When the turn's changes are made.
    func settle(_ context: FeatureContext) { server?.tell({ context.outputs.axisValues }, at: context.now) }

    /// Answers requests, a limited number in each turn.
    func poll(_ descriptors: [pollfd], _ context: FeatureContext) {
        guard let server else { return }
        server.serve(descriptors, at: context.now)
        while let (peer, message) = server.next() {
            let client = Requester(peer: peer, reply: ControlReply(to: message.id, message.name))
            do throws(ControlError) {
                let request = try message.request.get()
                // Not the loop's clock, which stands still while the machine is suspended.
                if MonotonicClock.withSuspension > message.end { throw ControlError(.late, "it came after the time that it says in before, and is too old now") }
                switch try answer(request, client, context) {
                case .done(let body): peer.send(client.reply.done(body))
                case .list(let body): peer.send(try Self.bounded(client.reply.done(body)))
                case .later: break
                }
            } catch {
                peer.send(client.reply.refusal(error))
                if error.code == .tooLong { peer.drop() }
            }
        }
    }

    private func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer {
        if case .subscribe(let pointer, let axes) = request {
            if axes != nil, context.configuration.axes.isEmpty { throw ControlError(.unavailable, "there are no axes in the configuration") }
            client.peer.axes = axes.map { AxisRate($0, from: context.now) }
            client.peer.subscription = pointer ? .everything : .events
            return .done()
        }
        for feature in context.features { if let answer = try feature.answer(request, client, context) { return answer } }
        throw ControlError(.unknownRequest, "nothing in this program answers \(client.reply.reply.quoted)")
    }

    /// A client with more unread data than this is disconnected.
    private static func bounded(_ line: String) throws(ControlError) -> String {
        guard line.utf8.count <= ControlPeer.longestReply else {
            throw ControlError(.unavailable, "the list is too long for one reply; ask for a part of it, for example with \"under\":\"gestures.\"")
        }
        return line
    }
}
