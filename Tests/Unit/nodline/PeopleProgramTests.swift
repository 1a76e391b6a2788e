// nodline-people as a process, by the method that needs no model. Tests/System/people has what needs dlib.
import Glibc
import People
import Platform
import Testing
import TestSupport

@Suite("nodline-people")
struct PeopleProgramTests {
    private func chip(_ seed: Int) throws -> FaceChip {
        try #require(FaceChip(pixels: (0..<FaceChip.byteCount).map { UInt8(($0 * seed + $0 / 150 * 3) % 251) }, eyeDistance: 60))
    }

    /// One run. Input and output fit into the pipes.
    private struct Run {
        var replies: [PeopleReply] = []
        /// As waitpid gives it.
        let status: Int32

        var exitStatus: Int32? { status & 0x7F == 0 ? (status >> 8) & 0xFF : nil }

        /// - Parameter inputStaysOpen: the program must end by itself.
        init(_ arguments: [String], input: [UInt8] = [], inputStaysOpen: Bool = false, outputIsClosed: Bool = false) throws {
            let child = try ChildProcess(Checkout.root + ".build/release/nodline-people", arguments, input: .pipe, output: .pipe, errors: .null)
            let output = child.takeOutput()
            if outputIsClosed { close(output) }
            let written = input.withUnsafeBytes { write(child.inputDescriptor, $0.baseAddress, $0.count) }
            #expect(written == input.count)
            if !inputStaysOpen { child.closeInput() }
            if !outputIsClosed {
                defer { close(output) }
                var decoder = PeopleWireDecoder<PeopleReply>(), buffer = [UInt8](repeating: 0, count: 65536)
                while case let count = read(output, &buffer, buffer.count), count > 0 { replies += try decoder.take(buffer[..<count]) }
            }
            status = child.wait()
        }
    }

    @Test("answers each request with the numbers of its face, and ends with its input")
    func answers() throws {
        let requests = try [PeopleRequest(number: 5, chip: chip(1)), PeopleRequest(number: 9, chip: chip(2))]
        let run = try Run(["--method", "patterns"], input: requests.flatMap(\.bytes))
        #expect(try run.replies == requests.map { PeopleReply(number: $0.number, .embedding(try LocalBinaryPatterns.embedding(of: $0.chip))) })
        #expect(run.exitStatus == 0)
    }

    @Test("ends when nothing has come for a while")
    func idle() throws {
        let run = try Run(["--method", "patterns", "--idle", "1"], input: PeopleRequest(number: 1, chip: chip(1)).bytes, inputStaysOpen: true)
        #expect(run.replies.map(\.number) == [1])
        #expect(run.exitStatus == 0)
    }

    @Test("says what is wrong with its input, and ends", arguments: [
        (Array("hello, recogniser".utf8), "does not begin with NDQ1"), (Array("NDQ1".utf8), "ends within a request"),
        (Array("NDQ1".utf8) + [UInt8](repeating: 0, count: 8 + FaceChip.byteCount), "interocular distance of 0.0"),
        (Array("NDQ1".utf8) + [1, 0, 0, 0, 0, 0, 112, 66] + [UInt8](repeating: 9, count: FaceChip.byteCount - 1), "ends within a request"),
    ] as [([UInt8], String)])
    func nonsense(input: [UInt8], complaint: String) throws {
        let run = try Run(["--method", "patterns"], input: input)
        expectFailure(run, complaint)
    }

    @Test("nobody who reads is no fault")
    func closedOutput() throws {
        let run = try Run(["--method", "patterns"], input: PeopleRequest(number: 1, chip: chip(1)).bytes, inputStaysOpen: true, outputIsClosed: true)
        #expect(run.exitStatus == 0)
    }

    @Test("a model that is missing or another one is refused before it is used, and the appliance is told")
    func model() throws {
        let folder = try TemporaryFolder()
        expectFailure(try Run(["--model", folder.path + "/none"]), "none cannot be read (open: No such file")
        expectFailure(try Run(["--model", folder.path]), "not a regular file")
        expectFailure(try Run(["--model", try folder.file("model", [1, 2, 3])]),
                      "is damaged or another model (its SHA-256 is 039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81")
    }

    private func expectFailure(_ run: Run, _ complaint: String) {
        #expect(run.replies.map(\.number) == [0])
        if case .failure(let reason) = run.replies.first?.content { #expect(reason.contains(complaint)) } else { Issue.record("no failure") }
        #expect(run.exitStatus == 1)
    }

    @Test("a wrong command line is refused", arguments: [["--method"], ["--method", "eigenfaces"], ["--idle", "0"], ["--idle", "soon"], ["--fast"], ["x"]])
    func commandLine(arguments: [String]) throws { #expect(try Run(arguments).exitStatus == 2) }
}
