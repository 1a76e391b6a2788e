import Gestures
import Platform
import Settings
import Wire

/// Settings on trial for clients, and the file that keeps them.
final class TrialFeature: Feature {
    private static let isBusy = ControlError(.busy, "the file is being written")

    /// The configuration file is being written.
    private var isWriting = false

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        guard case .setup(let request) = request else { return nil }
        switch request {
        case .settings(let prefix):
            // The whole list takes as long as four others: a burst of them must not delay a frame by more than a few.
            for _ in 0..<(prefix.isEmpty ? 4 : 1) { try context.mayWork() }
            return .list(SettingsReply(context.settings, under: prefix, trial: trial(context)))
        case .tries(let changes):
            try context.mayWork()
            try mayChange(changes, context.settings)
            try begin(changes, context)
            return .done(TrialReply(trial: trial(context)))
        case .edit(let edit):
            try context.mayWork()
            try begin(edit, context)
            return .done(TrialReply(trial: trial(context)))
        case .discard:
            guard context.settings.trial != nil else { throw ControlError(.unavailable, "nothing is on trial") }
            try mayWrite()
            end(.discarded, context)
            return .done()
        case .keep:
            let settings = context.settings
            guard let trial = settings.trial else { throw ControlError(.unavailable, "nothing is on trial") }
            if trial.changes.isEmpty {
                try mayWrite()
                settings.keepTrial(nil)
                context.emit(.trial(time: context.now, .kept, changed: trial.keys))
                context.replyWhenKept(to: client)
                return .later
            }
            try write(trial, for: client, context) { (file) throws(StateWriter.Failure) in
                try file.write(trial.changes, giving: trial.file)
            }
            return .later
        case .undo:
            guard context.settings.canUndo else { throw ControlError(.unavailable, "nothing was kept that could be undone") }
            if context.settings.undoesRanges {
                try mayWrite()
                try context.mayChange()
                if context.settings.trial != nil { end(.discarded, context) }
                try context.settings.changeRanges(context) { $0.exchangeRanges(of: context.settings.profile) }
                context.emit(.trial(time: context.now, .undone, changed: []))
                context.replyWhenKept(to: client)
                return .later
            }
            try write(nil, for: client, context) { (file) throws(StateWriter.Failure) in try file.restorePrevious() }
            return .later
        default: return nil
        }
    }

    func tick(_ context: FeatureContext) {
        if let trial = context.settings.trial, !isWriting, context.now >= trial.until { end(.expired, context) }
    }

    func obstacle(to undertaking: Undertaking) -> ControlError? { undertaking == .writing && isWriting ? Self.isBusy : nil }

    func report(in status: inout StatusReply, _ context: FeatureContext) { status.trial = .some(trial(context)) }

    private func trial(_ context: FeatureContext) -> TrialReply.Trial? {
        context.settings.trial.map { TrialReply.Trial(left: max(0, $0.until - context.now), changed: $0.keys) }
    }

    private func mayWrite() throws(ControlError) { if isWriting { throw Self.isBusy } }

    // MARK: - The trial

    private func mayChange(_ changes: ConfigurationChanges, _ settings: SettingsInUse) throws(ControlError) {
        let known = Dictionary(Configuration.schema.settings(of: settings.current).map { ($0.key, $0) }) { first, _ in first }
        let refusals = changes.keys.compactMap { Configuration.refusal(of: $0, known) }
        guard refusals.isEmpty else { throw ControlError(.badField, refusals.joined(separator: "\n")) }
    }

    /// Adds, changes or takes out an output. What could not be kept is not tried: tables may be written in ways that a program cannot change.
    private func begin(_ edit: OutputEdit, _ context: FeatureContext) throws(ControlError) {
        let settings = context.settings, now = try settings.candidateOnTrial().file
        let changes = try edit.changes(in: now, pins: edit.step == .remove ? [] : settings.freePins(now)), all = settings.tried.adding(changes)
        let new = try settings.candidate(with: all).file
        do { _ = try settings.file.text(with: all, giving: new) } catch { throw ControlError(.unavailable, "\(error)") }
        try begin(changes, context)
    }

    /// Uses settings from now on, in addition to those that are on trial already. Faulty ones change nothing.
    private func begin(_ changes: ConfigurationChanges, _ context: FeatureContext) throws(ControlError) {
        try mayWrite()
        try context.may(.disturbing)
        let settings = context.settings, all = settings.tried.adding(changes)
        guard all.keys.count <= SettingsTrial.mostKeys else {
            throw ControlError(.unavailable, "more than \(SettingsTrial.mostKeys) settings on trial; keep or discard them first")
        }
        if settings.tried.isEmpty { try checkFile(settings) }
        let new = try settings.candidate(with: all), step: TrialStep = settings.trial == nil ? .began : .changed
        let trial = SettingsTrial(changes: all, ranges: settings.trial?.ranges, file: new.file, until: context.now + SettingsTrial.length)
        try settings.use(new, trial: trial, isRequested: true, context)
        context.emit(.trial(time: context.now, step, changed: trial.keys))
    }

    /// The previous settings hold again.
    private func end(_ step: TrialStep, _ context: FeatureContext) {
        let settings = context.settings
        guard let trial = settings.trial else { return }
        settings.dropTrial()
        do throws(ControlError) {
            // Without the file, which may have been edited, where it has no part in this.
            if trial.changes.isEmpty { settings.refresh(context) } else { try settings.use(settings.candidateOnTrial(), trial: nil, isRequested: false, context) }
        } catch {
            context.report(.configurationRefused, error.detail)
        }
        context.emit(.trial(time: context.now, step, changed: trial.keys))
    }

    /// A file that was edited, or that could not be used, is not what the trial would go back to.
    private func checkFile(_ settings: SettingsInUse) throws(ControlError) {
        guard try settings.candidate(with: ConfigurationChanges()).effective == settings.current else {
            throw ControlError(.unavailable, "\(settings.file.path) does not contain the settings in use; reload it first (systemctl reload nodline)")
        }
    }

    // MARK: - The file

    /// - Parameter trial: what is kept; `nil` if the previous file is put back.
    private func write(_ trial: SettingsTrial?, for client: Requester, _ context: FeatureContext,
                       _ body: @escaping @Sendable (SettingsFile) throws(StateWriter.Failure) -> [UInt8]) throws(ControlError) {
        let file = context.settings.file, profile = context.settings.profile
        guard !file.path.isEmpty else {
            throw ControlError(.unavailable, "there is no configuration file; run it with --config FILE")
        }
        try mayWrite()
        try context.mayChange()
        try context.disk.run(for: client, at: context.now, durable: true, late: "the disk has not accepted the file yet; it is still being written",
                             { () throws(StateWriter.Failure) in try body(file) }) { [unowned self] context, result throws(ControlError) in
            isWriting = false
            finish(trial, of: profile, try DiskQueue.value(result), context)
            return nil
        }
        isWriting = true
    }

    /// The file is written: goes on with it.
    private func finish(_ kept: SettingsTrial?, of profile: String, _ bytes: [UInt8], _ context: FeatureContext) {
        let settings = context.settings
        settings.fileWasWritten()
        guard profile == settings.profile, let kept, let trial = settings.trial, trial.changes == kept.changes, trial.ranges == kept.ranges else {
            if kept == nil { settings.store.change { $0.exchangeRanges(of: profile) } }
            settings.use(profile: settings.profile, isChosen: false, context)  // the previous file, or one that was reloaded while it was written
            return context.emit(.trial(time: context.now, kept == nil ? .undone : .kept, changed: kept?.keys ?? []))
        }
        settings.keepTrial(bytes)
        settings.keepCopies()
        context.emit(.trial(time: context.now, .kept, changed: kept.keys))
    }
}
