import FoundationEssentials
import Gestures
import Platform

/// The files of the people who were enrolled, one for each, in a folder that only the service can read. Everything here waits for the disk.
package struct PeopleFolder: Sendable {
    private static let ending = ".json"

    private let folder: StateFolder

    /// - Parameter state: the state's folder; `nil` if it is empty.
    package init?(state: String) {
        guard !state.isEmpty else { return nil }
        self.init(path: state + "/people")
    }

    package init(path: String) { folder = StateFolder(path: path) }

    package var path: String { folder.path }

    /// Whether its files can be seen, or there are none.
    var isReadable: Bool { folder.isReadable }

    package func file(_ name: String) -> String { folder.file(Self.name(name)) }

    /// A person's file: one, however the name is spelt.
    private static func name(_ person: String) -> String { (GivenName.normal(person) ?? person) + ending }

    /// Reads everybody.
    /// - Returns: the people by name, and what is wrong with each file that cannot be used. Those files stay as they are.
    package func read() -> (people: [EnrolledPerson], faults: [NamedFault]) {
        var people: [EnrolledPerson] = [], faults: [NamedFault] = []
        for name in folder.names(endingIn: Self.ending) {
            do {
                guard let normal = GivenName.normal(name), normal.utf8.elementsEqual(name.utf8) else {
                    throw DamagedPerson("\(name.quoted) cannot be a person's name; expected \(GivenName.expectation), in composed form (NFC)")
                }
                people.append(try EnrolledPerson(json: Data(try FileBytes.read(file(name))), name: name))
            } catch {
                faults.append(NamedFault(name: name, description: "\(file(name)) cannot be used: \((error as? FileError)?.problem ?? "\(error)"). It was left as it is; "
                    + "nodline people --forget \(name) removes it"))
            }
        }
        return (people, faults)
    }

    /// Writes a person's file, which only its owner can read; the previous one stays if that fails.
    package func write(_ person: EnrolledPerson) throws(StateWriter.Failure) {
        guard let json = person.json else { throw StateWriter.Failure("\(person.name) cannot be written as JSON") }
        try folder.write(json, to: Self.name(person.name))
    }

    /// Removes a person's file.
    package func remove(_ name: String) throws(StateWriter.Failure) { try folder.remove(Self.name(name)) }
}
