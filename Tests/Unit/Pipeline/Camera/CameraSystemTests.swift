import CLibcamera
import Pipeline
import Testing
import TestSupport

@Suite("Camera systems")
struct CameraSystemTests {
    @Test("cameras are listed, and chosen by place, id or part of the model name")
    func choosing() throws {
        let system = try CameraSystem(path: FakeCamera.object.get())
        #expect(system.cameras.map(\.id) == ["fake-back", "fake-front"])
        for (choice, id) in [("auto", "fake-front"), ("front", "fake-front"), ("back", "fake-back"),
                             ("fake-back", "fake-back"), ("back 1000", "fake-back"), ("2000", "fake-front")] {
            #expect(try system.choose(choice).id == id)
        }
        let fault = try thrown(CameraError.self) { _ = try system.choose("side") }
        #expect(fault.problem.contains("fake-back") && fault.problem.contains("Fake Front 2000"))
    }

    /// Offers, cheapest first: what is uncompressed as width × height × bytes a pixel and the listed rate, and MJPEG.
    @Test("of a camera's formats the cheapest is taken that keeps the wanted rate, else the fastest", arguments: [
        // A Pi's own camera: everything is fast.
        ([(640 * 480 * 3 / 2, 0.0), (640 * 480 * 2, 0)], 30.0, 0),
        // A webcam whose driver lists its rates: YUYV before MJPEG where it is fast enough.
        ([(640 * 480 * 2, 30), (0, 30)], 30, 0),
        ([(1280 * 720 * 2, 10), (0, 30)], 30, 1),
        ([(1280 * 720 * 2, 10), (0, 30)], 10, 0),
        ([(1280 * 720 * 2, 29.97), (0, 60)], 30, 0),
        // Neither keeps the rate.
        ([(1280 * 720 * 2, 10), (0, 30)], 60, 1),
        ([(1280 * 720 * 2, 15), (0, 10)], 30, 0),
        // A webcam whose driver is not asked, on USB 2.
        ([(640 * 480 * 2, 0), (0, 0)], 30, 0),
        ([(1280 * 720 * 2, 0), (0, 0)], 30, 1),
        ([(1280 * 720 * 2, 0), (0, 0)], 10, 0),
        // No rate is wanted.
        ([(1280 * 720 * 2, 5), (0, 30)], 0, 0),
    ] as [([(Int, Double)], Double, Int)])
    func format(offers: [(bytes: Int, rate: Double)], wanted: Double, chosen: Int) {
        let list = offers.map { nodline_camera_offer(bytes: UInt64($0.bytes), rate: $0.rate) }
        #expect(nodline_camera_choose(list, list.count, wanted) == chosen)
    }
}
