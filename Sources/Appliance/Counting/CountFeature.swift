import FoundationEssentials
import Gestures
import Platform
import Wire

/// Counts gestures and outputs by day, for clients. The file is written rarely: a memory card does not like many writes, and a power cut may cost minutes of it.
final class CountFeature: Feature {
    /// Seconds from the first change that is not written to its writing.
    private static let interval = 600.0

    private let file: String?
    private var counts: DayCounts
    /// When the file is written.
    private var due = Double.infinity

    /// - Parameter state: the state's folder; empty to count until the end of the run.
    init(state: String) {
        file = state.isEmpty ? nil : state + "/counts.json"
        counts = file.map(DayCounts.init(file:)) ?? DayCounts()
    }

    func hear(_ event: ApplianceEvent, at now: Double) {
        switch event {
        case .gesture(let event):
            guard let gesture = event.kind.gesture else { return }
            counts.add(gesture.description, to: \.gestures)
        case .line(let change) where change.value && change.part == .whole: counts.add(change.name, to: \.outputs)
        default: return
        }
        due = min(due, now + Self.interval)
    }

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        guard case .counts = request else { return nil }
        try context.mayWork()
        return .list(counts.reply)
    }

    func tick(_ context: FeatureContext) { if context.now >= due { write(context) } }

    func stop(_ context: FeatureContext) { if due < .infinity { write(context) } }

    private func write(_ context: FeatureContext) {
        due = .infinity
        guard let file else { return }
        // What fails is tried again at the next change: counts are no reason for a fault.
        let text = JSONLine.text(counts.reply)
        context.settings.store.writer.write("counts") { () throws(StateWriter.Failure) in try? AtomicFile.write(Data(text.utf8), to: file, mode: 0o600) }
    }
}
