import Gestures
import Platform

/// Teaching gestures, for clients.
extension MainLoop {
    /// - Returns: the reply; `nil` if it is sent later.
    func answer(_ request: TeachRequest, from peer: ControlPeer, _ reply: ControlReply) throws(ControlError) -> String? {
        switch request {
        case .teach(let name, let repetitions):
            try teach(name, repetitions: repetitions, for: peer)
            return reply.done()
        case .taught: return reply.done(taughtGestures)
        case .forget(let name):
            try forget(name, for: peer, reply)
            return nil
        case .export(let name):
            guard let gesture = taught.gesture(name) else { throw ControlError(.unavailable, unknown(name)) }
            try mayWork()
            return reply.done(TaughtTextReply(name: "my-\(name)", text: gesture.text))
        case .importing(let name, let text, let part, let isLast):
            guard let gesture = try take(text, part: part, isLast: isLast, of: name, from: peer) else { return reply.done() }
            try importGesture(gesture, for: peer, reply)
            return nil
        case .recordRest(let minutes):
            try recordRest(minutes: minutes, for: peer, reply)
            return nil
        case .stopRest:
            try stopRest()
            return reply.done()
        case .rest:
            try countRest(for: peer, reply)
            return nil
        case .forgetRest:
            try forgetRest(for: peer, reply)
            return nil
        }
    }

    private func teach(_ name: GestureName, repetitions: Int, for peer: ControlPeer) throws(ControlError) {
        try mayMeasure("teaching")
        if let maker { throw ControlError(.busy, "my-\(maker.name) is being computed; wait until it is done") }
        if rest != nil { throw ControlError(.busy, "ordinary minutes are being recorded, and a taught movement is none; stop it first: nodline record-rest --stop") }
        try mayKeep(name)
        try mayChange()
        economy.wake(at: now)
        headSwitch.teach(TeachSession(name, repetitions: repetitions, at: now), at: now, handle)
        rangeOwner = peer
        peer.isOwed = true
    }

    /// Ends a teaching whose repetitions are complete, or that cannot go on, and takes a new template over.
    func tendTeaching() {
        tendMaker()
        adapt()
        guard let session = headSwitch.teaching else { return }
        if let obstacle = session.obstacle(at: now) {
            endTeaching(obstacle)
        } else if headSwitch.recognizer.isPaused || economy.isCritical {
            endTeaching(economy.isCritical ? "the battery is empty" : "it was paused")
        } else if let outcome = session.outcome {
            switch outcome {
            case .failure(let fault): closeTeaching(session.name, .refused(fault.rawValue, words: fault.words))
            case .success(let repetitions):
                let state = StateStore.folder(configuration), profile = store.saved.profile
                let maker = TemplateMaker(session.name, from: repetitions, others: taught.gestures.filter { $0.name != session.name },
                                          rest: state.isEmpty ? nil : RestFolder(state: state, profile: profile), folder: taught.folder, writer: store.writer)
                self.maker = maker
                closeTeaching(session.name, .computing)  // gestures count again while it is computed
                maker.start()
            }
        }
    }

    /// Cancels a teaching; nothing has changed.
    func endTeaching(_ reason: String) {
        if let session = headSwitch.teaching { closeTeaching(session.name, .cancelled(reason: reason)) }
    }

    private func closeTeaching(_ name: GestureName, _ progress: TeachProgress) {
        headSwitch.teach(nil, at: now, handle)
        rangeOwner?.isOwed = false
        rangeOwner = nil
        headSwitch.tell(.teach(time: now, name, progress), handle)
    }

    private func tendMaker() {
        guard let maker, let (outcome, faults) = maker.takeOutcome() else { return }
        self.maker = nil
        for fault in faults { report(.restUnusable, fault) }
        switch outcome {
        case .made(let lesson):
            // In the profile for which it was taught, which may not be in use any more.
            if maker.folder?.file(maker.name) == taught.folder?.file(maker.name) { use(lesson.gesture) }
            headSwitch.tell(.teach(time: now, maker.name, .kept(lesson)), handle)
        case .refused(let refusal): headSwitch.tell(.teach(time: now, maker.name, .refused(refusal.code, words: refusal.words)), handle)
        case .failed(let reason):
            headSwitch.tell(.teach(time: now, maker.name, .refused("not-written", words: "it could not be kept, and nothing has changed: \(reason)")), handle)
        }
    }

    /// Whether there is room for a gesture of this name.
    private func mayKeep(_ name: GestureName) throws(ControlError) {
        if let fault = taught.faults.first(where: { $0.name == name.description }) {
            throw ControlError(.unavailable, "there is a file of this name that cannot be used, and it is kept: \(fault). Forget it first: nodline teach --forget \(name)")
        }
        guard taught.gesture(name) != nil || taught.gestures.count + taught.faults.count < TaughtFolder.most else {
            throw ControlError(.unavailable, "there are \(TaughtFolder.most) taught gestures already; forget one first")
        }
    }

    // MARK: - Taking templates over

    private func use(_ gesture: TaughtGesture) {
        taught.put(gesture)
        useTaught()
    }

    /// Gives the recogniser the present templates.
    private func useTaught() {
        taught.apply(to: &configuration)
        headSwitch.adopt(configuration.gestures)
    }

    /// Reads the templates of a profile.
    func shelf(of profile: String, _ configuration: Configuration) -> TaughtShelf {
        TaughtShelf(state: StateStore.folder(configuration), profile: profile)
    }

    /// Reports files that cannot be used, and gestures that somebody must teach first.
    func checkTaught() {
        for fault in taught.faults { report(.taughtUnusable, "\(fault)") }
        for missing in configuration.untaught(taught.gestures.map(\.name)) { report(.gestureNotTaught, "\(missing.key): \(missing.problem)") }
    }

    /// Moves a template towards a movement that was meant.
    private func adapt() {
        guard configuration.taught.adapts, headSwitch.teaching == nil, maker == nil, let name = confirmation.confirmed(at: now),
              let gesture = headSwitch.confirm(name) else { return writeAdapted() }
        taught.put(gesture)
        taught.adapted.insert(name)
        taught.apply(to: &configuration)  // the recogniser has it already
    }

    /// Writes templates that have adapted, now and then: a memory card wears out.
    func writeAdapted(isLast: Bool = false) {
        guard !taught.adapted.isEmpty, isLast || now >= nextAdaptedWrite, let folder = taught.folder else { return }
        // A file that is being replaced or removed is left alone: the old template would come back, or the new one would never be written.
        let adapted = taught.takeAdapted(except: maker.map { claimedGestures.union([$0.name]) } ?? claimedGestures)
        guard !adapted.isEmpty else { return }
        nextAdaptedWrite = now + Self.adaptedInterval
        for gesture in adapted {
            store.writer.write("my-\(gesture.name)") { () throws(StateWriter.Failure) in
                do throws(StateWriter.Failure) { try folder.write(gesture) } catch {
                    throw StateWriter.Failure("\(error); what my-\(gesture.name) has learnt lasts until the program ends")
                }
            }
        }
    }

    private static let adaptedInterval = 600.0

    // MARK: - Requests

    private func unknown(_ name: GestureName) -> String {
        let nearest = NearestWord.to(name.description, among: taught.gestures.map(\.name.description)).map { "; did you mean \($0)?" }
        return "my-\(name) has not been taught" + (nearest ?? (taught.gestures.isEmpty ? "; nothing has" : "; there are \(taught.gestures.map { "my-\($0.name)" }.quoted)"))
    }

    private func forget(_ name: GestureName, for peer: ControlPeer, _ reply: ControlReply) throws(ControlError) {
        guard taught.gesture(name) != nil || taught.faults.contains(where: { $0.name == name.description }) else { throw ControlError(.unavailable, unknown(name)) }
        if maker?.name == name { throw ControlError(.busy, "my-\(name) is being computed; wait until it is done") }
        try mayChange()
        guard let folder = taught.folder else {
            drop(name)
            peer.send(reply.done(durable: false))
            return
        }
        try onDisk(for: peer, reply, durable: true, { () throws(StateWriter.Failure) in try folder.remove(name) }) { loop, result throws(ControlError) in
            loop.claimedGestures.remove(name)
            try Self.value(result)
            if loop.taught.folder?.file(name) == folder.file(name) { loop.drop(name) }
            return nil
        }
        claimedGestures.insert(name)
    }

    private func drop(_ name: GestureName) {
        taught.remove(name)
        useTaught()
    }

    /// Collects a template's text in parts.
    /// - Returns: the gesture, when the text is complete.
    private func take(_ text: String, part: Int, isLast: Bool, of name: GestureName, from peer: ControlPeer) throws(ControlError) -> TaughtGesture? {
        if part == 0 {
            try mayWork()
            importing = TaughtImport(peer: peer, name: name)
        }
        guard let import_ = importing, import_.peer === peer, import_.name == name, import_.parts == part else {
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

    private func importGesture(_ gesture: TaughtGesture, for peer: ControlPeer, _ reply: ControlReply) throws(ControlError) {
        if let maker { throw ControlError(.busy, "my-\(maker.name) is being computed; wait until it is done") }
        try mayNotDisturb()
        try mayKeep(gesture.name)
        try mayChange()
        guard let folder = taught.folder else {
            use(gesture)
            peer.send(reply.done(durable: false))
            return
        }
        try onDisk(for: peer, reply, durable: true, { () throws(StateWriter.Failure) in try folder.write(gesture) }) { loop, result throws(ControlError) in
            loop.claimedGestures.remove(gesture.name)
            try Self.value(result)
            if loop.taught.folder?.file(gesture.name) == folder.file(gesture.name) { loop.use(gesture) }
            return nil
        }
        claimedGestures.insert(gesture.name)
    }

    private var taughtGestures: TaughtReply {
        let bound = configuration.boundGestures
        return TaughtReply(gestures: taught.gestures.map { gesture in
            TaughtReply.Gesture(name: "my-\(gesture.name)", channels: gesture.channels.map(\.rawValue), repetitions: gesture.repetitions,
                                per_hour: gesture.rate.expected, per_hour_95: gesture.rate.upper95, hours: gesture.rate.hours,
                                bound: bound.contains(.taught(gesture.name)))
        }, faults: taught.faults.map { TaughtReply.Fault(name: "my-\($0.name)", detail: $0.description) }, most: TaughtFolder.most)
    }
}

/// A template's text that a client sends in parts.
struct TaughtImport {
    let peer: ControlPeer
    let name: GestureName
    private(set) var parts = 0
    private(set) var text = ""

    init(peer: ControlPeer, name: GestureName) { (self.peer, self.name) = (peer, name) }

    mutating func add(_ part: String) {
        parts += 1
        if text.utf8.count < 64 * 1024 { text += part }
    }
}
