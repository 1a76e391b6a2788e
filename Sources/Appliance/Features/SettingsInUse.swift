import Gestures
import Platform
import Settings
import Wire

/// The configuration in use, with what it follows from: the file, the profile, what was measured for it and taught in it, and settings on trial.
final class SettingsInUse {
    let source: ConfigurationSource
    let store: StateStore
    private let kept: KeptConfiguration
    private var lock: FolderLock?
    /// Why another run could keep its state in the same folder; `nil` if none can, or nothing is kept.
    let lockProblem: String?
    /// The profile in use; "" is the main file, also while the file of the chosen one cannot be used.
    private(set) var profile: String
    /// What holds.
    private(set) var current: Configuration { didSet { version += 1 } }
    /// Another number with each change.
    private(set) var version = 0
    /// What the file says, with what is on trial.
    private var read: Configuration
    /// The file in use.
    private(set) var file: SettingsFile
    /// There is a previous file.
    private var hasPrevious = false
    private(set) var trial: SettingsTrial?
    /// The taught gestures of the profile. Call ``refresh(_:)`` after a change.
    var shelf: TaughtShelf
    /// Why the profile that was used last is not in use.
    let refused: [String]

    /// - Parameter main: the main file's configuration.
    /// - Throws: ``FolderLock/Refusal`` if another run keeps its state in the same folder.
    init(_ main: Configuration, _ source: ConfigurationSource) throws {
        let state = StateStore.folder(main)
        (lock, lockProblem) = try StateStore.lock(state)
        let store = StateStore(folder: state)
        (self.source, self.store) = (source, store)
        kept = KeptConfiguration(state: state)
        let start = source.start(main, lastProfile: store.saved.profile)
        read = start.configuration
        // A file that is missing or wrong today leaves the choice as it is. One that no configuration names is none.
        let isKept = start.profile != store.saved.profile && main.profiles.contains { $0.name == store.saved.profile }
        refused = start.faults.map { isKept ? "\($0). The main file is used; \(store.saved.profile.quoted) is again after a reload or a start with it" : $0 }
        profile = start.profile
        shelf = TaughtShelf(state: state, profile: start.profile)
        current = Self.effective(read, start.profile, shelf, store.saved)
        file = source.settingsFile(profile: start.profile, of: current)
        if !isKept { store.change { $0.profile = start.profile } }
        hasPrevious = file.hasPrevious
    }

    /// The run is over, and its state written: another one may have the folder.
    func end() { lock = nil }

    /// The state's folder; empty for none.
    var folder: String { StateStore.folder(current) }

    /// The ranges that were measured for the profile in use, also those on trial.
    var ranges: Ranges? { trial?.ranges ?? store.saved.ranges[profile] }

    /// Something was kept that can be undone.
    var canUndo: Bool { hasPrevious || undoesRanges }

    /// What was kept last is in no file.
    var undoesRanges: Bool { store.saved.keptRanges.contains(profile) }

    /// What is on trial of the file's settings.
    var tried: ConfigurationChanges { trial?.changes ?? ConfigurationChanges() }

    /// The one place where a configuration follows from what it depends on.
    private static func effective(_ read: Configuration, _ profile: String, _ shelf: TaughtShelf, _ saved: SavedState,
                                  tried: [String] = [], ranges: Ranges? = nil) -> Configuration {
        var effective = EffectiveConfiguration(read)
        (effective.ranges, effective.gaze, effective.taught, effective.tried) = (ranges ?? saved.ranges[profile], saved.gaze[profile], shelf.gestures, tried)
        return effective.value
    }

    /// What would hold without what is on trial; `nil` if nothing is.
    var untried: Configuration? {
        guard trial != nil, let kept = try? file.read(ConfigurationChanges()) else { return nil }
        return Self.effective(complete(kept), profile, shelf, store.saved)
    }

    // MARK: - Changes that hold from the next frame on

    /// Something was measured or taught: it holds from now on.
    /// - Parameter isKnown: the recogniser has it already.
    func refresh(_ context: FeatureContext, isKnown: Bool = false) {
        current = Self.effective(read, profile, shelf, store.saved, tried: tried.keys, ranges: trial?.ranges)
        if !isKnown { context.head.adopt(current.gestures) }
    }

    /// Uses the user's own ranges from now on, and after a restart. They go before what was on trial.
    func keep(_ ranges: Ranges, _ context: FeatureContext) {
        store.change { $0.take(ranges, of: profile, undoes: false, isAlone: false) }
        if let trial {
            self.trial = untriedRanges(trial)
            if self.trial == nil { context.emit(.trial(time: context.now, .discarded, changed: trial.keys)) }
        }
        refresh(context)
    }

    /// Uses the user's own ranges for a while. They go before what was on trial.
    func attempt(_ ranges: Ranges, _ context: FeatureContext) {
        let step: TrialStep = trial == nil ? .began : .changed, rest = trial.flatMap(untriedRanges)
        let new = SettingsTrial(changes: rest?.changes ?? ConfigurationChanges(), ranges: ranges, file: rest?.file ?? current, until: context.now + SettingsTrial.length)
        trial = new
        refresh(context)
        context.emit(.trial(time: context.now, step, changed: new.keys))
    }

    /// What is left of a trial without anything that a range calibration measures, and uses it; `nil` if nothing is.
    private func untriedRanges(_ trial: SettingsTrial) -> SettingsTrial? {
        let rest = trial.changes.without(Ranges.keys), file = try? self.file.read(rest)
        if let file, !trial.changes.isEmpty { read = complete(file) }
        return rest.isEmpty ? nil : file.map { SettingsTrial(changes: rest, file: $0, until: trial.until) }
    }

    /// Goes on without ranges for the profile in use, or with those before them, if the file's thresholds allow it.
    func changeRanges(_ context: FeatureContext, _ body: (inout SavedState) -> Void) throws(ControlError) {
        let previous = store.saved, previousTrial = trial
        store.change(body)
        if trial?.ranges != nil { trial = tried.isEmpty ? nil : previousTrial.map { SettingsTrial(changes: $0.changes, file: $0.file, until: $0.until) } }
        do throws(ControlError) { try use(candidateOnTrial(), trial: trial, isRequested: false, context) } catch {
            store.change { $0 = previous }
            trial = previousTrial
            throw error
        }
        if trial == nil, let previousTrial { context.emit(.trial(time: context.now, .discarded, changed: previousTrial.keys)) }
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
        let candidate = Candidate(file: read, read: complete, effective: Self.effective(complete, profile, shelf, store.saved, tried: changes.keys, ranges: trial?.ranges))
        let conflicts = ranges == nil ? [] : candidate.effective.conflicts
        guard conflicts.isEmpty else {
            throw ControlError(.badField, conflicts.map { "\($0.key): \($0.problem)" }.joined(separator: "\n"))
        }
        return candidate
    }

    /// The file with what is on trial.
    func candidateOnTrial() throws(ControlError) -> Candidate { try candidate(with: tried) }

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

    /// What was on trial is kept: what somebody has set goes before what was measured, from now on.
    /// - Parameter bytes: the file with it; `nil` if it is in no file.
    func keepTrial(_ bytes: [UInt8]?) {
        guard let trial else { return }
        let isSet = trial.changes.keys.contains(where: Ranges.keys.contains), gestures = current.gestures
        store.change { saved in
            let new = (trial.ranges ?? saved.ranges[profile]).map { isSet ? $0.with(trial.changes.keys, of: gestures) : $0 }
            saved.take(new, of: profile, undoes: trial.ranges != nil || isSet && new != nil, isAlone: bytes == nil)
        }
        if let bytes {
            file = SettingsFile(path: file.path, bytes: bytes)
            hasPrevious = true
        }
        self.trial = nil
    }

    /// The file was written by another way than ``keepTrial(_:)``.
    func fileWasWritten() { hasPrevious = true }

    /// What was on trial does not hold any more, whatever becomes of the rest.
    func dropTrial() { trial = nil }

    /// Reads the file in use again, or that of the chosen profile if it can be used now.
    func readAgain(_ context: FeatureContext) {
        let chosen = store.saved.profile
        if chosen != profile, use(profile: chosen, context) == nil { return }
        use(profile: profile, isChosen: false, context)
    }

    /// Changes to another profile, or reads the one in use again; an invalid one changes nothing.
    /// - Parameters:
    ///   - profile: "" for the configuration file itself.
    ///   - isNamed: somebody wrote its name: a slip is no fault of the board.
    ///   - isChosen: it is the one to begin with after a restart.
    /// - Returns: what is wrong with it.
    @discardableResult
    func use(profile: String, isNamed: Bool = false, isChosen: Bool = true, _ context: FeatureContext) -> String? {
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
        } catch let slip as ConfigurationSource.NoSuchProfile where isNamed {
            return slip.description
        } catch {
            let faults = (error as? ConfigurationError)?.faults.map(\.description) ?? ["\(error)"]
            for fault in faults { context.report(.configurationRefused, fault) }
            return "\(error)"
        }
        self.profile = profile
        if isChosen { store.change { $0.profile = profile } }
        keepCopies()
        file = source.settingsFile(profile: profile, of: current)
        hasPrevious = file.hasPrevious
        if let trial {  // it was of the previous configuration
            self.trial = nil
            context.emit(.trial(time: context.now, .discarded, changed: trial.keys))
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
