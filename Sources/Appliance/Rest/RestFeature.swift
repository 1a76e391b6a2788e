import Platform
import Traces
import Wire

/// Records ordinary minutes as numbers, for clients: what must not fire is learnt from them.
final class RestFeature: Feature {
    private var recording: (recorder: RestRecorder, owner: ControlPeer)?
    /// The folder is being prepared for one.
    private var isBeginning = false

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        guard case .teach(let request) = request else { return nil }
        switch request {
        case .recordRest(let minutes): try record(minutes: minutes, for: client, context)
        case .stopRest:
            guard let recording else { throw ControlError(.unavailable, "no ordinary minutes are being recorded") }
            recording.recorder.stop()
            return .done()
        case .rest: try count(for: client, context)
        case .forgetRest: try forget(for: client, context)
        default: return nil
        }
        return .later
    }

    /// The folder of the profile in use.
    private func folder(_ settings: SettingsInUse) throws(ControlError) -> RestFolder {
        guard !settings.folder.isEmpty else { throw ControlError(.unavailable, "there is no [state] directory to keep them in") }
        return RestFolder(state: settings.folder, profile: settings.profile)
    }

    private func record(minutes: Double, for client: Requester, _ context: FeatureContext) throws(ControlError) {
        let folder = try folder(context.settings), profile = context.settings.profile
        if recording != nil || isBeginning { throw ControlError(.busy, "ordinary minutes are being recorded already") }
        try context.mayUseCamera()
        try context.may(.disturbing)
        try context.mayChange()
        context.wake()
        let end = context.now + DiskTask.timeout
        try context.disk.run(for: client, at: context.now, { () throws(StateWriter.Failure) in try folder.begin() }) { [unowned self] context, result throws(ControlError) in
            isBeginning = false
            let before = try DiskQueue.value(result)
            guard context.now < end, !client.hasLeft else { throw ControlError(.unavailable, "it took too long") }
            try context.may(.disturbing)
            recording = (RestRecorder(folder, of: profile, before: before, writer: context.settings.store.writer, until: context.now + minutes * 60), client.peer)
            context.emit(.rest(time: context.now, RestProgress(step: .recording, total: before / 60)))
            return RestReply(minutes: before / 60, most: RestFolder.longest / 60, recording: true)
        }
        isBeginning = true
    }

    /// Says how many minutes there are.
    private func count(for client: Requester, _ context: FeatureContext) throws(ControlError) {
        let folder = try folder(context.settings)
        try context.mayWork()
        try context.disk.run(for: client, at: context.now, { () throws(StateWriter.Failure) in folder.amount.seconds }) { [unowned self] _, result throws(ControlError) in
            RestReply(minutes: try DiskQueue.value(result) / 60, most: RestFolder.longest / 60, recording: recording != nil)
        }
    }

    private func forget(for client: Requester, _ context: FeatureContext) throws(ControlError) {
        let folder = try folder(context.settings)
        if recording != nil { throw ControlError(.busy, "ordinary minutes are being recorded; stop it first") }
        try context.mayChange()
        try context.disk.run(for: client, at: context.now, durable: true, { () throws(StateWriter.Failure) in try folder.forget() }) { context, result throws(ControlError) in
            try DiskQueue.value(result)
            context.emit(.rest(time: context.now, RestProgress(step: .forgotten)))
            return nil
        }
    }

    func frame(_ frame: SeenFrame, _ context: FeatureContext) { recording?.recorder.add(HeadMark(time: frame.time, seen: frame.face)) }

    func obstacle(to undertaking: Undertaking) -> ControlError? {
        guard undertaking == .teaching, recording != nil else { return nil }
        return ControlError(.busy, "ordinary minutes are being recorded, and a taught movement is none; stop it first: nodline record-rest --stop")
    }

    func stop(_ context: FeatureContext) { recording?.recorder.stop() }

    /// Ends a recording whose time is over, whose client has left or whose profile is no longer in use, and reports its progress.
    func tick(_ context: FeatureContext) {
        context.head.sight.recordsFace = recording != nil
        guard let (recorder, owner) = recording else { return }
        let now = context.now
        if now >= recorder.until || owner.hasLeft || context.head.health.isBatteryCritical || recorder.profile != context.settings.profile
            || recorder.before + recorder.seen >= RestFolder.longest { recorder.stop() }
        let (isOver, failure) = recorder.end
        let minutes = recorder.seen / 60, total = (recorder.before + recorder.seen) / 60
        if isOver {
            recording = nil
            context.emit(.rest(time: now, RestProgress(step: failure == nil ? .ended : .failed, minutes: minutes, total: total, reason: failure)))
        } else if Int(minutes) > recorder.reported {
            recorder.reported = Int(minutes)
            context.emit(.rest(time: now, RestProgress(step: .recording, minutes: minutes, total: total)))
        }
    }
}
