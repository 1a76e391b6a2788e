import Gestures
import Platform
import Wire

/// Teaches gestures for clients, keeps them, and lets them adapt to movements that were meant.
final class TeachingFeature: Feature {
    private static let adaptedInterval = 600.0

    /// One whose template is being made, and one that a client sends.
    private var maker: TemplateMaker?
    private var importing: TaughtImport?
    /// Which recognised movements were meant, and when templates that have adapted may be written again.
    private var confirmation = TaughtConfirmation()
    private var nextAdaptedWrite = 0.0
    /// The gestures whose file a request is replacing or removing.
    private var claimed: Set<GestureName> = []

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        guard case .teach(let request) = request else { return nil }
        let shelf = context.settings.shelf
        switch request {
        case .teach(let name, let repetitions):
            try teach(name, repetitions: repetitions, for: client, context)
            return .done()
        case .taught: return .done(TaughtReply(shelf, bound: context.configuration.boundGestures))
        case .forget(let name): return try forget(name, for: client, context)
        case .export(let name):
            guard let gesture = shelf.gesture(name) else { throw ControlError(.unavailable, shelf.unknown(name)) }
            try context.mayWork()
            return .done(TaughtTextReply(name: "my-\(name)", text: gesture.text))
        case .importing(let name, let text, let part, let isLast):
            guard let gesture = try take(text, part: part, isLast: isLast, of: name, from: client, context) else { return .done() }
            return try importGesture(gesture, for: client, context)
        case .recordRest, .stopRest, .rest, .forgetRest: return nil
        }
    }

    func deadline(at now: Double) -> Double { maker == nil ? .infinity : now + 0.02 }

    func hear(_ event: ApplianceEvent, at now: Double) {
        if case .gesture(let gesture) = event { confirmation.hear(gesture.kind, at: gesture.time) }
    }

    func tick(_ context: FeatureContext) {
        takeTemplate(context)
        adapt(context)
    }

    /// Reports files that cannot be used, and gestures that somebody must teach first.
    func profileBegins(_ context: FeatureContext) {
        let shelf = context.settings.shelf
        for fault in shelf.faults { context.report(.taughtUnusable, "\(fault)") }
        for missing in context.configuration.untaught(shelf.gestures.map(\.name)) { context.report(.gestureNotTaught, "\(missing.key): \(missing.problem)") }
    }

    func profileEnds(_ context: FeatureContext) { writeAdapted(context, isLast: true) }

    func stop(_ context: FeatureContext) { writeAdapted(context, isLast: true) }

    func report(in status: inout StatusReply, _ context: FeatureContext) { status.taught = context.settings.shelf.gestures.map { "my-\($0.name)" } }

    // MARK: - Teaching

    private func teach(_ name: GestureName, repetitions: Int, for client: Requester, _ context: FeatureContext) throws(ControlError) {
        try context.mayMeasure("teaching")
        try mayMake()
        try context.may(.teaching)
        try context.settings.shelf.mayKeep(name)
        try context.mayChange()
        let session = TeachSession(name, repetitions: repetitions, at: context.now)
        context.measuring.begin(TeachMeasurement(session) { [weak self] in self?.make(name, from: $0, $1) }, for: client, context)
    }

    /// Whether no template is being made.
    private func mayMake() throws(ControlError) {
        if let maker { throw ControlError(.busy, "my-\(maker.name) is being computed; wait until it is done") }
    }

    /// Makes a template of repetitions, on another thread: gestures count again meanwhile.
    private func make(_ name: GestureName, from repetitions: [TaughtRepetition], _ context: FeatureContext) {
        let settings = context.settings, state = settings.folder
        let maker = TemplateMaker(name, from: repetitions, others: settings.shelf.gestures.filter { $0.name != name },
                                  rest: state.isEmpty ? nil : RestFolder(state: state, profile: settings.profile), folder: settings.shelf.folder,
                                  writer: settings.store.writer)
        self.maker = maker
        maker.start()
    }

    /// Uses a template that has been made.
    private func takeTemplate(_ context: FeatureContext) {
        guard let maker, let (outcome, faults) = maker.takeOutcome() else { return }
        self.maker = nil
        for fault in faults { context.report(.restUnusable, fault) }
        let progress: TeachProgress
        switch outcome {
        case .made(let lesson):
            // In the profile for which it was taught, which may not be in use any more.
            if maker.folder?.file(maker.name) == context.settings.shelf.folder?.file(maker.name) { use(lesson.gesture, context) }
            progress = .kept(lesson)
        case .refused(let refusal): progress = .refused(refusal.code, words: refusal.words)
        case .failed(let reason): progress = .refused("not-written", words: "it could not be kept, and nothing has changed: \(reason)")
        }
        context.head.tell(.teach(time: context.now, maker.name, progress), context.handle)
    }

    private func use(_ gesture: TaughtGesture, _ context: FeatureContext) {
        context.settings.shelf.put(gesture)
        context.settings.refresh(context)
    }

    // MARK: - Adapting

    /// Moves a template towards a movement that was meant.
    private func adapt(_ context: FeatureContext) {
        guard context.configuration.taught.adapts, maker == nil, !(context.head.measurement is TeachMeasurement),
              let name = confirmation.confirmed(at: context.now), let gesture = context.head.confirm(name) else { return writeAdapted(context) }
        context.settings.shelf.put(gesture)
        context.settings.shelf.adapted.insert(name)
        context.settings.refresh(context, isKnown: true)
    }

    /// Writes templates that have adapted, now and then: a memory card wears out.
    private func writeAdapted(_ context: FeatureContext, isLast: Bool = false) {
        let settings = context.settings
        guard !settings.shelf.adapted.isEmpty, isLast || context.now >= nextAdaptedWrite, let folder = settings.shelf.folder else { return }
        // A file that is being replaced or removed is left alone: the old template would come back, or the new one would never be written.
        let adapted = settings.shelf.takeAdapted(except: maker.map { claimed.union([$0.name]) } ?? claimed)
        guard !adapted.isEmpty else { return }
        nextAdaptedWrite = context.now + Self.adaptedInterval
        for gesture in adapted {
            settings.store.writer.write("my-\(gesture.name)") { () throws(StateWriter.Failure) in
                do throws(StateWriter.Failure) { try folder.write(gesture) } catch {
                    throw StateWriter.Failure("\(error); what my-\(gesture.name) has learnt lasts until the program ends")
                }
            }
        }
    }

    // MARK: - Files

    private func forget(_ name: GestureName, for client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer {
        let shelf = context.settings.shelf
        guard shelf.gesture(name) != nil || shelf.isDamaged(name) else { throw ControlError(.unavailable, shelf.unknown(name)) }
        if maker?.name == name { try mayMake() }
        try context.mayChange()
        return try change(name, for: client, context, { (folder) throws(StateWriter.Failure) in try folder.remove(name) }) { context in
            context.settings.shelf.remove(name)
            context.settings.refresh(context)
        }
    }

    private func importGesture(_ gesture: TaughtGesture, for client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer {
        try mayMake()
        try context.may(.disturbing)
        try context.settings.shelf.mayKeep(gesture.name)
        try context.mayChange()
        return try change(gesture.name, for: client, context, { (folder) throws(StateWriter.Failure) in try folder.write(gesture) }) { [weak self] in
            self?.use(gesture, $0)
        }
    }

    /// Changes the file of a gesture, and then the gesture, if its profile is still in use; at once if nothing is kept.
    private func change(_ name: GestureName, for client: Requester, _ context: FeatureContext,
                        _ write: @escaping @Sendable (TaughtFolder) throws(StateWriter.Failure) -> Void,
                        _ change: @escaping (FeatureContext) -> Void) throws(ControlError) -> Answer {
        guard let folder = context.settings.shelf.folder else {
            change(context)
            client.peer.send(client.reply.done(durable: false))
            return .later
        }
        try context.disk.run(for: client, at: context.now, durable: true, { () throws(StateWriter.Failure) in try write(folder) }) {
            [weak self] context, result throws(ControlError) in
            self?.claimed.remove(name)
            try DiskQueue.value(result)
            if context.settings.shelf.folder?.file(name) == folder.file(name) { change(context) }
            return nil
        }
        claimed.insert(name)
        return .later
    }

    /// Collects a template's text in parts.
    /// - Returns: the gesture, when the text is complete.
    private func take(_ text: String, part: Int, isLast: Bool, of name: GestureName, from client: Requester,
                      _ context: FeatureContext) throws(ControlError) -> TaughtGesture? {
        if part == 0 {
            try context.mayWork()
            importing = TaughtImport(peer: client.peer, name: name)
        }
        guard let started = importing, started.peer === client.peer, started.name == name, started.parts == part else {
            throw ControlError(.badField, "part \(part) does not follow; expected the parts of one text one after the other, from 0")
        }
        importing?.add(text)
        guard isLast else { return nil }
        let whole = importing?.text ?? ""
        importing = nil
        do throws(TaughtGestureError) {
            var gesture = try TaughtGesture(text: whole)
            gesture.name = name
            return gesture
        } catch {
            throw ControlError(.badField, "\(error)")
        }
    }
}
