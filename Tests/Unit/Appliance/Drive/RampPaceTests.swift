import Appliance
import ApplianceSupport
import Testing
import TestSupport

/// The whole loop on the hand clock, with a camera of 15 frames a second.
@Suite("A ramp between frames")
struct RampPaceTests {
    private static let configuration = """
        camera.rate = 15
        [gestures]
        discrete = false
        nod = false
        shake = false
        [drive]
        left = ["pwmchip0:0", "GPIO23", "GPIO24"]
        right = ["pwmchip0:1", "GPIO5", "GPIO6"]

        """
    private static let devices: Set<String> = ["drive-left", "drive-right", "drive-left-forward", "drive-left-back", "drive-right-forward", "drive-right-back"]

    @Test("a motor's ramp has steps of a loop's turn, not of a frame")
    func steps() throws {
        let run = try ApplianceHarness("fps 15; still 3s; hold up 2s; still 2s; hold up 2s; still 2s", configuration: Self.configuration, recording: Self.devices)
        run.run(14)
        let steps = run.steps("drive-left"), values = steps.map(\.value)
        let ramps = zip(steps, steps.dropFirst()).filter { $0.value != $1.value && $1.value != 0 }
        let largest = ramps.map { ($1.value - $0.value).magnitude }.max() ?? 1
        #expect(values.max() ?? 0 > 0.9)
        #expect(largest <= 0.02 * 2 + 1e-3, "0.02 s of a ramp of 0.5 s: \(largest)")
    }
}
