import Gestures
import Glibc
import Platform
import Settings

/// Settings on trial, and the file that keeps them.
extension MainLoop {
    static let isWriting = ControlError(.busy, "the file is being written")

    /// Uses settings from now on, in addition to those that are on trial already. Faulty ones change nothing.
    func tries(_ changes: ConfigurationChanges) throws(ControlError) {
        guard !setup.isWriting else { throw Self.isWriting }
        try mayNotDisturb()
        let all = setup.trial?.changes.adding(changes) ?? changes
        guard all.keys.count <= SettingsTrial.mostKeys else {
            throw ControlError(.unavailable, "more than \(SettingsTrial.mostKeys) settings on trial; keep or discard them first")
        }
        let known = Dictionary(Configuration.schema.settings(of: configuration).map { ($0.key, $0) }) { first, _ in first }
        let refusals = changes.keys.compactMap { Configuration.refusal(of: $0, known) }
        guard refusals.isEmpty else { throw ControlError(.badField, refusals.joined(separator: "\n")) }
        if setup.trial == nil { try checkFile() }
        let (read, new) = try configuration(with: all)
        try use(new, isRequested: true)
        let step: TrialStep = setup.trial == nil ? .began : .changed
        setup.trial = SettingsTrial(changes: all, read: read, until: now + SettingsTrial.length)
        emit(.trial(time: now, step, changed: all.keys))
    }

    /// The former settings hold again.
    func endTrial(_ step: TrialStep) {
        guard let trial = setup.trial else { return }
        setup.trial = nil
        do throws(ControlError) { try use(configuration(with: ConfigurationChanges()).complete, isRequested: false) } catch {
            report(.configurationRefused, error.detail)
        }
        emit(.trial(time: now, step, changed: trial.changes.keys))
    }

    /// The configuration has been replaced: what was on trial does not hold any more.
    func forgetTrial() {
        setup.file = source.settingsFile(profile: store.saved.profile, of: configuration)
        setup.canUndo = setup.file.hasFormer
        guard let trial = setup.trial else { return }
        setup.trial = nil
        emit(.trial(time: now, .discarded, changed: trial.changes.keys))
    }

    /// Ranges have been measured: they go before what was on trial.
    func forgetTriedRanges() {
        guard let trial = setup.trial else { return }
        let rest = trial.changes.without(Ranges.keys), read = try? setup.file.read(rest)
        setup.trial = rest.isEmpty ? nil : read.map { SettingsTrial(changes: rest, read: $0, until: trial.until) }
        if setup.trial == nil { emit(.trial(time: now, .discarded, changed: trial.changes.keys)) }
    }

    /// Forgets the ranges that were measured for the profile in use: the file's thresholds hold again.
    func forgetRanges() throws(ControlError) {
        guard !setup.isWriting else { throw Self.isWriting }
        let former = store.saved, profile = former.profile
        guard former.ranges[profile] != nil else { throw ControlError(.unavailable, "no ranges have been measured") }
        try mayChange()
        store.change { saved in (saved.ranges[profile], saved.formerRanges[profile]) = (nil, nil) }
        do throws(ControlError) {
            try use(configuration(with: setup.trial?.changes ?? ConfigurationChanges()).complete, isRequested: false)
        } catch {
            store.change { $0 = former }
            throw error
        }
        emit(.configured(time: now, profile: profile))
    }

    /// A file that was edited, or that could not be used, is not what the trial would go back to.
    private func checkFile() throws(ControlError) {
        guard try configuration(with: ConfigurationChanges()).complete == configuration else {
            throw ControlError(.unavailable, "\(setup.file.path) does not contain the settings in use; reload it first (systemctl reload nodline)")
        }
    }

    /// The file with other settings, checked as a file would be, and the configuration that follows from it here.
    private func configuration(with changes: ConfigurationChanges) throws(ControlError) -> (read: Configuration, complete: Configuration) {
        let read: Configuration
        do throws(ConfigurationError) { read = try setup.file.read(changes) } catch {
            throw ControlError(.badField, error.faults.map { "\($0.key ?? $0.file): \($0.problem)" }.joined(separator: "\n"))
        }
        var new = source.complete(read, profile: store.saved.profile, of: configuration)
        store.saved.gaze[store.saved.profile]?.apply(to: &new)
        taught.apply(to: &new)
        guard let measured = store.saved.ranges[store.saved.profile] else { return (read, new) }
        measured.with(changes.keys, of: read.gestures).apply(to: &new.gestures)
        let conflicts = new.conflicts
        guard conflicts.isEmpty else {
            throw ControlError(.badField, conflicts.map { "\($0.key): \($0.problem)" }.joined(separator: "\n"))
        }
        return (read, new)
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
        try write(trial.changes, for: peer, reply) { (file) throws(StateWriter.Failure) in
            try file.write(trial.changes, giving: trial.read)
        }
    }

    func undo(for peer: ControlPeer, _ reply: ControlReply) throws(ControlError) {
        guard setup.canUndo else { throw ControlError(.unavailable, "nothing was kept that could be undone") }
        try write(nil, for: peer, reply) { (file) throws(StateWriter.Failure) in try file.restoreFormer() }
    }

    /// - Parameter changes: those that are kept; `nil` if the former file is put back.
    private func write(_ changes: ConfigurationChanges?, for peer: ControlPeer, _ reply: ControlReply,
                       _ body: @escaping @Sendable (SettingsFile) throws(StateWriter.Failure) -> [UInt8]) throws(ControlError) {
        guard !setup.file.path.isEmpty else {
            throw ControlError(.unavailable, "there is no configuration file; run it with --config FILE")
        }
        guard !setup.isWriting else { throw Self.isWriting }
        try mayChange()
        let file = setup.file, profile = store.saved.profile
        try onDisk(for: peer, reply, durable: true, late: "the disk has not accepted the file yet; it is still being written",
                   { () throws(StateWriter.Failure) in try body(file) }) { loop, result throws(ControlError) in
            loop.setup.isWriting = false
            loop.finish(changes, of: profile, try Self.value(result))
            return nil
        }
        setup.isWriting = true
    }

    /// The file is written: goes on with it.
    private func finish(_ changes: ConfigurationChanges?, of profile: String, _ bytes: [UInt8]) {
        setup.canUndo = true
        guard profile == store.saved.profile, let changes, let trial = setup.trial, trial.changes == changes else {
            if changes == nil { exchangeRanges(profile) }
            use(profile: store.saved.profile)  // the former file, or one that was reloaded while it was written
            return emit(.trial(time: now, changes == nil ? .undone : .kept, changed: changes?.keys ?? []))
        }
        setup.file = SettingsFile(path: setup.file.path, bytes: bytes)
        setup.trial = nil
        keepRanges(changes)
        keepConfiguration()
        emit(.trial(time: now, .kept, changed: changes.keys))
    }

    /// What somebody has set goes before what was measured, from now on.
    private func keepRanges(_ changes: ConfigurationChanges) {
        let isSet = changes.keys.contains(where: Ranges.keys.contains), gestures = configuration.gestures
        store.change { saved in
            let measured = saved.ranges[saved.profile]
            saved.formerRanges[saved.profile] = isSet ? measured : nil
            if let measured, isSet { saved.ranges[saved.profile] = measured.with(changes.keys, of: gestures) }
        }
    }

    private func exchangeRanges(_ profile: String) {
        store.change { saved in
            guard let former = saved.formerRanges[profile] else { return }
            saved.formerRanges[profile] = saved.ranges[profile]
            saved.ranges[profile] = former
        }
    }
}

extension Configuration {
    /// Whether only limits and times of gestures are different, which hold from the next frame on.
    fileprivate func differsInLimits(from other: Configuration) -> Bool {
        var same = other
        (same.gestures, same.filters, same.strictness, same.taught) = (gestures, filters, strictness, taught)
        return same == self && gestures.asksForEyes == other.gestures.asksForEyes && gestures.pointer == other.gestures.pointer
            && gestures.maxHold == other.gestures.maxHold
    }
}
