import Gestures
import Platform

/// Recordings for clients. Files are written by threads of their own.
extension MainLoop {
    func record(agreed: Bool, seconds: Double, for peer: ControlPeer, _ reply: ControlReply) throws(ControlError) {
        guard agreed else {
            throw ControlError(.badField, "nothing is recorded unless the person in the picture agrees; expected \"agreed\":true")
        }
        guard let folder = recordings.folder else { throw ControlError(.unavailable, "there is no [state] directory to record into") }
        if recordings.isBusy || setup.isBeginningRecording { throw ControlError(.busy, "a recording is in progress") }
        if economy.isCritical { throw ControlError(.unavailable, "the battery is empty and the camera off") }
        try mayChange()
        economy.wake(at: now)
        let rate = RecordingDesk.rate(configuration.camera.rate), bytes = RecordingDesk.bytes(seconds: seconds, rate: rate)
        let end = now + DiskTask.patience
        setup.isBeginningRecording = true
        do throws(ControlError) {
            try onDisk(for: peer, reply, { () throws(StateWriter.Failure) in try folder.begin(bytes: bytes) }) { loop, result throws(ControlError) in
                loop.setup.isBeginningRecording = false
                let name = try Self.value(result)
                // Nothing is recorded for a client that was told that it failed, or that has left.
                guard loop.now < end, !peer.hasLeft else { throw ControlError(.unavailable, "it took too long") }
                do throws(SystemError) {
                    try loop.recordings.begin(name, of: folder, seconds: seconds, rate: rate, for: peer, at: loop.now)
                } catch {
                    throw ControlError(.unavailable, "\(error)")
                }
                loop.emit(.recording(time: loop.now, .began, name: name, reason: nil))
                return RecordReply(name: name, seconds: seconds)
            }
        } catch {
            setup.isBeginningRecording = false
            throw error
        }
    }

    func stopRecording() throws(ControlError) {
        guard recordings.isRecording else { throw ControlError(.unavailable, "nothing is being recorded") }
        recordings.stop()
    }

    func label(_ gesture: String, from: Double, to: Double, for peer: ControlPeer, _ reply: ControlReply) throws(ControlError) {
        guard let take = recordings.take, let folder = recordings.folder else {
            throw ControlError(.unavailable, "there is no recording of this run to label")
        }
        guard take.labels.count < RecordingDesk.mostLabels else { throw ControlError(.unavailable, "it has \(take.labels.count) labels already") }
        let label = RecordedLabel(gesture: gesture, from: max(0, from - take.began), to: min(to, take.until) - take.began)
        guard label.from < label.to else {
            throw ControlError(.badField, "from \(from.shortest) to \(to.shortest) is not within the recording, which lasts from "
                + "\(take.began.shortest) to \(take.until.shortest) on the clock of the events")
        }
        try mayWork()
        try onDisk(for: peer, reply, { [labels = take.labels + [label], name = take.name] () throws(StateWriter.Failure) in
            try folder.write(labels, of: name)
        }) { loop, result throws(ControlError) in
            try Self.value(result)
            return nil
        }
        recordings.add(label)
    }

    func listRecordings(for peer: ControlPeer, _ reply: ControlReply) throws(ControlError) {
        guard let folder = recordings.folder else { throw ControlError(.unavailable, "there is no [state] directory to record into") }
        try mayWork()
        try onDisk(for: peer, reply, { () throws(StateWriter.Failure) in
            let clips = folder.clips
            return RecordingsReply(recordings: clips, free: folder.room(with: clips))
        }) { _, result throws(ControlError) in
            let reply: RecordingsReply = try Self.value(result)
            return reply
        }
    }

    func deleteRecording(_ name: String, for peer: ControlPeer, _ reply: ControlReply) throws(ControlError) {
        guard let folder = recordings.folder else { throw ControlError(.unavailable, "there is no [state] directory to record into") }
        if recordings.isBusy, recordings.take?.name == name { throw ControlError(.busy, "it is being recorded; stop it first") }
        try mayWork()
        try onDisk(for: peer, reply, { () throws(StateWriter.Failure) in try folder.delete(name) }) { loop, result throws(ControlError) in
            try Self.value(result)
            loop.recordings.forget(name)
            loop.emit(.recording(time: loop.now, .deleted, name: name, reason: nil))
            return nil
        }
    }

    /// Ends a recording whose time is over or whose client has left, and answers requests that waited for the disk.
    func tendRecording() {
        if recordings.isRecording, let take = recordings.take, now >= take.until || take.owner.hasLeft || economy.isCritical { recordings.stop() }
        if let (name, end) = recordings.takeEnd() {
            switch end {
            case .complete: emit(.recording(time: now, .ended, name: name, reason: nil))
            case .failed(let reason): emit(.recording(time: now, .failed, name: name, reason: reason))
            }
        }
        headSwitch.set(.recording, recordings.isRecording, at: now, handle)
        tendTasks()
    }
}
