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
}
