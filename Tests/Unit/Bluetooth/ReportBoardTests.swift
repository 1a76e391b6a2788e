import Bluetooth
import Testing

@Suite("What a Bluetooth host is told")
struct ReportBoardTests {
    private func report(_ bytes: UInt8...) throws -> ReportBoard.Report { try #require(ReportBoard.Report(packet: bytes)) }
    private func space() throws -> ReportBoard.Report { try report(1, 0, 0, 0x2C, 0, 0, 0, 0, 0) }
    private func up() throws -> ReportBoard.Report { try report(1, 0, 0, 0, 0, 0, 0, 0, 0) }

    @Test("a packet that is no report is refused", arguments: [[], [1], [1, 0, 0, 0], [2, 0, 0, 0, 0, 0, 0], [3, 0, 0, 0, 0, 0], [0, 1]] as [[UInt8]])
    func nonsense(packet: [UInt8]) { #expect(ReportBoard.Report(packet: packet) == nil) }

    @Test("a held key is sent once, and its repetitions keep it")
    func heartbeat() throws {
        var board = ReportBoard()
        #expect(board.take(try space(), from: 5, at: 0) == (try space()))
        for i in 1...40 {
            #expect(board.take(try space(), from: 5, at: Double(i) * 0.05) == nil)
            #expect(board.release(at: Double(i) * 0.05).isEmpty)
        }
        #expect(board.take(try up(), from: 5, at: 2.1) == (try up()))
        #expect(board.deadline == nil)
    }

    @Test("a key whose writer falls silent is released after half a second, and stays up until the writer has released it")
    func silence() throws {
        var board = ReportBoard()
        _ = board.take(try space(), from: 5, at: 10)
        #expect(board.deadline == 10.5)
        #expect(board.release(at: 10.49).isEmpty)
        #expect(board.release(at: 10.5) == [try up()])
        #expect(board.release(at: 11).isEmpty)
        #expect(board.take(try space(), from: 5, at: 11) == nil)
        #expect(board.take(try up(), from: 5, at: 12) == (try up()))
        #expect(board.take(try space(), from: 5, at: 13) == (try space()))
    }

    @Test("the keys of a writer that ends are released, those of another stay")
    func end() throws {
        var board = ReportBoard()
        _ = board.take(try space(), from: 5, at: 0)
        _ = board.take(try report(2, 1, 0, 0, 0, 0), from: 6, at: 0)
        #expect(board.end(5) == [try up()])
        #expect(board.end(5).isEmpty)
        #expect(board.release(at: 0.5) == [try report(2, 0, 0, 0, 0, 0)])
    }

    @Test("a key that was held while the host was away does not reach it when it comes back")
    func host() throws {
        var board = ReportBoard()
        _ = board.take(try space(), from: 5, at: 0)
        board.hostChanged()
        #expect(board.take(try space(), from: 5, at: 0.05) == nil)
        #expect(board.deadline == nil)
        _ = board.take(try up(), from: 5, at: 0.1)
        #expect(board.take(try space(), from: 5, at: 0.2) == (try space()))
    }

    @Test("a gamepad rests in the middle, with no direction of the hat; what its writer does not repeat goes back there")
    func gamepad() throws {
        var board = ReportBoard()
        let rest = try report(3, 0, 0, 0, 0, 0, 0, 8, 0, 0), left = try report(3, 0x81, 0, 0, 0, 0, 0, 8, 0, 0), up = try report(3, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        #expect(!rest.isHeld && left.isHeld && up.isHeld && !left.isMovement)
        #expect(board.take(rest, from: 5, at: 0) == rest && board.deadline == nil)
        #expect(board.take(left, from: 5, at: 0) == left && board.take(left, from: 5, at: 0.4) == nil)
        #expect(board.take(up, from: 5, at: 0.5) == up)
        #expect(board.release(at: 1) == [rest])
        #expect(board.take(left, from: 5, at: 1.1) == nil, "it must rest first")
        _ = board.take(rest, from: 5, at: 1.2)
        #expect(board.take(left, from: 5, at: 1.3) == left && board.end(5) == [rest])
    }

    @Test("a movement is sent each time, with a button held or not")
    func movement() throws {
        var board = ReportBoard()
        for button in 0...1 as ClosedRange<UInt8> {
            for _ in 0..<2 { #expect(board.take(try report(2, button, 3, 0, 0, 0), from: 5, at: 0) == (try report(2, button, 3, 0, 0, 0))) }
        }
    }
}
