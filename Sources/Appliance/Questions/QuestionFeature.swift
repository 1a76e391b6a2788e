import Gestures
import Glibc
import Wire

/// Asks the person for yes or no, for clients; one question at a time.
final class QuestionFeature: Feature {
    private var open: (text: String, client: Requester)?

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        guard case .ask(let text, let timeout) = request else { return nil }
        withdraw(context)  // the one that leaves and the one that comes may be seen in the same turn
        if open != nil { throw ControlError(.busy, "another question is being asked; one at a time") }
        try context.mayMeasure("a question")
        context.wake()
        open = (text, client)  // before the event is sent that announces it
        client.peer.owe()
        context.head.ask(at: context.now, timeout: timeout, context.handle)
        return .later
    }

    /// Withdraws the question of a client that has left, before the next frame can answer it.
    func poll(_ descriptors: [pollfd], _ context: FeatureContext) { withdraw(context) }

    private func withdraw(_ context: FeatureContext) {
        guard let open, open.client.hasLeft else { return }
        self.open = nil
        open.client.peer.settle()
        context.head.withdraw(at: context.now, context.handle)
    }

    /// Passes on the person's answer, or that the time is up.
    func hear(_ event: ApplianceEvent, at now: Double) {
        guard case .gesture(let gesture) = event, case .answer(let answer) = gesture.kind, let open else { return }
        self.open = nil
        open.client.peer.settle()
        open.client.peer.send(open.client.reply.done(AskReply(answer: answer.rawValue)))
    }

    func obstacle(to undertaking: Undertaking) -> ControlError? {
        guard open != nil else { return nil }
        return switch undertaking {
        case .measuring, .following: ControlError(.busy, "a question is being asked; wait until it is answered")
        case .disturbing, .teaching, .writing, .releasing: nil
        }
    }

    func report(in status: inout StatusReply, _ context: FeatureContext) { status.question = .some(open?.text) }
}
