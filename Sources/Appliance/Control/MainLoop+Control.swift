// What clients ask of a running appliance, and what they get.
import Gestures
import Glibc
import Platform

/// A question that waits for its answer, and who asked it.
struct OpenQuestion {
    let text: String
    let peer: ControlPeer
    let reply: ControlReply
}

/// A reply that says whether what was asked for is on the disk, and waits a little for that.
struct UnkeptReply {
    /// Seconds that it waits.
    static let patience = 1.0

    let peer: ControlPeer
    let reply: ControlReply
    let until: Double
    let fill: (inout JSONLine) -> Void
}

extension MainLoop {
    /// Listens where the configuration says; without sockets the appliance works on.
    static func openControl(_ configuration: Configuration) -> Result<ControlServer?, ControlFault> {
        let folder = ControlPlace.folder(configuration)
        guard !folder.isEmpty else { return .success(nil) }
        do throws(ControlFault) { return .success(try ControlServer(folder: folder)) } catch { return .failure(error) }
    }

    /// Answers what has been asked, a little of it in each turn.
    func handleControl() {
        guard let control else { return }
        control.serve(descriptors, at: now)
        while let (peer, message) = control.next() {
            let reply = ControlReply(to: message.id, message.name)
            do throws(ControlFault) {
                if let line = try answer(try message.request.get(), from: peer, reply) { peer.send(line) }
            } catch {
                peer.send(reply.refusal(error))
                if error.code == .tooLong { peer.drop() }
            }
        }
        sendKept()
        // Nobody waits any more for what these wanted.
        if let question, question.peer.hasLeft {
            self.question = nil
            question.peer.isOwed = false
            headSwitch.withdraw(at: now, handle)
        }
        if let rangeOwner, rangeOwner.hasLeft { endRange("the client that asked for it has left") }
    }

    /// Somebody has answered, or the time is up.
    func tell(_ answer: GestureAnswer) {
        guard let question else { return }
        self.question = nil
        question.peer.isOwed = false
        question.peer.send(question.reply.done { $0.add("answer", answer.rawValue) })
    }

    /// Ends a range calibration that is over, or cannot go on.
    func tendRange() {
        guard let session = headSwitch.ranges else { return }
        if let obstacle = session.obstacle(at: now) {
            endRange(obstacle)
        } else if headSwitch.recognizer.isPaused || economy.isCritical {
            endRange(economy.isCritical ? "the battery is empty" : "it was paused")
        } else if session.isDone {
            var gestures = configuration.gestures
            session.calibration.apply(to: &gestures)
            // What the file could not say is not kept either: the next start would refuse it.
            let isKept = session.calibration.findings.contains { $0.threshold != nil } && Ranges(gestures).isPossible
            closeRange(.done(isKept: isKept))
            if isKept { keep(Ranges(gestures)) }
        }
    }

    /// Gives a range calibration up; the ranges are unchanged.
    func endRange(_ reason: String) {
        if headSwitch.ranges != nil { closeRange(.cancelled(reason: reason)) }
    }

    private func closeRange(_ report: RangeReport) {
        headSwitch.measureRanges(nil, at: now, handle)
        rangeOwner?.isOwed = false
        rangeOwner = nil
        emit(.range(time: now, report))
    }

    // MARK: - Requests

    /// - Returns: the reply; `nil` where it comes later.
    private func answer(_ request: ControlRequest, from peer: ControlPeer, _ reply: ControlReply) throws(ControlFault) -> String? {
        switch request {
        case .subscribe(let moved):
            peer.subscription = moved ? .everything : .events
            return reply.done()
        case .status: return reply.done(describe)
        case .why: return reply.done(explain)
        case .pause:  // at once, whatever else was asked: it is the way to make it stop
            if !headSwitch.recognizer.isPaused { headSwitch.togglePause(at: now, handle) }
            endRange("it was paused")
            replyWhenKept(to: peer, reply)
            return nil
        case .resume:
            if headSwitch.recognizer.isPaused {
                try mayChange()
                headSwitch.togglePause(at: now, handle)
            }
            replyWhenKept(to: peer, reply)
            return nil
        case .calibrate:
            try mayMeasure("a calibration")
            try mayChange()
            formerCenter = headSwitch.recognizer.calibrationCenter ?? formerCenter
            economy.wake(at: now)
            headSwitch.recalibrate(at: now, handle)
            return reply.done()
        case .calibrateRange(let directions):
            try mayMeasure("a range calibration")
            try mayChange()
            economy.wake(at: now)
            headSwitch.measureRanges(RangeSession(directions, pointer: configuration.gestures.pointer, at: now), at: now, handle)
            rangeOwner = peer
            peer.isOwed = true
            return reply.done()
        case .cancelCalibration:
            try cancelCalibration()
            return reply.done()
        case .camera(let name):
            if let name { try change(camera: name) }
            return reply.done(describeCameras)
        case .profile(let name):
            guard let name else { return reply.done(describeProfiles) }
            try change(profile: name)
            replyWhenKept(to: peer, reply, describeProfiles)
            return nil
        case .ask(let text, let timeout):
            try ask(OpenQuestion(text: text, peer: peer, reply: reply), timeout: timeout)
            return nil
        }
    }

    /// Replies as soon as the disk has what was changed, and after a second in any case.
    private func replyWhenKept(to peer: ControlPeer, _ reply: ControlReply, _ fill: @escaping (inout JSONLine) -> Void = { _ in }) {
        keepState()
        peer.isOwed = true
        unkept.append(UnkeptReply(peer: peer, reply: reply, until: now + UnkeptReply.patience, fill: fill))
    }

    private func sendKept() {
        guard !unkept.isEmpty else { return }
        let isOver = store.writer.isIdle, isDurable = store.isDurable, now = now
        unkept.removeAll { waiting in
            guard isOver || now >= waiting.until else { return false }
            waiting.peer.isOwed = waiting.peer === question?.peer || waiting.peer === rangeOwner
            waiting.peer.send(waiting.reply.done { line in
                line.add("durable", isDurable)
                waiting.fill(&line)
            })
            return true
        }
    }

    /// What wears the disk, stops the camera or makes the user begin anew is not done on and on.
    private func mayChange() throws(ControlFault) {
        guard changes.take(at: now) else {
            throw ControlFault(.busy, "it was changed too often; wait for \(changes.wait(for: 1).rounded(.up).shortest) s")
        }
    }

    private func mayMeasure(_ what: String) throws(ControlFault) {
        if headSwitch.recognizer.isPaused { throw ControlFault(.paused, "\(what) is not possible while paused: `nodline resume` first") }
        if economy.isCritical { throw ControlFault(.unavailable, "the battery is empty and the camera off") }
        if question != nil { throw ControlFault(.busy, "a question is being asked; wait until it is answered") }
        if headSwitch.ranges != nil { throw ControlFault(.busy, "ranges are being measured; wait, or cancel it") }
    }

    private func ask(_ asked: OpenQuestion, timeout: Double) throws(ControlFault) {
        if question != nil { throw ControlFault(.busy, "another question is being asked; one at a time") }
        try mayMeasure("a question")
        economy.wake(at: now)
        question = asked  // before the event that says so
        asked.peer.isOwed = true
        headSwitch.ask(at: now, timeout: timeout, handle)
    }

    private func cancelCalibration() throws(ControlFault) {
        if headSwitch.ranges != nil { return endRange("somebody cancelled it") }
        guard headSwitch.recognizer.isCalibrating, let center = formerCenter else {
            throw ControlFault(.unavailable, "there is no calibration to cancel")
        }
        formerCenter = nil
        headSwitch.setCalibrationCenter(center, at: now, handle)
    }

    private func change(camera name: String) throws(ControlFault) {
        try mayChange()
        economy.wake(at: now)
        if let fault = changeCamera({ camera.select(name, $0) }) { throw ControlFault(.unavailable, fault.problem) }
    }

    private func change(profile name: String) throws(ControlFault) {
        try mayChange()
        if let fault = use(profile: name) { throw ControlFault(.unavailable, fault) }
    }

    // MARK: - Replies

    private func describe(_ line: inout JSONLine) {
        let recognizer = headSwitch.recognizer
        line.add("uptime", now)
        line.add("state", headSwitch.ranges != nil ? ControlReply.measuringRanges : pattern.rawValue)
        line.add("face", recognizer.isFacePresent)
        line.add("calibrating", recognizer.isCalibrating)
        line.add("paused", recognizer.isPaused)
        line.add("held", recognizer.heldDirection?.rawValue)
        line.add("armed", recognizer.armedUntil.map { max(0, $0 - now) })
        line.add("question", question?.text)
        line.add("camera", camera.camera?.info.id)
        line.add("profile", store.saved.profile)
        if let stats = running.stats { stats.describe(in: &line) }
        var outputs = JSONLine()
        for output in headSwitch.outputs.values { outputs.add(output.name, output.isOn ? 1 : 0) }
        line.add("outputs", raw: outputs.line)
        var axes = JSONLine()
        for axis in headSwitch.axes.values { axes.add(axis.name, axis.value) }
        line.add("axes", raw: axes.line)
        line.add("faults", lines: running.faults.map { fault in
            var line = JSONLine()
            line.add("t", fault.time)
            line.add("what", fault.what)
            line.add("detail", fault.detail)
            return line
        })
    }

    private func explain(_ line: inout JSONLine) {
        let now = now
        line.add("refusals", lines: headSwitch.refusals.recent(at: now).suffix(20).compactMap { event in
            guard case .rejected(let rejection) = event.kind else { return nil }
            var line = JSONLine()
            line.add("t", event.time)
            line.add("ago", now - event.time)
            rejection.describe(in: &line)
            line.add("words", rejection.words)
            return line
        })
    }

    private func describeCameras(_ line: inout JSONLine) {
        line.add("camera", camera.camera?.info.id)
        line.add("cameras", lines: camera.cameras.map { info in
            var line = JSONLine()
            line.add("id", info.id)
            line.add("model", info.model)
            line.add("looks", info.location.words)
            return line
        })
    }

    private func describeProfiles(_ line: inout JSONLine) {
        line.add("profile", store.saved.profile)
        line.add("profiles", raw: "[" + configuration.profiles.map(\.name.quoted).joined(separator: ",") + "]")
    }
}
