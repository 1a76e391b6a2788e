import Gestures
import Glibc
import Platform
import Settings

/// Settings on trial, and the file that keeps them.
extension MainLoop {
    static let isWriting = ControlError(.busy, "the file is being written")

    /// Uses settings from now on, in addition to those that are on trial already. Faulty ones change nothing.
    func tries(_ changes: ConfigurationChanges) throws(ControlError) {
        guard setup.writing == nil else { throw Self.isWriting }
        try mayNotDisturb()
        let all = setup.trial?.changes.adding(changes) ?? changes
        guard all.keys.count <= SettingsTrial.mostKeys else {
            throw ControlError(.unavailable, "more than \(SettingsTrial.mostKeys) settings on trial; keep or discard them first")
        }
        let known = Dictionary(Configuration.schema.settings(of: configuration).map { ($0.key, $0) }) { first, _ in first }
        let refusals = changes.keys.compactMap { Configuration.refusal(of: $0, known) }
        guard refusals.isEmpty else { throw ControlError(.badField, refusals.joined(separator: "\n")) }
        if setup.trial == nil { try checkFile() }
        let new = try configuration(with: all)
        try use(new, isRequested: true)
        let step: TrialStep = setup.trial == nil ? .began : .changed
        setup.trial = SettingsTrial(changes: all, until: now + SettingsTrial.length)
        emit(.trial(time: now, step, changed: all.keys))
    }

    /// The former settings hold again.
    func endTrial(_ step: TrialStep) {
        guard let trial = setup.trial else { return }
        setup.trial = nil
        do throws(ControlError) { try use(configuration(with: ConfigurationChanges()), isRequested: false) } catch {
            report(.configurationRefused, error.detail)
        }
        emit(.trial(time: now, step, changed: trial.changes.keys))
    }

    /// The configuration has been replaced: what was on trial does not hold any more.
    func forgetTrial() {
        setup.file = source.settingsFile(profile: store.saved.profile, of: configuration)
        setup.canUndo = !setup.file.path.isEmpty && access(SettingsFile.former(setup.file.path), R_OK) == 0
        guard let trial = setup.trial else { return }
        setup.trial = nil
        emit(.trial(time: now, .discarded, changed: trial.changes.keys))
    }

    /// Ranges have been measured: they go before what was on trial.
    func forgetTriedRanges() {
        guard let trial = setup.trial else { return }
        let rest = trial.changes.without(SettingsTrial.rangeKeys)
        setup.trial = rest.isEmpty ? nil : SettingsTrial(changes: rest, until: trial.until)
        if rest.isEmpty { emit(.trial(time: now, .discarded, changed: trial.changes.keys)) }
    }

    /// A file that was edited, or that could not be used, is not what the trial would go back to.
    private func checkFile() throws(ControlError) {
        guard try configuration(with: ConfigurationChanges()) == configuration else {
            throw ControlError(.unavailable, "\(setup.file.path) does not contain the settings in use; reload it first (systemctl reload nodline)")
        }
    }

    /// The configuration in use with other settings, checked as a file would be.
    private func configuration(with changes: ConfigurationChanges) throws(ControlError) -> Configuration {
        let read: Configuration
        do throws(ConfigurationError) { read = try setup.file.read(changes) } catch {
            throw ControlError(.badField, error.faults.map { "\($0.key ?? $0.file): \($0.problem)" }.joined(separator: "\n"))
        }
        var new = source.complete(read, profile: store.saved.profile, of: configuration)
        store.saved.gaze[store.saved.profile]?.apply(to: &new)
        guard let measured = store.saved.ranges[store.saved.profile] else { return new }
        measured.with(changes, of: read).apply(to: &new.gestures)
        let conflicts = new.conflicts
        guard conflicts.isEmpty else {
            throw ControlError(.badField, conflicts.map { "\($0.key): \($0.problem)" }.joined(separator: "\n"))
        }
        return new
    }

    /// Uses another configuration, from the next frame on where that is enough.
    /// - Parameter isRequested: a client may not ask for it as often as it likes.
    private func use(_ new: Configuration, isRequested: Bool) throws(ControlError) {
        guard new != configuration else { return }
        if new.differsInLimits(from: configuration), !headSwitch.isHeld {
            configuration = new
            headSwitch.adopt(new.gestures)
            return
        }
        if isRequested { try mayChange() }
        do {
            try notifier.allow(Self.slowStep) { try adopt(new) }
        } catch {
            throw ControlError(.unavailable, "\(error)")
        }
    }

    // MARK: - The file

    func keepTrial(for peer: ControlPeer, _ reply: ControlReply) throws(ControlError) {
        guard let trial = setup.trial else { throw ControlError(.unavailable, "nothing is on trial") }
        let expected: Configuration
        do throws(ConfigurationError) { expected = try setup.file.read(trial.changes) } catch {
            throw ControlError(.unavailable, "\(error)")
        }
        try write(trial.changes, for: peer, reply) { (file) throws(StateWriter.Failure) in
            try file.write(trial.changes, giving: expected)
        }
    }

    func undo(for peer: ControlPeer, _ reply: ControlReply) throws(ControlError) {
        guard setup.canUndo else { throw ControlError(.unavailable, "nothing was kept that could be undone") }
        try write(nil, for: peer, reply) { (file) throws(StateWriter.Failure) in try file.restoreFormer() }
    }

    private func write(_ changes: ConfigurationChanges?, for peer: ControlPeer, _ reply: ControlReply,
                       _ body: @escaping @Sendable (SettingsFile) throws(StateWriter.Failure) -> [UInt8]) throws(ControlError) {
        guard !setup.file.path.isEmpty else {
            throw ControlError(.unavailable, "there is no configuration file; run it with --config FILE")
        }
        guard setup.writing == nil else { throw Self.isWriting }
        try mayChange()
        let writing = SettingsWriting(changes: changes, profile: store.saved.profile, peer: peer, reply: reply,
                                      until: now + DiskTask.patience)
        setup.writing = writing
        peer.isOwed = true
        store.writer.write("settings") { [file = setup.file, outcome = writing.outcome] () throws(StateWriter.Failure) in
            // A refusal is the client's, not a fault of the appliance.
            let result: Result<[UInt8], StateWriter.Failure>
            do throws(StateWriter.Failure) { result = .success(try body(file)) } catch { result = .failure(error) }
            outcome.result.withLock { $0 = result }
        }
    }

    /// Answers the client when the file is written, and goes on with it.
    func tendWriting() {
        guard let writing = setup.writing else { return }
        guard let result = writing.outcome.result.withLock({ $0 }) else {
            guard now >= writing.until, !writing.isAnswered else { return }
            setup.writing?.isAnswered = true
            return refuse(writing, "the disk has not accepted the file yet; it is still being written")
        }
        setup.writing = nil
        switch result {
        case .failure(let failure): refuse(writing, failure.description)
        case .success(let bytes):
            finish(writing, bytes)
            if !writing.isAnswered { tell(writing, writing.reply.done(durable: true)) }
        }
    }

    private func finish(_ writing: SettingsWriting, _ bytes: [UInt8]) {
        setup.canUndo = true
        guard writing.profile == store.saved.profile, let changes = writing.changes, let trial = setup.trial, trial.changes == changes else {
            if writing.changes == nil { exchangeRanges(writing.profile) }
            use(profile: store.saved.profile)  // the former file, or one that was reloaded while it was written
            return emit(.trial(time: now, writing.changes == nil ? .undone : .kept, changed: writing.changes?.keys ?? []))
        }
        setup.file = SettingsFile(path: setup.file.path, bytes: bytes)
        setup.trial = nil
        keepRanges(changes)
        keepConfiguration()
        emit(.trial(time: now, .kept, changed: changes.keys))
    }

    /// What somebody has set goes before what was measured, from now on.
    private func keepRanges(_ changes: ConfigurationChanges) {
        let isSet = changes.keys.contains(where: SettingsTrial.rangeKeys.contains), ranges = Ranges(configuration.gestures)
        store.change { saved in
            let measured = saved.ranges[saved.profile]
            saved.formerRanges[saved.profile] = isSet ? measured : nil
            if measured != nil, isSet { saved.ranges[saved.profile] = ranges }
        }
    }

    private func exchangeRanges(_ profile: String) {
        store.change { saved in
            guard let former = saved.formerRanges[profile] else { return }
            saved.formerRanges[profile] = saved.ranges[profile]
            saved.ranges[profile] = former
        }
    }

    private func refuse(_ writing: SettingsWriting, _ reason: String) {
        guard !writing.isAnswered else { return }
        tell(writing, writing.reply.refusal(ControlError(.unavailable, reason)))
    }

    private func tell(_ writing: SettingsWriting, _ line: String) {
        writing.peer.isOwed = owes(writing.peer)
        writing.peer.send(line)
    }
}

extension Configuration {
    /// Whether only limits and times of gestures are different, which hold from the next frame on.
    fileprivate func differsInLimits(from other: Configuration) -> Bool {
        var same = other
        (same.gestures, same.filters, same.strictness) = (gestures, filters, strictness)
        return same == self && gestures.asksForEyes == other.gestures.asksForEyes && gestures.pointer == other.gestures.pointer
            && gestures.maxHold == other.gestures.maxHold
    }
}
