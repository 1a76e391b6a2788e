import Glibc
import Platform
import Wire

/// Shows clients what the camera sees.
final class PreviewFeature: Feature {
    private let pictures = PreviewDesk()

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        guard case .setup(.preview(let rate)) = request else { return nil }
        guard let rate else {
            pictures.remove(client.peer)
            return .done()
        }
        try context.mayShow()
        try context.mayUseCamera()
        try context.mayWork()
        context.wake()
        do throws(SystemError) { try pictures.add(client.peer, rate: rate, at: context.now) } catch { throw ControlError(.unavailable, "\(error)") }
        return .done()
    }

    func watch(_ descriptors: inout [pollfd], at now: Double) { pictures.watch(&descriptors) }

    func tick(_ context: FeatureContext) {
        if !context.configuration.control.preview { pictures.removeAll() }
        pictures.poll()
        context.set(.watched, pictures.isWatched)
    }

    func frame(_ frame: SeenFrame, _ context: FeatureContext) {
        guard pictures.wantsFrame(at: context.now) else { return }
        context.wake()
        let tracker = context.head.tracker
        pictures.show(frame.view, frame.face, of: StatusReply.Person(context.head.gate?.knowledge), at: context.now) {
            try tracker.seesAnother(than: $0, in: frame.view)
        }
    }
}
