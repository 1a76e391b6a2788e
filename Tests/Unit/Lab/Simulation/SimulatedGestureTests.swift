import Appliance
import Replays
import Testing
import TestSupport

@Suite("Simulated gestures")
struct SimulatedGestureTests {
    @Test("simulated people's gestures are found with 95 % recall and precision; the same seed gives the same result")
    func simulated() throws {
        let folder = try TemporaryFolder()
        for name in ["a", "b"] {
            let made = try Program(["simulate-traces", "-o", "\(folder.path)/\(name)", "--gestures", "80", "--seed", "5"], name: "nodline-lab")
            #expect(made.status == 0)
        }
        let first = try Program(["evaluate", "\(folder.path)/a", "--json"])
        #expect(first.status == 0)
        #expect(try Program(["evaluate", "\(folder.path)/b", "--json"]).output == first.output)
        let evaluation = try Evaluation(folder: "\(folder.path)/a", configuration: Configuration()) { _ in }
        #expect((evaluation.total.recall ?? 0) >= 0.95 && (evaluation.total.precision ?? 0) >= 0.95)
    }
}
