import Testing
import TestSupport
import Web

@Suite("Pairing")
struct PairingTests {
    @Test("without a code that somebody asked for, none of ten thousand guesses can be right; five lock for a minute")
    func guesses() {
        let desk = PairingDesk()
        var locked = 0, wrong = 0
        for guess in 0..<10_000 {
            switch desk.attempt(String(guess + 100_000), at: Double(guess) * 0.01) {
            case .paired: Issue.record("\(guess) paired")
            case .wrong: wrong += 1
            case .locked: locked += 1
            }
        }
        #expect(wrong == 8, "four in each of the two rounds that fit into 100 s")
        #expect(wrong + locked == 10_000)
    }

    @Test("during a lock the right code is refused too; after it the code still holds")
    func lock() {
        let desk = PairingDesk()
        let code = desk.code(for: Right.allCases, at: 0).code
        let other = code == "000000" ? "000001" : "000000"
        #expect((0..<5).map { _ in desk.attempt(other, at: 1) } == [.wrong(left: 4), .wrong(left: 3), .wrong(left: 2), .wrong(left: 1), .locked(seconds: 60)])
        #expect(desk.attempt(code, at: 60.5) == .locked(seconds: 1))
        #expect(desk.attempt(code, at: 61.5) == .paired(Right.allCases))
        #expect(desk.attempt(code, at: 62) == .wrong(left: 4))
    }

    @Test("a code holds for five minutes, is given twice while it has half of them left, and differs for each right")
    func codes() {
        let desk = PairingDesk()
        let first = desk.code(for: Right.allCases, at: 0), watching = desk.code(for: [.watch], at: 0)
        #expect(first.code != watching.code && first.code.count == 6 && first.seconds == 300)
        #expect(desk.code(for: Right.allCases, at: 149).code == first.code)
        #expect(desk.code(for: Right.allCases, at: 151).code != first.code)
        #expect(desk.attempt(first.code, at: 152) == .wrong(left: 4))
        #expect(desk.attempt(watching.code, at: 299) == .paired([.watch]))
        let late = desk.code(for: [.watch], at: 300).code
        #expect(desk.attempt(late, at: 601) == .wrong(left: 4))
    }

    @Test("the boot partition's code holds for ten minutes after the machine's start; a line that is none is not taken")
    func boot() {
        let desk = PairingDesk()
        desk.offerAtBoot("12345")
        desk.offerAtBoot("")
        desk.offerAtBoot("12345x")
        #expect(desk.attempt("12345x", at: 1) == .wrong(left: 4))
        desk.offerAtBoot("123456")
        #expect(desk.attempt("123456", at: 601) == .wrong(left: 3))
        desk.offerAtBoot("123456")
        #expect(desk.attempt("123456", at: 599) == .paired(Right.allCases))
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
}
