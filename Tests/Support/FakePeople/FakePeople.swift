import Glibc
import People

/// Plays `nodline-people` for tests, with the fault that its argument names.
@main
enum FakePeople {
    static func main() {
        let fault = CommandLine.arguments.dropFirst().first ?? ""
        var decoder = PeopleWireDecoder<PeopleRequest>(), count = 0
        while true {
            var bytes = [UInt8](repeating: 0, count: 4096)
            let got = read(STDIN_FILENO, &bytes, bytes.count)
            if got <= 0 { exit(0) }
            guard let requests = try? decoder.take(bytes[..<got]) else { exit(3) }
            for request in requests {
                count += 1
                answer(request, fault, count)
            }
        }
    }

    private static func answer(_ request: PeopleRequest, _ fault: String, _ count: Int) {
        switch fault {
        case "hangs": while true { pause() }
        case "hangs-later" where count > 1: while true { pause() }
        case "stays": signal(SIGTERM, SIG_IGN)
        case "nonsense": send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
        case "not-finite":
            var bytes = reply(request).bytes
            for place in 20..<24 { bytes[place] = 0xFF }
            send(bytes)
        case "killed": kill(getpid(), SIGKILL)
        case "cut":
            send(Array(reply(request).bytes.prefix(100)))
            exit(0)
        case "fails": send(PeopleReply(number: request.number, .failure("the model is damaged")).bytes)
        case "flood": for _ in 0..<1000 { send(PeopleReply(number: 4711, reply(request).content).bytes) }
        case "descriptors":
            let open = (3..<1024).filter { fcntl(Int32($0), F_GETFD) >= 0 }
            send(PeopleReply(number: request.number, .failure("descriptors \(open.map(String.init).joined(separator: " "))")).bytes)
        default: send(reply(request).bytes)
        }
        if fault == "flood" || fault == "stays" { send(reply(request).bytes) }
        if fault == "stays" { while true { pause() } }
    }

    /// The mean luma as numbers.
    private static func reply(_ request: PeopleRequest) -> PeopleReply {
        let mean = Float(request.chip.pixels.reduce(0) { $0 + Int($1) }) / Float(FaceChip.byteCount) / 255
        guard let face = try? FaceEmbedding(.dlib, [Float](repeating: mean, count: RecognitionMethod.dlib.count)) else { exit(4) }
        return PeopleReply(number: request.number, .embedding(face))
    }

    private static func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count <= 0 { exit(5) }
            rest = rest.dropFirst(count)
        }
    }
}
