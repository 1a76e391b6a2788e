import Appliance
import Gestures
import Testing

@Suite("Movements that were meant")
struct TaughtConfirmationTests {
    private static let jerk = GestureName("jerk")

    private static func taught(_ name: GestureName) -> GestureEvent.Kind { .recognised(.taught(name), size: 0.9, duration: 0.5) }

    @Test("a movement that nothing undoes within five seconds was meant, once")
    func meant() throws {
        let jerk = try #require(Self.jerk)
        var confirmation = TaughtConfirmation()
        confirmation.hear(Self.taught(jerk), at: 10)
        confirmation.hear(.pointer(from: HeadPoint(0, 0), to: HeadPoint(1, 1), center: HeadPoint(0, 0)), at: 12)
        #expect(confirmation.confirmed(at: 14.9) == nil)
        #expect(confirmation.confirmed(at: 15) == jerk && confirmation.confirmed(at: 16) == nil)
    }

    @Test("a pause, a calibration, a lost face and any other gesture undo it", arguments: [
        .paused, .faceLost, .recognised(.nod, size: 2, duration: 0.9), .recognised(.look(.left), size: 0.3, duration: 0.5), .began(.hold(.left), size: 0.3),
    ] as [GestureEvent.Kind])
    func undone(by event: GestureEvent.Kind) throws {
        let jerk = try #require(Self.jerk)
        var confirmation = TaughtConfirmation()
        confirmation.hear(Self.taught(jerk), at: 10)
        confirmation.hear(event, at: 13)
        #expect(confirmation.confirmed(at: 20) == nil)
    }

    @Test("the same movement again, which may switch back, takes the place of the one before it")
    func again() throws {
        let jerk = try #require(Self.jerk)
        var confirmation = TaughtConfirmation()
        confirmation.hear(Self.taught(jerk), at: 10)
        confirmation.hear(Self.taught(jerk), at: 13)
        #expect(confirmation.confirmed(at: 16) == nil && confirmation.confirmed(at: 18) == jerk)
    }
}
