import Gestures
import Platform
import Wire

/// Records clips for clients. Files are written by threads of their own.
final class RecordingFeature: Feature {
    private let clips: RecordingDesk
    /// Room for a clip is being made.
    private var isBeginning = false

    /// - Parameter state: the state's folder; nothing can be recorded without one.
    init(state: String) { clips = RecordingDesk(state: state) }

    func start(_ context: FeatureContext) {
        guard let folder = clips.folder else { return }
        context.settings.store.writer.write("recordings") { () throws(StateWriter.Failure) in folder.sweep() }
    }

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        guard case .setup(let request) = request else { return nil }
        switch request {
        case .record(let agreed, let seconds): try record(agreed: agreed, seconds: seconds, for: client, context)
        case .stopRecording:
            guard clips.isRecording else { throw ControlError(.unavailable, "nothing is being recorded") }
            clips.stop(at: context.now)
            return .done()
        case .label(let gesture, let from, let to): try label(gesture, from: from, to: to, for: client, context)
        case .recordings: try list(for: client, context)
        case .deleteRecording(let name): try delete(name, for: client, context)
        case .openRecording(let name, let part): try open(name, part, for: client, context)
        default: return nil
        }
        return .later
    }

    private func folder() throws(ControlError) -> RecordingFolder {
        guard let folder = clips.folder else { throw ControlError(.unavailable, "there is no [state] directory to record into") }
        return folder
    }

    private func record(agreed: Bool, seconds: Double, for client: Requester, _ context: FeatureContext) throws(ControlError) {
        guard agreed else {
            throw ControlError(.badField, "nothing is recorded unless the person in the picture agrees; expected \"agreed\":true")
        }
        let folder = try folder()
        if clips.isBusy || isBeginning { throw ControlError(.busy, "a recording is in progress") }
        try context.mayUseCamera()
        try context.mayChange()
        context.wake()
        let rate = RecordingDesk.rate(context.configuration.camera.rate), bytes = RecordingDesk.bytes(seconds: seconds, rate: rate)
        let end = context.now + DiskTask.timeout
        try context.disk.run(for: client, at: context.now, { () throws(StateWriter.Failure) in try folder.begin(bytes: bytes) }) {
            [unowned self] context, result throws(ControlError) in
            isBeginning = false
            let name = try DiskQueue.value(result)
            // Nothing is recorded for a client that was told that it failed, or that has left.
            guard context.now < end, !client.hasLeft else { throw ControlError(.unavailable, "it took too long") }
            do throws(SystemError) {
                try clips.begin(name, of: folder, seconds: seconds, rate: rate, for: client.peer, at: context.now)
            } catch {
                throw ControlError(.unavailable, "\(error)")
            }
            context.emit(.recording(time: context.now, .began, name: name, reason: nil))
            return RecordReply(name: name, seconds: seconds)
        }
        isBeginning = true
    }

    private func label(_ gesture: String, from: Double, to: Double, for client: Requester, _ context: FeatureContext) throws(ControlError) {
        guard let take = clips.take, let folder = clips.folder else {
            throw ControlError(.unavailable, "there is no recording of this run to label")
        }
        guard take.labels.count < RecordingDesk.mostLabels else { throw ControlError(.unavailable, "it has \(take.labels.count) labels already") }
        let label = RecordedLabel(gesture: gesture, from: max(0, from - take.began), to: min(to, take.until) - take.began)
        guard label.from < label.to else {
            throw ControlError(.badField, "from \(from.shortest) to \(to.shortest) is not within the recording, which lasts from "
                + "\(take.began.shortest) to \(take.until.shortest) on the clock of the events")
        }
        try context.mayWork()
        try context.disk.run(for: client, at: context.now, { [labels = take.labels + [label], name = take.name] () throws(StateWriter.Failure) in
            try folder.write(labels, of: name)
        }) { _, result throws(ControlError) in
            try DiskQueue.value(result)
            return nil
        }
        clips.add(label)
    }

    private func list(for client: Requester, _ context: FeatureContext) throws(ControlError) {
        let folder = try folder()
        try context.mayWork()
        try context.disk.run(for: client, at: context.now, { () throws(StateWriter.Failure) in
            let clips = folder.clips
            return RecordingsReply(recordings: clips, free: folder.room(with: clips))
        }) { _, result throws(ControlError) in
            let reply: RecordingsReply = try DiskQueue.value(result)
            return reply
        }
    }

    /// Hands over a clip's open file: neither its bytes nor its pictures go through the loop.
    private func open(_ name: String, _ part: RecordingPart, for client: Requester, _ context: FeatureContext) throws(ControlError) {
        let folder = try folder()
        try context.mayShow()
        try context.mayWork()
        try context.disk.run(for: client, at: context.now, { () throws(StateWriter.Failure) in try folder.open(name, part) }) {
            _, result throws(ControlError) in
            client.peer.hand(try DiskQueue.value(result))
            return nil
        }
    }

    private func delete(_ name: String, for client: Requester, _ context: FeatureContext) throws(ControlError) {
        let folder = try folder()
        if clips.isBusy, clips.take?.name == name { throw ControlError(.busy, "it is being recorded; stop it first") }
        try context.mayWork()
        try context.disk.run(for: client, at: context.now, { () throws(StateWriter.Failure) in try folder.delete(name) }) {
            [unowned self] context, result throws(ControlError) in
            try DiskQueue.value(result)
            clips.forget(name)
            context.emit(.recording(time: context.now, .deleted, name: name, reason: nil))
            return nil
        }
    }

    func frame(_ frame: SeenFrame, _ context: FeatureContext) { clips.add(frame.view, at: context.now) }

    func stop(_ context: FeatureContext) { clips.stop(at: context.now) }

    /// Ends a recording whose time is over or whose client has left.
    func tick(_ context: FeatureContext) {
        let now = context.now
        if clips.isRecording, let take = clips.take, now >= take.until || take.owner.hasLeft || context.head.health.isBatteryCritical { clips.stop(at: now) }
        if let (name, end) = clips.takeEnd() {
            switch end {
            case .complete: context.emit(.recording(time: now, .ended, name: name, reason: nil))
            case .failed(let reason): context.emit(.recording(time: now, .failed, name: name, reason: reason))
            }
        }
        context.set(.recording, clips.isRecording)
    }

    func report(in status: inout StatusReply, _ context: FeatureContext) {
        guard clips.isRecording, let take = clips.take else { return }
        status.recording = .some(StatusReply.Recording(name: take.name, left: max(0, take.until - context.now)))
    }
}
