// The requests of clients, and the replies.
import Gestures
import Glibc
import Platform

/// A question that waits for its answer, and the client that asked it.
struct OpenQuestion {
    let text: String
    let peer: ControlPeer
    let reply: ControlReply
}

/// A reply that is held back until the change is on the disk, or until `patience` is over; its `durable` field says which.
struct UnkeptReply {
    /// Timeout in seconds.
    static let patience = 1.0

    let peer: ControlPeer
    let reply: ControlReply
    let until: Double
    let body: () -> (any Encodable)?
}

extension MainLoop {
    /// Opens the sockets that the configuration names; the appliance works without them too.
    static func openControl(_ configuration: Configuration) -> Result<ControlServer?, ControlError> {
        let folder = ControlPlace.folder(configured: configuration.control.directory)
        guard !folder.isEmpty else { return .success(nil) }
        do throws(ControlError) { return .success(try ControlServer(folder: folder)) } catch { return .failure(error) }
    }

    /// Answers requests, a limited number in each turn.
    func handleControl() {
        guard let control else { return }
        control.serve(descriptors, at: now)
        while let (peer, message) = control.next() {
            let reply = ControlReply(to: message.id, message.name)
            do throws(ControlError) {
                let request = try message.request.get()
                // Not the loop's clock, which stands still while the machine is suspended.
                if MonotonicClock.withSuspension > message.end { throw ControlError(.late, "it came after the time that it says in before, and is too old now") }
                if let line = try answer(request, from: peer, reply) { peer.send(line) }
            } catch {
                peer.send(reply.refusal(error))
                if error.code == .tooLong { peer.drop() }
            }
        }
        sendKept()
        // A client that has left no longer needs its question or its range calibration.
        if let question, question.peer.hasLeft {
            self.question = nil
            question.peer.isOwed = false
            headSwitch.withdraw(at: now, handle)
        }
        if let rangeOwner, rangeOwner.hasLeft { endMeasuring("the client that asked for it has left") }
    }

    /// Passes on the person's answer, or that the time is up.
    func tell(_ answer: GestureAnswer) {
        guard let question else { return }
        self.question = nil
        question.peer.isOwed = false
        question.peer.send(question.reply.done(AskReply(answer: answer.rawValue)))
    }

    /// Ends a range calibration that is complete or cannot go on.
    func tendRange() {
        guard let session = headSwitch.ranges else { return }
        if let obstacle = session.obstacle(at: now) {
            endRange(obstacle)
        } else if headSwitch.recognizer.isPaused || economy.isCritical {
            endRange(economy.isCritical ? "the battery is empty" : "it was paused")
        } else if session.isDone {
            var gestures = configuration.gestures
            session.calibration.apply(to: &gestures, used: Set(configuration.boundGestures.compactMap { RangeMovement($0)?.direction }))
            var ranges = store.saved.ranges[store.saved.profile] ?? Ranges()
            ranges.take(session.calibration.measured, of: gestures)
            // Ranges outside the configuration file's limits are not kept: the next start would refuse them.
            let isKept = !session.calibration.measured.isEmpty && ranges.isPossible
            if isKept { keep(ranges) }  // before the session ends, so that eyes which are needed stay loaded
            closeRange(.done(isKept: isKept, eyes: isKept ? gestures.measuredEyes : session.calibration.eyes))
        }
    }

    /// Cancels a range calibration; the ranges are unchanged.
    func endRange(_ reason: String) {
        if headSwitch.ranges != nil { closeRange(.cancelled(reason: reason)) }
    }

    /// Cancels whatever is being measured.
    func endMeasuring(_ reason: String) {
        endRange(reason)
        endGaze(reason)
        endTeaching(reason)
        endEnrolment(reason)
    }

    private func closeRange(_ report: RangeReport) {
        headSwitch.measureRanges(nil, at: now, handle)
        rangeOwner?.isOwed = false
        rangeOwner = nil
        headSwitch.tell(.range(time: now, report), handle)
    }

    // MARK: - Requests

    /// - Returns: the reply; `nil` if it is sent later.
    private func answer(_ request: ControlRequest, from peer: ControlPeer, _ reply: ControlReply) throws(ControlError) -> String? {
        switch request {
        case .subscribe(let moved):
            peer.subscription = moved ? .everything : .events
            return reply.done()
        case .status: return reply.done(status)
        case .why: return reply.done(refusals)
        case .pause:  // at once, whatever else is going on: it is the way to stop everything
            if !headSwitch.recognizer.isPaused { headSwitch.togglePause(at: now, handle) }
            endMeasuring("it was paused")
            replyWhenKept(to: peer, reply)
            return nil
        case .resume:
            if headSwitch.recognizer.isPaused {
                try mayChange()
                headSwitch.togglePause(at: now, handle)
            }
            replyWhenKept(to: peer, reply)
            return nil
        case .calibrate(let choice):
            try mayMeasure("a calibration")
            try mayChange()
            formerCenter = headSwitch.recognizer.calibrationCenter ?? formerCenter
            economy.wake(at: now)
            headSwitch.calibrate(choice, at: now, handle)
            return reply.done()
        case .calibrateRange(let movements):
            try mayMeasure("a range calibration")
            try mayChange()
            economy.wake(at: now)
            headSwitch.measureRanges(RangeSession(movements ?? configuration.usedMovements, pointer: configuration.gestures.pointer, at: now), at: now, handle)
            rangeOwner = peer
            peer.isOwed = true
            return reply.done()
        case .forgetRanges:
            try mayNotDisturb()
            try forgetRanges()
            replyWhenKept(to: peer, reply)
            return nil
        case .calibrateGaze(let targets):
            try mayMeasure("a gaze calibration")
            if let missing = headSwitch.prepareGaze() { throw ControlError(.unavailable, missing) }
            try mayChange()
            economy.wake(at: now)
            headSwitch.measureGaze(GazeSession(targets, configuration.gaze, at: now), at: now, handle)
            rangeOwner = peer
            peer.isOwed = true
            return reply.done()
        case .cancelCalibration:
            try cancelCalibration()
            return reply.done()
        case .camera(let name):
            if let name { try change(camera: name) }
            return reply.done(cameras)
        case .profile(let name):
            guard let name else { return reply.done(profiles) }
            try change(profile: name)
            replyWhenKept(to: peer, reply) { self.profiles }
            return nil
        case .ask(let text, let timeout):
            try ask(OpenQuestion(text: text, peer: peer, reply: reply), timeout: timeout)
            return nil
        case .enrol(let name):
            try enrol(name, for: peer)
            return reply.done()
        case .endEnrolment:
            try stopEnrolment()
            return reply.done()
        case .people: return reply.done(enrolledReply)
        case .forget(let name):
            try forget(name, for: peer, reply)
            return nil
        case .setup(let request): return try answer(request, from: peer, reply)
        case .teach(let request): return try answer(request, from: peer, reply)
        }
    }

    /// Replies as soon as the change is on the disk, or after a second.
    private func replyWhenKept(to peer: ControlPeer, _ reply: ControlReply, _ body: @escaping () -> (any Encodable)? = { nil }) {
        keepState()
        peer.isOwed = true
        unkept.append(UnkeptReply(peer: peer, reply: reply, until: now + UnkeptReply.patience, body: body))
    }

    private func sendKept() {
        guard !unkept.isEmpty else { return }
        let isOver = store.writer.isIdle, isDurable = store.isDurable, now = now
        unkept.removeAll { waiting in
            guard isOver || now >= waiting.until else { return false }
            waiting.peer.isOwed = owes(waiting.peer)
            waiting.peer.send(waiting.reply.done(durable: isDurable, waiting.body()))
            return true
        }
    }

    /// Whether an answer to a client is due that is not an unkept reply.
    func owes(_ peer: ControlPeer) -> Bool { peer === question?.peer || peer === rangeOwner
        || setup.tasks.contains { $0.peer === peer && !$0.isAnswered } || setup.bluetooth.owes(peer) }

    /// Limits how often clients may cause disk writes, camera restarts and new calibrations.
    func mayChange() throws(ControlError) {
        guard changes.take(at: now) else {
            throw ControlError(.busy, "it was changed too often; wait for \(changes.wait(for: 1).rounded(.up).shortest) s")
        }
    }

    func mayMeasure(_ what: String) throws(ControlError) {
        if headSwitch.recognizer.isPaused { throw ControlError(.paused, "\(what) is not possible while paused: `nodline resume` first") }
        if economy.isCritical { throw ControlError(.unavailable, "the battery is empty and the camera off") }
        if question != nil { throw ControlError(.busy, "a question is being asked; wait until it is answered") }
        try mayNotDisturb()
    }

    /// Whether nothing is being measured.
    func mayNotDisturb() throws(ControlError) {
        if headSwitch.ranges != nil { throw ControlError(.busy, "ranges are being measured; wait, or cancel it") }
        if headSwitch.gazing != nil { throw ControlError(.busy, "gaze is being calibrated; wait, or cancel it") }
        if headSwitch.teaching != nil { throw ControlError(.busy, "a gesture is being taught; wait, or cancel it") }
        if headSwitch.enrolling != nil { throw ControlError(.busy, "a person is being enrolled; wait, or cancel it") }
    }

    private func ask(_ asked: OpenQuestion, timeout: Double) throws(ControlError) {
        if question != nil { throw ControlError(.busy, "another question is being asked; one at a time") }
        try mayMeasure("a question")
        economy.wake(at: now)
        question = asked  // before the event is sent that announces it
        asked.peer.isOwed = true
        headSwitch.ask(at: now, timeout: timeout, handle)
    }

    private func cancelCalibration() throws(ControlError) {
        if headSwitch.isMeasuring { return endMeasuring("somebody cancelled it") }
        guard headSwitch.recognizer.isCalibrating, let center = formerCenter else {
            throw ControlError(.unavailable, "there is no calibration to cancel")
        }
        formerCenter = nil
        headSwitch.setCalibrationCenter(center, at: now, handle)
    }

    private func change(camera name: String) throws(ControlError) {
        try mayChange()
        economy.wake(at: now)
        if let fault = changeCamera({ camera.select(name, $0) }) { throw ControlError(.unavailable, fault.detail) }
    }

    private func change(profile name: String) throws(ControlError) {
        try mayChange()
        if let fault = use(profile: name) { throw ControlError(.unavailable, fault) }
    }

    // MARK: - Replies

    private var status: StatusReply {
        let recognizer = headSwitch.recognizer, stats = running.stats
        return StatusReply(
            uptime: now, state: headSwitch.ranges != nil ? StatusReply.measuringRanges : headSwitch.gazing != nil ? StatusReply.calibratingGaze
                : headSwitch.teaching != nil ? StatusReply.teaching
                : headSwitch.enrolling != nil ? StatusReply.enrolling : pattern.rawValue,
            face: recognizer.isFacePresent, calibrating: recognizer.isCalibrating, paused: recognizer.isPaused,
            held: .some(recognizer.heldDirection?.rawValue), tilt: .some(recognizer.heldTilt?.rawValue), expression: .some(recognizer.heldExpression?.rawValue),
            zone: .some(recognizer.heldZone?.description), armed: .some(recognizer.armedUntil.map { max(0, $0 - now) }),
            question: .some(question?.text), camera: .some(camera.camera?.info.id), profile: store.saved.profile,
            person: .some(personStatus), eyes: (configuration.gestures.eyes ?? configuration.gestures.measuredEyes).rawValue,
            ranges: store.saved.ranges[store.saved.profile]?.byMovement, impossible: configuration.impossible,
            gaze: configuration.watchesGaze ? configuration.gestures.gaze.correction == nil ? .uncalibrated : .calibrated : .off,
            capture_fps: stats?.captureRate, detect_fps: stats?.detectionRate, dropped: stats?.dropped,
            cpu_percent: stats?.cpuPercent, operating_point: stats?.operatingPoint, limited_by: stats?.limitedBy,
            battery_percent: stats?.batteryPercent, hours_left: stats?.hoursLeft, temperature: stats?.temperature,
            outputs: Dictionary(outputs.outputValues.map { ($0.name, $0.isOn ? 1 : 0) }) { first, _ in first },
            axes: Dictionary(outputs.axisValues.map { ($0.name, $0.value) }) { first, _ in first },
            taught: taught.gestures.map { "my-\($0.name)" },
            trial: .some(trial),
            recording: .some(recordings.isRecording ? recordings.take.map { StatusReply.Recording(name: $0.name, left: max(0, $0.until - now)) } : nil),
            center: recognizer.calibrationCenter.map { [$0.position.x, $0.position.y] }, iod: recognizer.calibrationCenter?.interocularDistance,
            faults: running.faults, figures: running.figures)
    }

    private var refusals: WhyReply {
        let now = now
        return WhyReply(refusals: headSwitch.refusals.recent(at: now).suffix(20).compactMap { event in
            guard case .rejected(let rejection) = event.kind else { return nil }
            return WhyReply.Refusal(
                t: event.time, ago: now - event.time, rule: rejection.rule.rawValue, value: rejection.value, bound: rejection.bound,
                direction: rejection.direction?.rawValue, shoulder: rejection.shoulder?.rawValue, expression: rejection.expression?.rawValue, zone: rejection.zone?.description,
                taught: rejection.taught.map { "my-\($0)" },
                key: rejection.remedy?.key, enough: rejection.remedy?.value,
                words: rejection.words + (eyesWereMeasured(rejection) ? " (as the range calibration found; gestures.eyes changes it)"
                    : wasMeasured(rejection) ? " (the range calibration found this threshold)" : ""))
        })
    }

    /// Whether a gesture was refused by the eye condition that the range calibration has found.
    private func eyesWereMeasured(_ rejection: Rejection) -> Bool {
        configuration.gestures.eyes == nil && [.eyesAlong, .eyesUnclear, .eyesUnknown].contains(rejection.rule)
    }

    /// Whether a movement was smaller than a threshold that the range calibration has found.
    private func wasMeasured(_ rejection: Rejection) -> Bool {
        guard rejection.rule == .tooSmall, let ranges = store.saved.ranges[store.saved.profile] else { return false }
        let movement = rejection.expression.map(RangeMovement.expression) ?? rejection.shoulder.map(RangeMovement.tilt)
            ?? rejection.direction.map(RangeMovement.turn)
        return movement.map { ranges[$0] == configuration.gestures[$0] } ?? false
    }

    private var cameras: CameraReply {
        CameraReply(camera: .some(camera.camera?.info.id), cameras: camera.cameras.map {
            CameraReply.Camera(id: $0.id, model: $0.model, looks: $0.location.words)
        })
    }

    private var profiles: ProfileReply { ProfileReply(profile: store.saved.profile, profiles: configuration.profiles.map(\.name)) }
}
