import Gestures
import Testing

@Suite("Copies of a recogniser")
struct CopyTests {
    @Test("a copy takes less than 4 KB, because whoever asks for something from another module makes one")
    func size() {
        #expect(MemoryLayout<GestureRecognizer>.size < 4096)
    }

    @Test("a copy and the recogniser that it was made of go their own ways from then on")
    func value() {
        var turns = HeadDriver.tracking()
        turns.go(left: 0.4, for: 0.3)
        var stays = turns
        turns.go(for: 0.3)
        #expect(turns.gestures == ["look left"] && stays.gestures == [])
        stays.go(left: 0.4, for: 1)
        #expect(stays.recognizer.heldDirection == .left && turns.recognizer.heldDirection == nil)
        #expect(turns.recognizer.isInIdleZone && !stays.recognizer.isInIdleZone)
    }
}
