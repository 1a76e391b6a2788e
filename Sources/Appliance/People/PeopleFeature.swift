import People
import Pipeline
import Platform
import Wire

/// Knows people by their faces. Faces go to a reader and its answers come back, without anything waiting for either.
final class PeopleFeature: Feature {
    private let desk: PeopleDesk
    /// The chip of the last face, used again and again.
    private var chip = FaceChip()
    /// The number of the face that is being read; `nil` while none is, or an enrolment's is.
    private var asked: Int?
    /// Frames, at most one a second, in which an enrolment looks for another face.
    private var nextCompany = -Double.infinity
    /// The person whose profile should be used.
    private var wantsProfileOf: String?
    /// The failure that was reported last; a reader that works clears it.
    private var lastFailure = ""
    /// A person who is being written, and how that has ended.
    private var keeping: (session: EnrolmentSession, outcome: DiskTask.Outcome<Bool>)?
    private var hasBegun = false

    /// - Parameters:
    ///   - state: the state's folder; without one nobody can be enrolled.
    ///   - reader: turns faces into numbers, in place of the package nodline-people.
    init(state: String, reader: (any FaceReader)?) { desk = PeopleDesk(state: state, reader: reader) }

    deinit { desk.end() }

    func start(_ context: FeatureContext) { for fault in desk.faults { context.report(.peopleDamaged, fault.description) } }

    func profileBegins(_ context: FeatureContext) {
        guard !hasBegun else { return }
        hasBegun = true
        context.head.recognise(PersonGate(context.configuration), at: context.now, context.handle)
    }

    func stop(_ context: FeatureContext) { desk.end() }

    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? {
        switch request {
        case .enrol(let name):
            try enrol(name, for: client, context)
            return .done()
        case .endEnrolment:
            guard let enrolment = context.head.measurement as? Enrolment else { throw ControlError(.unavailable, "nobody is being enrolled") }
            enrolment.change(context) { session, _ in session.stop() }
            return .done()
        case .people: return .done(list(context.configuration))
        case .forget(let name):
            try forget(name, for: client, context)
            return .later
        default: return nil
        }
    }

    func report(in status: inout StatusReply, _ context: FeatureContext) { status.person = .some(StatusReply.Person(context.head.gate?.knowledge)) }

    /// Somebody has been recognised.
    func hear(_ event: ApplianceEvent, at now: Double) {
        if case .person(_, .recognised(let name, _, _)) = event { wantsProfileOf = name }
    }

    // MARK: - Faces

    /// Looks at the face of a frame.
    func frame(_ frame: SeenFrame, _ context: FeatureContext) {
        let enrolment = context.head.measurement as? Enrolment
        guard context.configuration.recognisesPeople || enrolment != nil else { return }
        if let enrolment { lookForCompany(frame, enrolment, context) }
        let reader = desk.reader(context.configuration.person.method)
        guard reader.isFree, !desk.isReading else { return }
        if let enrolment {
            guard wants(frame, enrolment, context) else { return }
            asked = nil
        } else {
            guard let sighting = context.head.wantsRecognition(of: frame.face, in: frame.view, into: &chip) else { return }
            asked = sighting
        }
        desk.isReading = true
        reader.read(chip)
    }

    /// Whether an enrolment wants the face, which is cut then.
    private func wants(_ frame: SeenFrame, _ enrolment: Enrolment, _ context: FeatureContext) -> Bool {
        let angles = frame.face.flatMap { $0.isCertain ? $0.pose.map { ($0.yaw, $0.pitch) } : nil }
        return enrolment.change(context) { session, emit in
            func light() -> FaceLight? {
                guard let face = frame.face, chip.cut(face, from: frame.view) else { return nil }
                return FaceLight(chip)
            }
            guard let angle = session.wants(angles, light: light, at: frame.time, emit), let light = light() else { return false }
            return session.reads(angle, light, at: frame.time, emit)
        }
    }

    /// Looks for another face while a person is being enrolled, which takes as long as a search.
    private func lookForCompany(_ frame: SeenFrame, _ enrolment: Enrolment, _ context: FeatureContext) {
        guard let face = frame.face, context.now >= nextCompany else { return }
        nextCompany = context.now + 1
        let hasCompany = (try? context.head.tracker.seesAnother(than: face, in: frame.view)) ?? false
        enrolment.change(context) { session, _ in session.hasCompany = hasCompany }
    }

    /// Takes the reader's answer and the disk's, and changes to a recognised person's profile.
    func tick(_ context: FeatureContext) {
        if desk.isReading, let answer = desk.reader(context.configuration.person.method).take() {
            desk.isReading = false
            take(answer, context)
        }
        tellKept(context)
        followProfile(context)
    }

    private func take(_ answer: Result<FaceEmbedding, FaceReaderFailure>, _ context: FeatureContext) {
        switch answer {
        case .success: lastFailure = ""
        case .failure(let failure):
            if failure.description != lastFailure { context.report(.recognitionUnavailable, failure.description) }
            lastFailure = failure.description
        }
        let now = context.now
        if let asked {
            context.head.hear(answer, among: desk.people, about: asked, at: now, context.handle)
        } else if let enrolment = context.head.measurement as? Enrolment {
            enrolment.change(context) { session, emit in session.hear(answer, at: now, emit) }
        }
    }

    /// Changes to the profile of somebody who has been recognised, when nothing is in its way.
    private func followProfile(_ context: FeatureContext) {
        guard let name = wantsProfileOf, (try? context.may(.following)) != nil else { return }
        wantsProfileOf = nil
        guard context.head.gate?.knowledge == .recognised(name), let profile = context.configuration.profiles.first(where: { $0.person == name })?.name,
              profile != context.settings.profile else { return }
        context.settings.use(profile: profile, context)
    }

    // MARK: - Enrolling

    private func enrol(_ name: String, for client: Requester, _ context: FeatureContext) throws(ControlError) {
        try context.mayMeasure("an enrolment")
        guard desk.folder != nil else { throw ControlError(.unavailable, "there is no [state] directory to keep a person in") }
        guard !desk.isDamaged(name) else {
            throw ControlError(.unavailable, "the file of \(name) is damaged: nodline people --forget \(name) removes it")
        }
        try mayWrite()
        let method = context.configuration.person.method
        let known = desk.people.first { $0.name == name && $0.method == method } ?? EnrolledPerson(name)
        guard known.faces.count < EnrolledPerson.mostFaces else {
            throw ControlError(.unavailable, "\(name) has \(known.faces.count) faces already: nodline people --forget \(name) begins anew")
        }
        guard desk.people.count < EnrolledPerson.mostPeople || !known.faces.isEmpty else {
            throw ControlError(.unavailable, "\(desk.people.count) people are enrolled already; forget one of them first")
        }
        try context.mayChange()
        let session = EnrolmentSession(known, others: desk.people, at: context.now)
        context.measuring.begin(Enrolment(session) { [weak self] in self?.keep($0, $1) }, for: client, context)
    }

    private func mayWrite() throws(ControlError) {
        guard keeping == nil else { throw ControlError(.busy, "the person who was enrolled last is still being written: the memory card is slow") }
    }

    /// Writes a person. Nobody waits for the disk: the result is told when it has answered, and gestures count meanwhile.
    private func keep(_ session: EnrolmentSession, _ context: FeatureContext) {
        guard let folder = desk.folder else { return }  // without one nobody can be enrolled
        let person = session.person, outcome = DiskTask.Outcome<Bool>()
        context.settings.store.writer.write("people/\(person.name)") { () throws(StateWriter.Failure) in
            do throws(StateWriter.Failure) {
                try folder.write(person)
                outcome.result.withLock { $0 = .success(true) }
            } catch {
                outcome.result.withLock { $0 = .failure(error) }
            }
        }
        keeping = (session, outcome)
    }

    private func tellKept(_ context: FeatureContext) {
        guard let (session, outcome) = keeping, let result = outcome.result.withLock({ $0 }) else { return }
        keeping = nil
        let report: EnrolmentReport
        switch result {
        case .success:
            desk.keep(session.person)
            context.recognisePeople()
            report = .done(session.result())
        case .failure(let failure): report = .cancelled(reason: "it could not be written: \(failure)")
        }
        context.head.tell(.enrolment(time: context.now, name: session.person.name, report), context.handle)
    }

    private func forget(_ name: String, for client: Requester, _ context: FeatureContext) throws(ControlError) {
        guard let folder = desk.folder, desk.knows(name) else {
            let names = desk.people.map(\.name), nearest = NearestWord.to(name, among: names).map { "; did you mean \($0)?" }
            throw ControlError(.badField, "\(name.quoted) is not enrolled" + (nearest ?? (names.isEmpty ? "; nobody is" : "; there are \(names.quoted)")))
        }
        try mayWrite()
        try context.may(.disturbing)
        try context.mayChange()
        try context.disk.run(for: client, at: context.now, durable: true, { () throws(StateWriter.Failure) in try folder.remove(name) }) {
            [unowned self] context, result throws(ControlError) in
            try DiskQueue.value(result)
            desk.forget(name)
            context.recognisePeople()
            return list(context.configuration)
        }
    }

    private func list(_ configuration: Configuration) -> EnrolledReply {
        let only = configuration.person.only
        return EnrolledReply(people: desk.people.map { person in
            EnrolledReply.Person(name: person.name, faces: person.faces.count, lights: person.lights,
                                 method: person.method?.rawValue ?? "", counts: only.isEmpty || only.contains(person.name))
        }, only: only, faults: desk.faults.map(\.description))
    }
}
