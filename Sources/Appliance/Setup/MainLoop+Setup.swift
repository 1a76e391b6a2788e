import Outputs
import Platform
import Settings

/// The requests of a setup page.
extension MainLoop {
    /// - Returns: the reply; `nil` if it is sent later.
    func answer(_ request: SetupRequest, from peer: ControlPeer, _ reply: ControlReply) throws(ControlError) -> String? {
        switch request {
        case .settings(let prefix):
            // The whole list takes as long as four others: a burst of them must not delay a frame by more than a few.
            for _ in 0..<(prefix.isEmpty ? 4 : 1) { try mayWork() }
            return try bounded(reply.done(settings(under: prefix)))
        case .tries(let changes):
            try mayWork()
            try tries(changes)
            return reply.done(TrialReply(trial: trial))
        case .discard:
            guard setup.trial != nil else { throw ControlError(.unavailable, "nothing is on trial") }
            guard !setup.isWriting else { throw Self.isWriting }
            endTrial(.discarded)
            return reply.done()
        case .keep:
            try keepTrial(for: peer, reply)
            return nil
        case .undo:
            try undo(for: peer, reply)
            return nil
        case .preview(let rate):
            try preview(rate, for: peer)
            return reply.done()
        case .outputs:
            try mayWork()
            return try bounded(reply.done(OutputsReply(wiredOutputs, values: outputs.outputValues, isSimulated: source.isSimulated)))
        case .testOutput(let name, let seconds):
            try test(name, for: seconds)
            return reply.done(TestReply(seconds: seconds))
        case .endTest(let name):
            _ = try output(named: name)
            headSwitch.endTest(name, at: now, handle)
            return reply.done()
        case .record(let agreed, let seconds):
            try record(agreed: agreed, seconds: seconds, for: peer, reply)
            return nil
        case .stopRecording:
            try stopRecording()
            return reply.done()
        case .label(let gesture, let from, let to):
            try label(gesture, from: from, to: to, for: peer, reply)
            return nil
        case .recordings:
            try listRecordings(for: peer, reply)
            return nil
        case .deleteRecording(let name):
            try deleteRecording(name, for: peer, reply)
            return nil
        case .bluetooth:
            try mayWork()
            try setup.bluetooth.ask(.list, for: peer, reply, at: now)
            return nil
        case .forgetBluetooth(let address):
            try mayChange()
            try setup.bluetooth.ask(.forget(address: address), for: peer, reply, at: now)
            return nil
        case .pairBluetooth:
            try mayWork()
            return reply.done(try setup.bluetooth.pair(for: peer, at: now))
        case .stopPairing:
            setup.bluetooth.stopPairing(of: peer)
            return reply.done()
        }
    }

    /// Looks after what a setup page has begun.
    func tendSetup() {
        if !configuration.control.preview { previews.removeAll() }
        previews.tend()
        headSwitch.set(.watched, previews.isWatched, at: now, handle)
        tendRecording()
        setup.bluetooth.tend(at: now, owes: owes)
        if let trial = setup.trial, !setup.isWriting, now >= trial.until { endTrial(.expired) }
    }

    /// The outputs with their targets, which a simulated run does not open.
    private var wiredOutputs: [OutputConfiguration] {
        guard source.isSimulated, let read = try? setup.file.read(setup.trial?.changes ?? ConfigurationChanges()) else { return configuration.outputs }
        return read.outputs
    }

    private func preview(_ rate: Double?, for peer: ControlPeer) throws(ControlError) {
        guard let rate else { return previews.remove(peer) }
        guard configuration.control.preview else {
            throw ControlError(.unavailable, "pictures are switched off: control.preview = false in the configuration file")
        }
        if economy.isCritical { throw ControlError(.unavailable, "the battery is empty and the camera off") }
        try mayWork()
        economy.wake(at: now)
        do throws(SystemError) { try previews.add(peer, rate: rate, at: now) } catch { throw ControlError(.unavailable, "\(error)") }
    }

    private func output(named name: String) throws(ControlError) -> OutputConfiguration {
        if let output = configuration.outputs.first(where: { $0.name == name }) { return output }
        let names = configuration.outputs.map(\.name), nearest = NearestWord.to(name, among: names).map { "; did you mean \($0)?" }
        throw ControlError(.badField, "there is no output \(name.quoted)" + (nearest ?? (names.isEmpty ? "" : "; there are \(names.quoted)")))
    }

    private func test(_ name: String, for seconds: Double) throws(ControlError) {
        let output = try output(named: name)
        if headSwitch.recognizer.isPaused { throw ControlError(.paused, "a test is not possible while paused: `nodline resume` first") }
        if economy.isCritical { throw ControlError(.unavailable, "the battery is empty: outputs stay safe") }
        try mayNotDisturb()
        try mayWork()
        if let refusal = headSwitch.test(output, for: seconds, at: now, handle) { throw ControlError(.unavailable, "\(name): \(refusal)") }
    }

    /// Limits how often clients may ask for what takes milliseconds.
    func mayWork() throws(ControlError) {
        guard setup.pace.take(at: now) else { throw ControlError(.busy, "it was asked too often; wait for a second") }
    }

    /// A client with more unread data than this is disconnected.
    private func bounded(_ line: String) throws(ControlError) -> String {
        guard line.utf8.count <= ControlPeer.longestReply else {
            throw ControlError(.unavailable, "the list is too long for one reply; ask for a part of it, for example with \"under\":\"gestures.\"")
        }
        return line
    }

    var trial: TrialReply.Trial? {
        setup.trial.map { TrialReply.Trial(left: max(0, $0.until - now), changed: $0.changes.keys) }
    }

    private func settings(under prefix: String) -> SettingsReply {
        let written = WrittenKeys(setup.file.bytes), tried = setup.trial?.changes
        let settings = Configuration.schema.settings(of: configuration, under: prefix)
            .filter { !prefix.isEmpty || !$0.isOfNamedTable }
            .map { setting -> SettingsReply.Setting in
                let isSet = tried?.values[setting.key].map { $0 != nil } ?? written.contains(setting.key)
                return SettingsReply.Setting(setting, isSet: isSet)
            }
        return SettingsReply(
            file: setup.file.path, settings: settings,
            tables: ["outputs": configuration.outputs.map(\.name), "axes": configuration.axes.map(\.name),
                     "filters": configuration.filters.map(\.name), "inputs": configuration.inputs.map(\.name),
                     "gaze.zones": configuration.zones.map(\.name), "cameras": configuration.cameras.map(\.name), "profiles": configuration.profiles.map(\.name)],
            trial: .some(trial), can_undo: setup.canUndo)
    }
}
