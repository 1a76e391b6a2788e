import Platform

/// The reply to `people`.
package struct EnrolledReply: Codable, Sendable {
    package struct Person: Codable, Sendable {
        /// How many faces there are, in how many lights, and the method that made numbers of them.
        package let name: String, faces: Int, lights: Int, method: String
        /// Whether this person may act.
        package let counts: Bool
    }

    package let people: [Person]
    /// `person.only`.
    package let only: [String]
    /// What is wrong with files.
    package let faults: [String]
}

/// Requests about people.
extension MainLoop {
    func enrol(_ name: String, for peer: ControlPeer) throws(ControlError) {
        try mayMeasure("an enrolment")
        guard people.folder != nil else { throw ControlError(.unavailable, "there is no [state] directory to keep a person in") }
        guard !people.isDamaged(name) else {
            throw ControlError(.unavailable, "the file of \(name) is damaged: nodline people --forget \(name) removes it")
        }
        try mayWritePeople()
        let method = configuration.person.method
        let known = people.people.first { $0.name == name && $0.method == method } ?? EnrolledPerson(name)
        guard known.faces.count < EnrolledPerson.mostFaces else {
            throw ControlError(.unavailable, "\(name) has \(known.faces.count) faces already: nodline people --forget \(name) begins anew")
        }
        guard people.people.count < EnrolledPerson.mostPeople || !known.faces.isEmpty else {
            throw ControlError(.unavailable, "\(people.people.count) people are enrolled already; forget one of them first")
        }
        try mayChange()
        economy.wake(at: now)
        headSwitch.enrol(EnrolmentSession(known, others: people.people, at: now), at: now, handle)
        rangeOwner = peer
        peer.isOwed = true
    }

    func stopEnrolment() throws(ControlError) {
        guard headSwitch.enrolling != nil else { throw ControlError(.unavailable, "nobody is being enrolled") }
        headSwitch.enrolling?.stop()
    }

    func forget(_ name: String, for peer: ControlPeer, _ reply: ControlReply) throws(ControlError) {
        guard let folder = people.folder, people.knows(name) else {
            let names = people.people.map(\.name), nearest = NearestWord.to(name, among: names).map { "; did you mean \($0)?" }
            throw ControlError(.badField, "\(name.quoted) is not enrolled" + (nearest ?? (names.isEmpty ? "; nobody is" : "; there are \(names.quoted)")))
        }
        try mayWritePeople()
        try mayNotDisturb()
        try mayChange()
        try onDisk(for: peer, reply, durable: true, { () throws(StateWriter.Failure) in try folder.remove(name) }) { loop, result throws(ControlError) in
            try Self.value(result)
            loop.people.forget(name)
            loop.headSwitch.recognise(PersonGate(loop.configuration, insteadOf: loop.headSwitch.gate), at: loop.now, loop.handle)
            return loop.enrolledReply
        }
    }

    private func mayWritePeople() throws(ControlError) {
        guard people.keeping == nil else { throw ControlError(.busy, "the person who was enrolled last is still being written: the memory card is slow") }
    }

    var enrolledReply: EnrolledReply {
        let only = configuration.person.only
        return EnrolledReply(people: people.people.map { person in
            EnrolledReply.Person(name: person.name, faces: person.faces.count, lights: person.lights,
                               method: person.method?.rawValue ?? "", counts: only.isEmpty || only.contains(person.name))
        }, only: only, faults: people.faults.map(\.description))
    }

    /// Whose face is followed, for `status` and the preview.
    var personStatus: StatusReply.Person? {
        switch headSwitch.gate?.knowledge {
        case nil, .nobody: nil
        case .recognising: .init(state: EventRecord.Name.recognising.rawValue, name: nil)
        case .recognised(let name): .init(state: EventRecord.Name.recognised.rawValue, name: name)
        case .stranger: .init(state: EventRecord.Name.stranger.rawValue, name: nil)
        case .unavailable: .init(state: EventRecord.Name.recognitionUnavailable.rawValue, name: nil)
        }
    }
}
