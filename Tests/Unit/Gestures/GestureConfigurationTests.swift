import Gestures
import Testing

@Suite("Configuration")
struct GestureConfigurationTests {
    @Test("the default configuration has no problems, whatever gestures are used")
    func standard() {
        #expect(GestureConfiguration().problems(using: Set(HeadGesture.all)) == [])
    }

    struct Mistake: Sendable {
        let problem: String
        let make: @Sendable (inout GestureConfiguration) -> Void

        init(_ problem: String, _ make: @escaping @Sendable (inout GestureConfiguration) -> Void) {
            self.problem = problem
            self.make = make
        }
    }

    static let mistakes = [
        Mistake("acceptance: 20 is out of range; expected 0.05 to 10") { $0.acceptance = 20; $0.maxHold = 30 },
        Mistake("threshold_up: nan is out of range; expected 0.02 to 3") { $0.thresholds.up = .nan },
        Mistake("nod_count: 0 is out of range; expected 1 to 6") { $0.nodCount = 0 },
        Mistake("stale_time: 0.2 is out of range; expected 0.4 to 0.45") { $0.staleTime = 0.2 },
        Mistake("filters.hold-left.release: 9 is out of range; expected 0 to 5") { $0.filters[.hold(.left)].release = 9 },
        Mistake("threshold_left: 0.1 lies inside the idle zone; expected at least idle_zone_radius, which is 0.15") {
            $0.idleZoneRadius = 0.15
            $0.thresholds.left = 0.1
        },
        Mistake("discrete_min: 1 leaves no time for a look; expected less than discrete_max, which is 1") { $0.discreteMin = 1 },
        Mistake("pause_gesture: \"up\" never pauses; expected continuous = true, and pause_time below max_hold") {
            $0.pauseGesture = .up
            $0.continuous = false
        },
    ]

    @Test("a number that is out of range or contradicts another is named with its key, value and limit", arguments: mistakes)
    func problem(mistake: Mistake) {
        var configuration = GestureConfiguration()
        mistake.make(&configuration)
        #expect(configuration.problems().map(\.description) == [mistake.problem])
    }

    @Test("settings that conflict only for certain gestures are reported only if those are used")
    func together() {
        var configuration = GestureConfiguration()
        configuration.acceptance = 0.5
        configuration.nodCount = 1
        #expect(configuration.problems().isEmpty && configuration.problems(using: [.hold(.left), .look(.right), .nod]).isEmpty)
        #expect(configuration.problems(using: [.hold(.left), .look(.left), .look(.down)]).map(\.key) == ["acceptance", "nod_count"])
    }
}
