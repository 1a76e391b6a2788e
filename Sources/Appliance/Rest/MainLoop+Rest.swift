import Platform
import Traces

/// Recordings of ordinary minutes, for clients.
extension MainLoop {
    /// The folder of the profile in use.
    private func restFolder() throws(ControlError) -> RestFolder {
        let state = StateStore.folder(configuration)
        guard !state.isEmpty else { throw ControlError(.unavailable, "there is no [state] directory to keep them in") }
        return RestFolder(state: state, profile: store.saved.profile)
    }

    func recordRest(minutes: Double, for peer: ControlPeer, _ reply: ControlReply) throws(ControlError) {
        let folder = try restFolder(), profile = store.saved.profile
        if rest != nil || setup.isBeginningRest { throw ControlError(.busy, "ordinary minutes are being recorded already") }
        if economy.isCritical { throw ControlError(.unavailable, "the battery is empty and the camera off") }
        try mayNotDisturb()
        try mayChange()
        economy.wake(at: now)
        let end = now + DiskTask.patience
        setup.isBeginningRest = true
        do throws(ControlError) {
            try onDisk(for: peer, reply, { () throws(StateWriter.Failure) in try folder.begin() }) { loop, result throws(ControlError) in
                loop.setup.isBeginningRest = false
                let before = try Self.value(result)
                guard loop.now < end, !peer.hasLeft else { throw ControlError(.unavailable, "it took too long") }
                try loop.mayNotDisturb()
                loop.rest = RestRecorder(folder, of: profile, before: before, writer: loop.store.writer, until: loop.now + minutes * 60)
                loop.restOwner = peer
                loop.emit(.rest(time: loop.now, RestProgress(step: .recording, total: before / 60)))
                return RestReply(minutes: before / 60, most: RestFolder.longest / 60, recording: true)
            }
        } catch {
            setup.isBeginningRest = false
            throw error
        }
    }

    func stopRest() throws(ControlError) {
        guard let rest else { throw ControlError(.unavailable, "no ordinary minutes are being recorded") }
        rest.stop()
    }

    /// Says how many minutes there are.
    func countRest(for peer: ControlPeer, _ reply: ControlReply) throws(ControlError) {
        let folder = try restFolder()
        try mayWork()
        try onDisk(for: peer, reply, { () throws(StateWriter.Failure) in folder.amount.seconds }) { loop, result throws(ControlError) in
            RestReply(minutes: try Self.value(result) / 60, most: RestFolder.longest / 60, recording: loop.rest != nil)
        }
    }

    func forgetRest(for peer: ControlPeer, _ reply: ControlReply) throws(ControlError) {
        let folder = try restFolder()
        if rest != nil { throw ControlError(.busy, "ordinary minutes are being recorded; stop it first") }
        try mayChange()
        try onDisk(for: peer, reply, durable: true, { () throws(StateWriter.Failure) in try folder.forget() }) { loop, result throws(ControlError) in
            try Self.value(result)
            loop.emit(.rest(time: loop.now, RestProgress(step: .forgotten)))
            return nil
        }
    }

    /// Ends a recording whose time is over, whose client has left or whose profile is no longer in use, and reports its progress.
    func tendRest() {
        headSwitch.recordsFace = rest != nil
        guard let rest else { return }
        if now >= rest.until || restOwner?.hasLeft ?? true || economy.isCritical || rest.profile != store.saved.profile
            || rest.before + rest.seen >= RestFolder.longest { rest.stop() }
        let (isOver, failure) = rest.end
        let minutes = rest.seen / 60, total = (rest.before + rest.seen) / 60
        if isOver {
            self.rest = nil
            restOwner = nil
            emit(.rest(time: now, RestProgress(step: failure == nil ? .ended : .failed, minutes: minutes, total: total, reason: failure)))
        } else if Int(minutes) > rest.reported {
            rest.reported = Int(minutes)
            emit(.rest(time: now, RestProgress(step: .recording, minutes: minutes, total: total)))
        }
    }
}

/// The reply to `record-rest` and `rest`.
package struct RestReply: Codable {
    /// With a face, that there are of this profile, and the most that are kept.
    package let minutes: Double, most: Double
    /// Minutes are being recorded now.
    package let recording: Bool
}
