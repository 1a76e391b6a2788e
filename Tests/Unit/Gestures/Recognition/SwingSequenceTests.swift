import Gestures
import Testing
import TestSupport

@Suite("Sequences of swings")
struct SwingSequenceTests {
    /// A movement out of rest and back: to this side, this far, for this long, after this long a rest.
    struct Move: Sendable, CustomTestStringConvertible {
        var side: HeadDirection
        var distance = 0.3
        var seconds = 0.4
        var rest = 0.1

        init(_ side: HeadDirection, _ distance: Double = 0.3, _ seconds: Double = 0.4, after rest: Double = 0.1) {
            (self.side, self.distance, self.seconds, self.rest) = (side, distance, seconds, rest)
        }

        var testDescription: String { "\(side.rawValue) \(distance) for \(seconds) s after \(rest) s" }
    }

    /// A head, its swings, and what is told of them. The judge knows no path, so that swings are no nod or shake.
    struct Scene {
        var head: MovingHead
        var swings = SwingSequence()
        var told: [GestureEvent] = []
        private var judge = GestureJudge()

        init(_ configure: (inout GestureConfiguration) -> Void = { _ in }) {
            head = MovingHead {
                $0.burstCount = 1000
                configure(&$0)
            }
        }

        /// Does what the state machine does with a movement.
        /// - Returns: whether it interrupts the rest.
        @discardableResult
        mutating func go(_ move: Move) -> Bool {
            let configuration = head.configuration
            head.rest(move.rest)
            decideIfDue()
            if !swings.canFollow(move.side, at: head.time, configuration.rules) { decide(at: head.time) }
            let movement = head.leave(move.side, to: move.distance, for: move.seconds, restNeeded: swings.followsSwing ? 0 : configuration.rules.restBefore)
            head.comeBack()
            return swings.finish(movement, returningTo: .rest, in: head.rise.step, atCenterSince: -10, at: head.time, head.thresholds, &judge) {
                told.append($0)
            }
        }

        /// Waits until no swing can follow.
        mutating func wait() {
            head.rest(1)
            decideIfDue()
        }

        mutating func decideIfDue() { if head.time >= swings.deadline { decide(at: swings.deadline) } }

        mutating func decide(at time: Double) { swings.decide(at: time, head.configuration, &judge) { told.append($0) } }

        mutating func interrupt() {
            swings.interrupt(at: head.time, head.configuration, &judge) { told.append($0) }
            swings.forget()
        }

        /// The names of what was told, and of broken rules.
        var names: [String] {
            told.map { event in
                switch event.kind {
                case .recognised(.look(let side), _, _): side.rawValue
                case .rejected(let rejection): rejection.rule.rawValue
                default: "\(event.kind)"
                }
            }
        }
    }

    @Test("what a row of movements was is told when no swing can follow", arguments: [
        ([Move(.left)], [], ["left"]),
        ([Move(.down)], [], ["down"]),
        // To one side twice is no shake: two looks. Down twice may be a nod, and waits.
        ([Move(.left), Move(.left)], ["left"], ["left", "left"]),
        ([Move(.down), Move(.down)], [], ["down", "down"]),
        // From side to side, or three times, it is neither look nor nod.
        ([Move(.left), Move(.right)], [], ["restless"]),
        ([Move(.down), Move(.down), Move(.down)], [], ["restless"]),
        // With a pause in the middle these are two looks.
        ([Move(.left), Move(.right, after: 0.3)], ["left"], ["left", "right"]),
        // A small swing past rest is none, a large one is.
        ([Move(.left, 0.4), Move(.right, 0.19)], ["rebound"], ["rebound", "left"]),
        ([Move(.left, 0.4), Move(.right, 0.21)], [], ["restless"]),
        // A twitch waits for a swing to its own side, and makes the look beside it unclear.
        ([Move(.down, 0.3, 0.06)], [], ["too-short"]),
        ([Move(.down), Move(.down, 0.3, 0.06)], [], ["restless", "too-short"]),
        ([Move(.down), Move(.up, 0.3, 0.06)], ["down"], ["down", "too-short"]),
        // Out for too long is told at once. It makes a look before it unclear if it is large.
        ([Move(.left, 0.3, 1.5)], ["too-long"], ["too-long"]),
        ([Move(.left, 0.4), Move(.right, 0.21, 1.5)], ["restless", "too-long"], ["restless", "too-long"]),
        ([Move(.left, 0.4), Move(.right, 0.19, 1.5)], ["left", "too-long"], ["left", "too-long"]),
    ] as [([Move], [String], [String])])
    func rows(moves: [Move], atOnce: [String], afterwards: [String]) {
        var scene = Scene()
        for move in moves { scene.go(move) }
        #expect(scene.names == atOnce && !scene.swings.isEmpty == (atOnce != afterwards))
        scene.wait()
        #expect(scene.names == afterwards && scene.swings.isEmpty)
        scene.wait()
        #expect(scene.names == afterwards, "and once")
    }

    @Test("where nods and shakes are off no look waits")
    func alone() {
        var scene = Scene { ($0.nod, $0.shake) = (false, false) }
        for move in [Move(.left), Move(.right), Move(.down), Move(.down, 0.3, 0.06, after: 0.4)] {
            scene.go(move)
            #expect(scene.swings.isEmpty)
        }
        #expect(scene.names == ["left", "right", "down", "too-short"])
    }

    @Test("a swing waits for the next one as long as it lasted itself, from 0.3 s to `resolve`", arguments: [(0.22, 0.3), (0.34, 0.34), (0.65, 0.5)])
    func deadline(seconds: Double, wait: Double) {
        var scene = Scene { $0.resolve = 0.5 }
        #expect(scene.swings.deadline == .infinity)
        scene.go(Move(.left, 0.3, seconds))
        #expect(abs(scene.swings.deadline - scene.head.time - wait) < 0.021)
        scene.wait()
        #expect(scene.swings.deadline == .infinity)
    }

    @Test("a movement may follow a swing at once, and nothing else", arguments: [
        (Move(.left), true), (Move(.left, 0.3, 0.9), true), (Move(.down), true),
        (Move(.left, 0.3, 0.06), false), (Move(.left, 0.3, 1.5), false),
    ])
    func following(move: Move, follows: Bool) {
        var scene = Scene()
        scene.go(Move(move.side))
        #expect(scene.swings.followsSwing)
        scene.go(move)
        #expect(scene.swings.followsSwing == follows)
        scene.go(Move(move.side, after: 0.06))
        scene.wait()
        #expect(scene.names.contains("not-rested") == !follows)
        scene.swings.rest()
        #expect(!scene.swings.followsSwing)
    }

    @Test("touching the edge of the zone interrupts no rest; whatever goes further does")
    func edge() {
        var scene = Scene { $0.thresholds.left = 0.3 }
        let interrupts = [0.15, 0.25, 0.35].map { scene.go(Move(.left, $0)) }
        #expect(interrupts == [false, true, true])
    }

    @Test("a movement that stays out on the other side makes the look before it unclear if it is large", arguments: [
        (HeadDirection.right, 0.16, true), (.right, 0.14, false), (.left, 0.3, false), (.up, 0.3, false),
    ])
    func stayingOut(side: HeadDirection, reach: Double, isUnclear: Bool) {
        var scene = Scene()
        scene.swings.stayOut(side, reaching: 1, scene.head.configuration.rules)  // nothing waits
        scene.go(Move(.left, 0.3))
        scene.swings.stayOut(side, reaching: reach, scene.head.configuration.rules)
        scene.wait()
        #expect(scene.names == [isUnclear ? "restless" : "left"])
    }

    @Test("swings that are interrupted are told once, as one, and are no looks afterwards")
    func interruption() throws {
        var scene = Scene()
        scene.interrupt()
        #expect(scene.told.isEmpty)
        for move in [Move(.left), Move(.right)] { scene.go(move) }
        scene.interrupt()
        #expect(scene.swings.isEmpty && !scene.swings.followsSwing)
        scene.wait()
        #expect(scene.names == ["interrupted"])
        let event = try #require(scene.told.first)
        #expect(abs(event.began - 0.2) < 0.021 && event.ended - event.began > 0.9)
    }

    @Test("of random movements each is told, as one look at most, and none as both a look and restless", arguments: 0..<200)
    func random(seed: Int) {
        var random = SplitMix64(seed)
        var scene = Scene {
            ($0.nod, $0.shake, $0.discrete) = (random.chance(0.8), random.chance(0.8), random.chance(0.8))
            $0.resolve = random.number(0.3...0.6)
        }
        var moved: [(left: Double, back: Double, isTwitch: Bool)] = []
        var interrupted = 0
        for _ in 0..<60 {
            if random.chance(0.05) {
                if !scene.swings.isEmpty { interrupted += 1 }
                scene.interrupt()
            }
            if random.chance(0.1) { scene.wait() }
            let side = HeadDirection.allCases.randomElement(using: &random) ?? .left
            let seconds = random.chance(0.8) ? random.number(0.05...0.7) : random.number(0.7...2.5)
            let before = scene.head.time, pause = random.number(0.04...0.8)
            scene.go(Move(side, random.number(0.13...0.5), seconds, after: pause))
            moved.append((before + pause, scene.head.time, seconds < 0.2))
        }
        scene.wait()
        #expect(scene.swings.isEmpty && scene.names.count { $0 == "interrupted" } == interrupted)
        #expect(scene.told.allSatisfy { $0.began < $0.ended && $0.ended <= $0.time + 1e-9 })
        for (number, move) in moved.enumerated() {
            let middle = (move.left + move.back) / 2
            let reports = scene.told.filter { $0.began <= middle && middle <= $0.ended }
            // Of two twitches to the same side, the second one is told.
            let isFollowed = number + 1 < moved.count && moved[number + 1].isTwitch
            #expect(!reports.isEmpty || move.isTwitch && isFollowed, "\(move)")
            let looks = reports.count { if case .recognised(.look, _, _) = $0.kind { true } else { false } }
            #expect(looks <= 1 && (looks == 0 || reports.count == 1), "\(move): \(reports)")
        }
    }
}
