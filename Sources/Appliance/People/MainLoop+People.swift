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
                guard let angle = session.wants(angles, at: time, emit), let face, people.chip.cut(face, from: view) else { return false }
                return session.reads(angle, FaceLight(people.chip), at: time, emit)
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
        if let keeping = people.keeping {
            if keeping(self) { people.keeping = nil }
            return
        }
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

    /// Cancels an enrolment; nothing has changed. One that is being written is no longer cancelled.
    func endEnrolment(_ reason: String) {
        if headSwitch.enrolling != nil, people.keeping == nil { closeEnrolment(.cancelled(reason: reason)) }
    }

    private func closeEnrolment(_ report: EnrolmentReport) {
        let name = headSwitch.enrolling?.person.name ?? ""
        headSwitch.enrol(nil, at: now, handle)
        headSwitch.recognise(PersonGate(configuration, insteadOf: headSwitch.gate), at: now, handle)
        rangeOwner?.isOwed = false
        rangeOwner = nil
        headSwitch.tell(.enrolment(time: now, name: name, report), handle)
    }

    /// Writes the person, and ends the enrolment when the disk has answered.
    private func keep(_ session: EnrolmentSession) {
        guard let folder = people.folder else { return endEnrolment("there is no [state] directory to keep it in") }
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
                loop.closeEnrolment(.done(session.result()))
            case .failure(let failure): loop.closeEnrolment(.cancelled(reason: "it could not be written: \(failure)"))
            }
            return true
        }
    }
}
