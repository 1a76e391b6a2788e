import People
import Pipeline
import Platform

/// Whose head it is: faces go to the recogniser and its answers come back, without anything waiting for either.
extension MainLoop {
    /// Looks at the face of a frame.
    func watchPeople(_ view: FrameView, _ face: Face?) {
        guard configuration.recognisesPeople || headSwitch.enrolling != nil else { return }
        lookForCompany(view, face)
        let reader = people.reader(configuration.person.method)
        guard reader.isFree, !people.isReading else { return }
        let time = view.frame.time
        if headSwitch.enrolling != nil {
            let angles = face.flatMap { $0.isCertain ? $0.pose.map { ($0.yaw, $0.pitch) } : nil }
            let isWanted = inEnrolment { session, emit in
                func light() -> FaceLight? {
                    guard let face, people.chip.cut(face, from: view) else { return nil }
                    return FaceLight(people.chip)
                }
                guard let angle = session.wants(angles, light: light, at: time, emit), let light = light() else { return false }
                return session.reads(angle, light, at: time, emit)
            }
            guard isWanted == true else { return }
            people.asked = nil
        } else {
            guard let sighting = headSwitch.wantsRecognition(of: face, in: view, into: &people.chip) else { return }
            people.asked = sighting
        }
        people.isReading = true
        reader.read(people.chip)
    }

    /// Takes the recogniser's answer, ends an enrolment that is complete or cannot go on, and changes to a recognised person's profile.
    func tendPeople() {
        if people.isReading, let answer = people.reader(configuration.person.method).take() {
            people.isReading = false
            hear(answer)
        }
        tendEnrolment()
        if let name = people.wantsProfileOf, question == nil, setup.trial == nil, !headSwitch.isMeasuring {
            people.wantsProfileOf = nil
            guard headSwitch.gate?.knowledge == .recognised(name), let profile = configuration.profiles.first(where: { $0.person == name })?.name, profile != store.saved.profile else { return }
            use(profile: profile)
        }
    }

    private func hear(_ answer: Result<FaceEmbedding, FaceReaderFailure>) {
        switch answer {
        case .success: people.lastFailure = ""
        case .failure(let failure):
            if failure.description != people.lastFailure { report(.recognitionUnavailable, failure.description) }
            people.lastFailure = failure.description
        }
        guard let sighting = people.asked else {
            inEnrolment { session, emit in session.hear(answer, at: now, emit) }
            return
        }
        headSwitch.hear(answer, among: people.people, about: sighting, at: now, handle)
    }

    /// Somebody has been recognised.
    func hear(_ report: PersonReport) {
        if case .recognised(let name, _, _) = report { people.wantsProfileOf = name }
    }

    // MARK: - Enrolment

    /// Changes the enrolment in progress, and reports its steps afterwards.
    /// - Returns: `nil` if there is none.
    @discardableResult
    private func inEnrolment<Value>(_ change: (inout EnrolmentSession, (EnrolmentReport) -> Void) -> Value) -> Value? {
        guard var session = headSwitch.enrolling else { return nil }
        var reports: [EnrolmentReport] = []
        let value = change(&session) { reports.append($0) }
        headSwitch.enrolling = session
        for report in reports { headSwitch.tell(.enrolment(time: now, name: session.person.name, report), handle) }
        return value
    }

    /// Looks for another face while a person is being enrolled, which takes as long as a search.
    private func lookForCompany(_ view: FrameView, _ face: Face?) {
        guard headSwitch.enrolling != nil, let face, now >= people.nextCompany else { return }
        people.nextCompany = now + 1
        let hasCompany = (try? headSwitch.tracker.seesAnother(than: face, in: view)) ?? false
        headSwitch.enrolling?.hasCompany = hasCompany
    }

    private func tendEnrolment() {
        if let keeping = people.keeping, keeping(self) { people.keeping = nil }
        guard let session = headSwitch.enrolling else { return }
        if let obstacle = session.obstacle(at: now) {
            endEnrolment(obstacle)
        } else if headSwitch.recognizer.isPaused || economy.isCritical {
            endEnrolment(economy.isCritical ? "the battery is empty" : "it was paused")
        } else if session.isDone || session.isStuck(at: now) {
            guard session.newCount > 0 else {
                return endEnrolment(session.person.faces.isEmpty ? "no face was taken" : "there is nothing new in this light; do it again in another one")
            }
            keep(session)
        }
    }

    /// Cancels an enrolment; nothing has changed.
    func endEnrolment(_ reason: String) {
        if let session = headSwitch.enrolling { closeEnrolment(session.person.name, .cancelled(reason: reason)) }
    }

    /// Ends the enrolment: gestures count again.
    private func leaveEnrolment() {
        headSwitch.enrol(nil, at: now, handle)
        headSwitch.recognise(PersonGate(configuration, insteadOf: headSwitch.gate), at: now, handle)
        rangeOwner?.isOwed = false
        rangeOwner = nil
    }

    private func closeEnrolment(_ name: String, _ report: EnrolmentReport) {
        leaveEnrolment()
        headSwitch.tell(.enrolment(time: now, name: name, report), handle)
    }

    /// Ends the enrolment and writes the person. Nobody waits for the disk: the result is told when it has answered, and gestures count meanwhile.
    private func keep(_ session: EnrolmentSession) {
        guard let folder = people.folder else { return endEnrolment("there is no [state] directory to keep it in") }
        leaveEnrolment()
        let person = session.person, outcome = DiskTask.Outcome<Bool>()
        store.writer.write("people/\(person.name)") { () throws(StateWriter.Failure) in
            do throws(StateWriter.Failure) {
                try folder.write(person)
                outcome.result.withLock { $0 = .success(true) }
            } catch {
                outcome.result.withLock { $0 = .failure(error) }
            }
        }
        people.keeping = { loop in
            guard let result = outcome.result.withLock({ $0 }) else { return false }
            switch result {
            case .success:
                loop.people.keep(person)
                loop.headSwitch.recognise(PersonGate(loop.configuration, insteadOf: loop.headSwitch.gate), at: loop.now, loop.handle)
                loop.headSwitch.tell(.enrolment(time: loop.now, name: person.name, .done(session.result())), loop.handle)
            case .failure(let failure):
                loop.headSwitch.tell(.enrolment(time: loop.now, name: person.name, .cancelled(reason: "it could not be written: \(failure)")), loop.handle)
            }
            return true
        }
    }
}
