import FoundationEssentials
import Glibc
import Platform

/// The files of the people who were enrolled, one for each, in a folder that only the service can read. Everything here waits for the disk.
package struct PeopleFolder: Sendable {
    package let path: String

    /// - Parameter state: the state's folder; `nil` if it is empty.
    package init?(state: String) {
        guard !state.isEmpty else { return nil }
        path = state + "/people"
    }

    package init(path: String) { self.path = path }

    package func file(_ name: String) -> String { "\(path)/\(name).json" }

    /// Reads everybody.
    /// - Returns: the people by name, and what is wrong with each file that cannot be used. Those files stay as they are.
    package func read() -> (people: [EnrolledPerson], faults: [NamedFault]) {
        var people: [EnrolledPerson] = [], faults: [NamedFault] = []
        for file in files.sorted() where file.hasSuffix(".json") {
            let name = String(file.dropLast(".json".count))
            do {
                guard EnrolledPerson.isName(name) else { throw DamagedPerson("\(name) cannot be a person's name") }
                people.append(try EnrolledPerson(json: Data(try FileBytes.read("\(path)/\(file)")), name: name))
            } catch {
                faults.append(NamedFault(name: name, description: "\(path)/\(file) cannot be used: \((error as? FileError)?.problem ?? "\(error)"). It was left as it is; "
                    + "nodline people --forget \(name) removes it"))
            }
        }
        return (people, faults)
    }

    /// Writes a person's file, which only its owner can read; the former one stays if that fails.
    package func write(_ person: EnrolledPerson) throws(StateWriter.Failure) {
        guard let json = person.json else { throw StateWriter.Failure("\(person.name) cannot be written as JSON") }
        do throws(SystemError) {
            do throws(SystemError) { try systemCall("mkdir", path) { mkdir(path, 0o700) } } catch where error.code == EEXIST {}
            try AtomicFile.write(json, to: file(person.name), mode: 0o600)
        } catch {
            throw StateWriter.Failure("\(error)")
        }
    }

    /// Removes a person's file, and what an interrupted write has left of it.
    package func remove(_ name: String) throws(StateWriter.Failure) {
        unlink(AtomicFile.unfinished(file(name)))
        do throws(SystemError) {
            try systemCall("unlink", file(name)) { unlink(file(name)) }
            try Descriptor(open: path, O_RDONLY | O_DIRECTORY).sync()
        } catch where error.code == ENOENT {
        } catch {
            throw StateWriter.Failure("\(error)")
        }
    }

    private var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }
}
