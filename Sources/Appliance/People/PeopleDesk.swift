import People

/// The people who were enrolled, and what recognises them.
final class PeopleDesk {
    /// `nil` without a state folder: then nobody can be enrolled.
    let folder: PeopleFolder?
    private(set) var people: [EnrolledPerson] = []
    /// What is wrong with files, for the start and for lists.
    private(set) var faults: [NamedFault] = []
    /// The reader and its method; started when a face comes.
    private var reader: (any FaceReader, RecognitionMethod)?
    private let given: (any FaceReader)?
    /// A face that was given to the reader has no outcome yet.
    var isReading = false

    init(state: String, reader: (any FaceReader)?) {
        folder = PeopleFolder(state: state)
        given = reader
        if let folder { (people, faults) = folder.read() }
    }

    /// The reader for a method.
    func reader(_ method: RecognitionMethod) -> any FaceReader {
        if let given { return given }
        if let reader, reader.1 == method { return reader.0 }
        reader?.0.end()
        let new = RecognitionProcess(.installed(method))
        reader = (new, method)
        isReading = false
        return new
    }

    func keep(_ person: EnrolledPerson) {
        forget(person.name)
        people = (people + [person]).sorted { $0.name < $1.name }
    }

    func forget(_ name: String) {
        people.removeAll { $0.name == name }
        faults.removeAll { $0.name == name }
    }

    /// Whether there is a person of this name, or a damaged file.
    func knows(_ name: String) -> Bool { people.contains { $0.name == name } || isDamaged(name) }

    /// Whether a person's file cannot be used.
    func isDamaged(_ name: String) -> Bool { faults.contains { $0.name == name } }

    func end() {
        reader?.0.end()
        given?.end()
    }
}
