import Outputs
import Settings

extension MainLoop {
    /// Changes to another profile, "" for the configuration file itself; an invalid one changes nothing.
    /// - Returns: what is wrong with it.
    @discardableResult
    func use(profile: String) -> String? {
        notifier.reloading()
        defer { notifier.ready() }
        do {
            var new = try source.read(profile: profile)
            store.saved.apply(to: &new, profile: profile)
            var shelf = shelf(of: profile, new)
            shelf.takeAdapted(from: taught)
            shelf.apply(to: &new)
            // Loading models and closing a camera may take seconds.
            try notifier.allow(Self.slowStep) { try adopt(new) }
            writeAdapted(isLast: true)
            taught = shelf
            store.change { $0.profile = profile }
            keepConfiguration()
            forgetTrial()
            emit(.configured(time: now, profile: profile))
            checkGaze()
            checkTaught()
            return nil
        } catch let error as ConfigurationError {
            for fault in error.faults { report(.configurationRefused, "\(fault)") }
            return "\(error)"
        } catch {
            report(.configurationRefused, "\(error)")
            return "\(error)"
        }
    }

    /// Saves copies of the configuration files in use, so that `nodline safe` knows the outputs even if the file is broken later.
    func keepConfiguration() {
        store.writer.write("configuration") { [kept, source, profiles = configuration.profiles] () throws(StateWriter.Failure) in
            do { try kept.keep(source, profiles: profiles) } catch {
                throw StateWriter.Failure("\(error); nodline safe needs a valid configuration file")
            }
        }
    }

    /// Reads the configuration again.
    func reload() { use(profile: store.saved.profile) }

    /// Uses the user's own ranges from now on, and after a restart.
    func keep(_ ranges: Ranges) {
        store.change { saved in
            saved.ranges[saved.profile] = ranges
            saved.formerRanges[saved.profile] = nil
        }
        ranges.apply(to: &configuration.gestures)
        forgetTriedRanges()
        headSwitch.adopt(configuration.gestures)
    }

    /// - Throws: `ModelError`. Held outputs have ended then, and nothing else has changed.
    func adopt(_ new: Configuration) throws {
        let old = configuration
        let isOtherView = try headSwitch.adopt(new, insteadOf: old, at: now, handle)
        configuration = new
        if new.inputs != old.inputs { buttons.close() }  // an output may use a button's line now
        if new.outputSettings != old.outputSettings {
            for fault in outputs.open(new.outputSettings) { report(.outputUnavailable, "\(fault)") }
        }
        if isOtherView { headSwitch.changeView(at: now, handle) }
        if new.inputs != old.inputs {
            for fault in buttons.open(new.inputs) { report(.buttonUnavailable, "\(fault)") }
        }
        if new.status != old.status {
            light?.end()
            light = new.status.led.isEmpty ? nil : LightKeeper(name: new.status.led)
        }
        if new.feedback != old.feedback { openSounds() }
        if new.darkness != old.darkness { darkness = DarkSensor(below: new.darkness.below, after: new.darkness.after) }
        if new.budget != old.budget || new.detection != old.detection || new.camera != old.camera {
            economy = Economy(new, insteadOf: economy)
        }
        if new.camera != old.camera || new.cameras != old.cameras {
            camera.adopt(new)
            isCameraFaulty = false
        }
    }

    /// Replaces the sound player with one for the current configuration, or with none if no sounds are configured.
    func openSounds() {
        sounds?.end()
        sounds = configuration.feedback.sounds.isEmpty ? nil : SoundPlayer(configuration.feedback)
        do { try sounds?.start() } catch { report(.soundFailed, "\(error)") }
    }

    /// Saves a pause, so that after a restart nothing fires while the user believes that it is paused.
    func keepState() {
        if headSwitch.recognizer.isPaused != store.saved.isPaused {
            store.change { $0.isPaused = headSwitch.recognizer.isPaused }
        }
        for fault in store.writer.takeFaults() { report(.stateNotKept, fault) }
    }
}
