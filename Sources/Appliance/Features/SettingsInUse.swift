import Gestures
import Platform
import Settings

/// The configuration in use, with what it follows from: the file, the profile, what was measured for it and taught in it, and settings on trial.
final class SettingsInUse {
    let source: ConfigurationSource
    let store: StateStore
    private let kept: KeptConfiguration
    /// What holds.
    private(set) var current: Configuration { didSet { version += 1 } }
    /// Another number with each change.
    private(set) var version = 0
    /// What the file says, with what is on trial.
    private var read: Configuration
    /// The file in use.
    private(set) var file: SettingsFile
    /// There is a former file.
    var canUndo = false
    private(set) var trial: SettingsTrial?
    /// The taught gestures of the profile. Call ``refresh(_:)`` after a change.
    var shelf: TaughtShelf
    /// Why the profile that was used last is not in use.
    let refused: [String]

    /// - Parameter main: the main file's configuration.
    init(_ main: Configuration, _ source: ConfigurationSource) {
        let state = StateStore.folder(main), store = StateStore(folder: state)
        (self.source, self.store) = (source, store)
        kept = KeptConfiguration(state: state)
        let start = source.start(main, lastProfile: store.saved.profile)
        read = start.configuration
        refused = start.faults
        shelf = TaughtShelf(state: state, profile: start.profile)
        current = Self.effective(read, start.profile, shelf, store.saved)
        file = source.settingsFile(profile: start.profile, of: current)
        store.change { $0.profile = start.profile }
        canUndo = file.hasFormer
    }

    /// The profile in use; "" is the main file.
    var profile: String { store.saved.profile }

    /// The state's folder; empty for none.
    var folder: String { StateStore.folder(current) }

    /// The ranges that were measured for the profile in use.
    var ranges: Ranges? { store.saved.ranges[profile] }

    /// The one place where a configuration follows from what it depends on.
    private static func effective(_ read: Configuration, _ profile: String, _ shelf: TaughtShelf, _ saved: SavedState, tried: [String] = []) -> Configuration {
        var effective = EffectiveConfiguration(read)
        (effective.ranges, effective.gaze, effective.taught, effective.tried) = (saved.ranges[profile], saved.gaze[profile], shelf.gestures, tried)
        return effective.value
    }

    // MARK: - Changes that hold from the next frame on

    /// Something was measured or taught: it holds from now on.
    /// - Parameter isKnown: the recogniser has it already.
    func refresh(_ context: FeatureContext, isKnown: Bool = false) {
        current = Self.effective(read, profile, shelf, store.saved, tried: trial?.changes.keys ?? [])
        if !isKnown { context.head.adopt(current.gestures) }
    }

    /// Uses the user's own ranges from now on, and after a restart. They go before what was on trial.
    func keep(_ ranges: Ranges, _ context: FeatureContext) {
        store.change { saved in
            saved.ranges[saved.profile] = ranges
            saved.formerRanges[saved.profile] = nil
        }
        if let trial {
            let rest = trial.changes.without(Ranges.keys), file = try? self.file.read(rest)
            self.trial = rest.isEmpty ? nil : file.map { SettingsTrial(changes: rest, file: $0, until: trial.until) }
            if let file { read = complete(file) }
            if self.trial == nil { context.emit(.trial(time: context.now, .discarded, changed: trial.changes.keys)) }
        }
        refresh(context)
    }

    // MARK: - Other configurations

    /// A configuration that could be used: what its file says, and what follows from it here.
    struct Candidate {
        let file: Configuration
        fileprivate let read: Configuration
        let effective: Configuration
    }

    /// The file with other settings, checked as a file would be.
    func candidate(with changes: ConfigurationChanges) throws(ControlError) -> Candidate {
        let read: Configuration
        do throws(ConfigurationError) { read = try file.read(changes) } catch {
            throw ControlError(.badField, error.faults.map { "\($0.key ?? $0.file): \($0.problem)" }.joined(separator: "\n"))
        }
        let complete = complete(read)
        let candidate = Candidate(file: read, read: complete, effective: Self.effective(complete, profile, shelf, store.saved, tried: changes.keys))
        let conflicts = ranges == nil ? [] : candidate.effective.conflicts
        guard conflicts.isEmpty else {
            throw ControlError(.badField, conflicts.map { "\($0.key): \($0.problem)" }.joined(separator: "\n"))
        }
        return candidate
    }

    private func complete(_ file: Configuration) -> Configuration { source.complete(file, profile: profile, of: current) }

    /// Uses another configuration, from the next frame on where that is enough.
    /// - Parameters:
    ///   - trial: what is on trial in it.
    ///   - isRequested: a client may not ask for it as often as it likes.
    func use(_ new: Candidate, trial: SettingsTrial?, isRequested: Bool, _ context: FeatureContext) throws(ControlError) {
        if new.effective != current {
            if new.effective.differsInLimits(from: current), !context.head.isHeld {
                current = new.effective
                context.head.adopt(current.gestures)
            } else {
                if isRequested { try context.mayChange() }
                do { try context.slowly { try adopt(new.effective, context) } } catch { throw ControlError(.unavailable, "\(error)") }
            }
        }
        (read, self.trial) = (new.read, trial)
    }

    /// What was on trial is in the file now.
    func keepTrial(_ bytes: [UInt8]) {
        file = SettingsFile(path: file.path, bytes: bytes)
        trial = nil
    }

    /// What was on trial does not hold any more, whatever becomes of the rest.
    func dropTrial() { trial = nil }

    /// Changes to another profile, or reads the one in use again; an invalid one changes nothing.
    /// - Parameter profile: "" for the configuration file itself.
    /// - Returns: what is wrong with it.
    @discardableResult
    func use(profile: String, _ context: FeatureContext) -> String? {
        context.notifier.reloading()
        defer { context.notifier.ready() }
        do {
            let new = try source.read(profile: profile)
            var shelf = TaughtShelf(state: StateStore.folder(new), profile: profile)
            shelf.takeAdapted(from: self.shelf)
            // Loading models and closing a camera may take seconds.
            try context.slowly { try adopt(Self.effective(new, profile, shelf, store.saved), context) }
            for feature in context.features { feature.profileEnds(context) }
            (read, self.shelf) = (new, shelf)
        } catch {
            let faults = (error as? ConfigurationError)?.faults.map(\.description) ?? ["\(error)"]
            for fault in faults { context.report(.configurationRefused, fault) }
            return "\(error)"
        }
        store.change { $0.profile = profile }
        keepCopies()
        file = source.settingsFile(profile: profile, of: current)
        canUndo = file.hasFormer
        if let trial {  // it was of the former configuration
            self.trial = nil
            context.emit(.trial(time: context.now, .discarded, changed: trial.changes.keys))
        }
        context.emit(.configured(time: context.now, profile: profile))
        for feature in context.features { feature.profileBegins(context) }
        return nil
    }

    /// Saves copies of the configuration files in use, so that `nodline safe` knows the outputs even if the file is broken later.
    func keepCopies() {
        store.writer.write("configuration") { [kept, source, profiles = current.profiles] () throws(StateWriter.Failure) in
            do { try kept.keep(source, profiles: profiles) } catch {
                throw StateWriter.Failure("\(error); nodline safe needs a valid configuration file")
            }
        }
    }

    /// - Throws: `ModelError`. Held outputs have ended then, and nothing else has changed.
    private func adopt(_ new: Configuration, _ context: FeatureContext) throws {
        let old = current
        let isOtherView = try context.head.adopt(new, insteadOf: old, at: context.now, context.handle)
        current = new
        for feature in context.features { feature.configurationChanges(from: old, to: new) }
        if new.outputSettings != old.outputSettings {
            for fault in context.outputs.open(new.outputSettings) { context.report(.outputUnavailable, "\(fault)") }
        }
        if isOtherView { context.head.changeView(at: context.now, context.handle) }
        for feature in context.features { feature.configurationChanged(from: old, context) }
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
