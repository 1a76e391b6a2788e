import Appliance
import ApplianceSupport
import FoundationEssentials
import Glibc
import People
import Testing
import TestSupport

@Suite("Files of people")
struct PeopleFolderTests {
    private static func person(_ name: String, _ number: Int) throws -> EnrolledPerson {
        let chip = try #require(FaceChip(pixels: (0..<FaceChip.byteCount).map { UInt8($0 % 200) }, eyeDistance: 60))
        let faces = EnrolmentAngle.allCases.enumerated().map { place, angle in
            EnrolledPerson.EnrolledFace(ScriptedReader.face(number, unlike: 0.1 * Float(place)), angle, FaceLight(chip))
        }
        return EnrolledPerson(name, faces)
    }

    @Test("nodline check warns of people who are named and not enrolled, or by another method, and does not refuse them")
    func check() throws {
        let folder = try TemporaryFolder(), state = folder.path + "/state"
        mkdir(state, 0o755)
        try #require(PeopleFolder(state: state)).write(Self.person("anna", 1))
        _ = try folder.file("evening.toml", "# nothing of its own\n")
        func warnings(_ person: String) throws -> [String] {
            let file = try folder.file("nodline.toml", "state.directory = \"\(state)\"\n[person]\n\(person)\n[profiles.evening]\nfile = \"evening.toml\"\nperson = \"ben\"\n")
            let check = try Program("check", "--config", file)
            #expect(check.status == 0)
            return check.output.split(separator: "\n").filter { $0.hasPrefix("# warning: ") }.map { String($0.dropFirst(11)) }
        }
        let ben = #"profiles.evening.person: "ben" has not been enrolled yet: nodline enrol ben"#
        #expect(try warnings(#"only = "anna""#) == [ben])
        #expect(try warnings(#"only = "ana""#) == [#"person.only: "ana" has not been enrolled yet: nodline enrol ana; did you mean "anna"?"#, ben])
        #expect(try warnings("only = \"anna\"\nmethod = \"patterns\"") == [#"person.only: "anna" has not been enrolled by "patterns" yet: nodline enrol anna"#, ben])
    }

    @Test("what is written is read again, by nobody else, and forgotten without a trace")
    func roundTrip() throws {
        let folder = try TemporaryFolder(), people = try #require(PeopleFolder(state: folder.path)), anna = try Self.person("anna", 1)
        let umlaut = try Self.person("Jürgen_2", 2)
        try people.write(umlaut)
        try people.write(anna)
        let (read, faults) = people.read()
        #expect(faults.isEmpty && read.count == 2 && read.map(\.name) == ["Jürgen_2", "anna"])
        #expect(read.first { $0.name == "anna" }?.faces.map(\.embedding) == anna.faces.map(\.embedding))
        var status = stat()
        #expect(stat(people.file("anna"), &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(stat(people.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        try people.remove("anna")
        try people.remove("Jürgen_2")
        #expect(try FileManager.default.contentsOfDirectory(atPath: people.path).isEmpty)
        #expect(throws: Never.self) { try people.remove("nobody") }
    }

    @Test("a damaged file is named with what is wrong, stays as it is, and the others work", arguments: [
        ("", "not the JSON"), ("{}", "not the JSON"), (#"{"version":2,"name":"ben","faces":[]}"#, "has version 2"),
        (#"{"version":1,"name":"anna","faces":[]}"#, "is about anna"), (#"{"version":1,"name":"ben","faces":[]}"#, "has 0 faces"),
        (#"{"version":1,"name":"ben","faces":[{"embedding":"dlib:00","angle":"ahead","light":[100,0,30]}]}"#, "face 1: it has 2 digits"),
        (#"{"version":1,"name":"ben","faces":[{"embedding":"dlib:00","angle":"behind","light":[100,0,30]}]}"#, "angle or light of face 1"),
        (#"{"version":1,"name":"ben","faces":[{"embedding":"dlib:00","angle":"up","light":[1e9,0,30]}]}"#, "angle or light of face 1"),
    ])
    func damaged(text: String, problem: String) throws {
        let folder = try TemporaryFolder(), people = try #require(PeopleFolder(state: folder.path))
        try people.write(Self.person("anna", 1))
        _ = try folder.file("people/ben.json", text)
        let (read, faults) = people.read()
        #expect(read.map(\.name) == ["anna"] && faults.count == 1)
        #expect(faults.first?.description.contains(problem) == true && faults.first?.description.contains("--forget ben") == true, "\(faults)")
        #expect(try String(contentsOfFile: people.file("ben"), encoding: .utf8) == text)
    }

    @Test("every flipped byte of a file is noticed or changes no number")
    func flipped() throws {
        let anna = try Self.person("anna", 1), json = try #require(anna.json)
        for place in stride(from: 0, to: json.count, by: 7) {
            var damaged = json
            damaged[place] ^= 0x10
            guard let read = try? EnrolledPerson(json: damaged, name: "anna") else { continue }
            #expect(read.faces.allSatisfy { $0.embedding.numbers.allSatisfy(\.isFinite) })
        }
    }

    @Test("a disk without room is an error, and the previous file stays", .enabled(if: access("/dev/full", W_OK) == 0))
    func full() throws {
        let folder = try TemporaryFolder(), people = try #require(PeopleFolder(state: folder.path))
        try people.write(Self.person("anna", 1))
        let before = try Data(contentsOf: URL(filePath: people.file("anna")))
        #expect(symlink("/dev/full", people.file("anna") + ".new") == 0)  // O_NOFOLLOW: what is written must be a file of its own
        #expect(throws: StateWriter.Failure.self) { try people.write(Self.person("anna", 3)) }
        #expect(try Data(contentsOf: URL(filePath: people.file("anna"))) == before)
    }

    @Test("one person has one file, however the name is spelt, and a file of another spelling is reported")
    func spellings() throws {
        let folder = try TemporaryFolder(), people = try #require(PeopleFolder(state: folder.path))
        try people.write(Self.person("A\u{308}", 1))
        try people.write(Self.person("\u{C4}", 2))
        let (read, faults) = people.read()
        #expect(read.map { Array($0.name.utf8) } == [Array("\u{C4}".utf8)] && faults.isEmpty)
        _ = try folder.file("people/O\u{308}.json", "{}")
        #expect(people.read().faults.map(\.description).filter { $0.contains("composed form") }.count == 1)
        try people.remove("A\u{308}")
        #expect(people.read().people.isEmpty)
    }
}
