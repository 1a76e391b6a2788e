import Glibc
import Platform
import Synchronization
import Testing
import TestSupport
import Web
import WebSettings

@Suite("Pairing")
struct PairingTests {
    private static func address(_ number: Int) -> InternetAddress { InternetAddress(v4: [10, 0, UInt8(number / 256), UInt8(number % 256)]) }
    private let carer = InternetAddress(v4: [192, 168, 178, 20])

    /// Somebody guesses wrong `rate` times a second from each of `addresses`, until `end`.
    private func flood(_ desk: PairingDesk, from addresses: [InternetAddress], rate: Double, until end: Double) {
        for turn in 0..<Int(end * rate) {
            for address in addresses { _ = desk.attempt("wrong!", from: address, at: Double(turn) / rate) }
        }
    }

    @Test("without a code that somebody asked for, none of ten thousand guesses can be right, and few are looked at")
    func guesses() {
        let desk = PairingDesk(folder: nil)
        var locked = 0, wrong = 0
        for guess in 0..<10_000 {
            switch desk.attempt(String(guess + 100_000), from: carer, at: Double(guess) * 0.01) {
            case .paired: Issue.record("\(guess) paired")
            case .wrong: wrong += 1
            case .locked: locked += 1
            }
        }
        #expect(wrong == 4 && wrong + locked == 10_000, "the fifth says already that it must wait")
    }

    @Test("after five wrong codes an address waits; then the right code still holds")
    func lock() {
        let desk = PairingDesk(folder: nil)
        let code = desk.code(for: Right.allCases, at: 0).code
        let other = code == "000000" ? "000001" : "000000"
        #expect((0..<5).map { _ in desk.attempt(other, from: carer, at: 1) } == [.wrong(left: 4), .wrong(left: 3), .wrong(left: 2), .wrong(left: 1), .locked(seconds: 30)])
        #expect(desk.attempt(code, from: carer, at: 30.5) == .locked(seconds: 1))
        #expect(desk.attempt(code, from: carer, at: 31.5) == .paired(Right.allCases))
        #expect(desk.attempt(code, from: carer, at: 32) == .wrong(left: 4))
    }

    @Test("while strangers guess, the right code works at once: from one address, from two hundred, from more in one IPv6 network than can be counted", arguments: [
        1, 5, 20, 200, 250,
    ], [false, true])
    func flooded(count: Int, isNew: Bool) throws {
        for isSix in [false, true] {
            let desk = PairingDesk(folder: nil)
            desk.offerAtBoot("123456")
            let strangers: [InternetAddress] = try (0..<(isSix ? count + 10 : count)).map { number in
                isSix ? try #require(InternetAddress(text: "fd00::\(String(number + 1, radix: 16))")) : Self.address(number)
            }
            flood(desk, from: strangers, rate: 0.1, until: 60)
            let asked = desk.code(for: Right.allCases, at: 60).code
            #expect(asked.utf8.count == PairingDesk.safeDigits, "somebody guesses: no limit may matter")
            #expect(desk.attempt(isNew ? asked : "123456", from: carer, at: 60) == .paired(Right.allCases), "\(count) \(isSix)")
        }
    }

    @Test("with more addresses than all tries, the boot partition's code must wait, and the code of `nodline pair` works from every address")
    func countless() {
        let desk = PairingDesk(folder: nil)
        desk.offerAtBoot("123456")
        let strangers = (0..<400).map(Self.address)
        flood(desk, from: strangers, rate: 1, until: 5)
        guard case .locked(let seconds) = desk.attempt("123456", from: carer, at: 5) else { return _ = Issue.record("all tries should be gone") }
        #expect(seconds <= 10)
        #expect(desk.attempt(desk.code(for: Right.allCases, at: 5).code, from: strangers[0], at: 5) == .paired(Right.allCases))
    }

    @Test("guessing stays hopeless: while a code is valid, at most 330 of a million codes are looked at, and 15 of one address", arguments: [
        (1, 15), (10, 120), (100, 240), (254, 330), (400, 330),
    ])
    func hopeless(count: Int, most: Int) {
        let desk = PairingDesk(folder: nil)
        _ = desk.code(for: Right.allCases, at: 0)
        for second in stride(from: 0, to: 300, by: 3) {
            for number in 0..<count {
                _ = desk.attempt("wrong!", from: Self.address(number), at: Double(second))
            }
        }
        #expect(desk.looked <= most && desk.looked >= most / 2, "\(desk.looked)")
    }

    @Test("behind a program that encrypts, where all addresses are one, each new code is long and works under a flood")
    func behindTLS() {
        let desk = PairingDesk(folder: nil, isAddressShared: true), proxy = InternetAddress(v4: [127, 0, 0, 1])
        let code = desk.code(for: [.watch], at: 0).code
        flood(desk, from: [proxy], rate: 30, until: 20)
        #expect(code.utf8.count == PairingDesk.safeDigits && desk.attempt(code, from: proxy, at: 20) == .paired([.watch]))
    }

    @Test("a code holds for five minutes, is given twice while it has half of them left, and differs for each right")
    func codes() {
        let desk = PairingDesk(folder: nil)
        let first = desk.code(for: Right.allCases, at: 0), watching = desk.code(for: [.watch], at: 0)
        #expect(first.code != watching.code && first.code.count == 6 && first.seconds == 300)
        #expect(desk.code(for: Right.allCases, at: 149).code == first.code)
        #expect(desk.code(for: Right.allCases, at: 151).code != first.code)
        #expect(desk.attempt(first.code, from: carer, at: 152) == .wrong(left: 4))
        #expect(desk.attempt(watching.code, from: carer, at: 299) == .paired([.watch]))
        let late = desk.code(for: [.watch], at: 300).code
        #expect(desk.attempt(late, from: carer, at: 601) == .wrong(left: 4))
    }

    @Test("the boot partition's code holds for ten minutes after the machine's start; a line that is none is not taken")
    func boot() {
        let desk = PairingDesk(folder: nil)
        desk.offerAtBoot("12345")
        desk.offerAtBoot("")
        desk.offerAtBoot("12345x")
        #expect(desk.attempt("12345x", from: carer, at: 1) == .wrong(left: 4))
        desk.offerAtBoot("123456")
        #expect(desk.attempt("123456", from: carer, at: 601) == .wrong(left: 4))
        desk.offerAtBoot("123456")
        #expect(desk.attempt("123456", from: carer, at: 599) == .paired(Right.allCases))
    }

    @Test("a used code of the boot partition stays used when the server starts again; one that was not used, and the next boot's, hold")
    func usedBootCode() throws {
        let folder = try TemporaryFolder()
        func restarted(with code: String) -> PairingDesk {
            let desk = PairingDesk(folder: folder.path)
            desk.offerAtBoot(code)
            return desk
        }
        _ = restarted(with: "123456")
        #expect(restarted(with: "123456").attempt("123456", from: carer, at: 60) == .paired(Right.allCases), "nobody had used it")
        #expect(restarted(with: "123456").attempt("123456", from: carer, at: 61) == .wrong(left: 4))
        #expect(try !folder.text("used-boot-code").contains("123456"))
        #expect(restarted(with: "654321").attempt("654321", from: carer, at: 60) == .paired(Right.allCases))
    }

    @Test("each start of the machine passes on the code that nodline.txt shows, and writes another one, next to what else is in it")
    func bootScript() throws {
        let folder = try TemporaryFolder()
        try folder.make("boot", ["nodline.txt": "Camera: found\r\nPairing code: 123456\r\n"])
        func start() throws -> (passed: String, shown: String) {
            let child = try ChildProcess("sh", [Checkout.root + "deploy/board/boot-code"], environment: [
                "NODLINE_BOOT=\(folder.path)/boot", "NODLINE_PASSED=\(folder.path)/passed"
            ])
            #expect(child.wait() == 0)
            let text = try folder.text("boot/nodline.txt")
            #expect(text.hasPrefix("Camera: found\r\n"))
            let codes = text.split(separator: "Pairing code: ").dropFirst().map { String($0.prefix(6)) }
            #expect(codes.count == 1)
            return (try folder.text("passed"), codes.first ?? "")
        }
        let first = try start(), second = try start()
        #expect(first.passed == "123456\n" && first.shown != "123456")
        #expect(second.passed == first.shown + "\n" && second.shown != first.shown)
    }

    @Test("the first address of `nodline pair` is one that a phone reaches: not the USB cable's, nor a network inside of the machine")
    func addresses() {
        func local(_ interface: String, _ bytes: [UInt8]) -> LocalAddress { LocalAddress(interface: interface, address: InternetAddress(v4: bytes)) }
        let all = [local("lo", [127, 0, 0, 1]), local("usb0", [192, 168, 7, 2]), local("docker0", [172, 17, 0, 1]), local("eth1", [169, 254, 1, 1]),
                   local("wlan0", [192, 168, 178, 20])]
        #expect(PairingReply.reachable(all).map(\.host) == ["192.168.178.20", "192.168.7.2", "172.17.0.1", "169.254.1.1"])
    }

    @Test("`nodline pair` names only addresses at which the page is: another program may have the port at the others")
    func listening() throws {
        func local(_ interface: String, _ bytes: [UInt8]) -> LocalAddress { LocalAddress(interface: interface, address: InternetAddress(v4: bytes)) }
        let lo = local("lo", [127, 0, 0, 1]), second = local("lo", [127, 0, 0, 2]), home = local("wlan0", [192, 168, 178, 20]), cable = local("usb0", [192, 168, 7, 2])
        func names(_ listening: [LocalAddress]) -> [String] {
            PairingReply(("123456", 300), WebConfiguration(), machine: "board", port: 80, listening: listening, of: [lo, second, home, cable]).addresses
        }
        #expect(names([lo, second, home, cable]) == ["http://192.168.178.20:80", "http://192.168.7.2:80", "http://localhost:80"])
        #expect(names([lo, second, cable]) == ["http://192.168.7.2:80", "http://localhost:80"])
        #expect(names([home]) == ["http://192.168.178.20:80"] && names([]) == [])
        #expect(names([second]) == ["http://127.0.0.2:80"], "localhost is somebody else's")
    }

    @Test("the thirty-third browser replaces the one that was not here for longest, and a damaged file pairs nobody")
    func store() throws {
        let folder = try TemporaryFolder()
        let store = SessionStore(folder: folder.path)
        let cookies = (0..<32).map { store.add(name: "\($0)", rights: [.watch], at: $0) }
        _ = store.session(of: cookies[0], at: 100)
        _ = store.add(name: "new\u{1B}[2J\u{202E}", rights: [.watch], at: 101)
        #expect(store.session(of: cookies[0], at: 102) != nil)
        #expect(store.session(of: cookies[1], at: 102) == nil)
        #expect(store.all.last?.name == "new\\u001b[2J\\u202e")
        _ = try folder.file("sessions.json", "[{\"id\":1}]")
        #expect(SessionStore(folder: folder.path).all.isEmpty)
    }

    @Test("of 32 browsers the one that was used longest ago goes, whatever year the clock had, also after a restart")
    func order() throws {
        let folder = try TemporaryFolder()
        var store = SessionStore(folder: folder.path)
        let cookies = (0..<32).map { store.add(name: "\($0)", rights: [.watch], at: 1_800_000_000 + $0) }
        _ = store.session(of: cookies[0], at: 5)  // the board has no clock yet
        store = SessionStore(folder: folder.path)
        _ = store.add(name: "new", rights: [.watch], at: 6)
        #expect(store.id(of: cookies[0]) != nil && store.id(of: cookies[1]) == nil)
    }

    private final class Flag: Sendable { let value = Mutex(false) }

    @Test("a pipe in place of a kept file keeps nobody waiting", arguments: ["sessions.json", "keys.json", "used-boot-code", "boards", "boards.new"])
    func pipe(name: String) throws {
        let folder = try TemporaryFolder(), isDone = Flag()
        #expect(mkfifo(folder.path + "/" + name, 0o600) == 0)
        try BackgroundThread.start { [path = folder.path] in
            _ = SessionStore(folder: path).add(name: "phone", rights: [.watch], at: 1)
            _ = KeyStore(folder: path).all
            PairingDesk(folder: path).offerAtBoot("123456")
            _ = BoardShelf(folder: path).read(part: 0)
            try? BoardShelf(folder: path).take([1], part: 0, isLast: true, on: "", from: "phone")
            isDone.value.withLock { $0 = true }
        }
        #expect(waits { isDone.value.withLock { $0 } })
    }
}
