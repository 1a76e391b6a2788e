import FoundationEssentials
import Platform
import Testing

/// The fake camera object, built once for all tests.
package enum FakeCamera {
    package static let object: Result<String, any Error> = Result {
        let folder = Checkout.root + ".nodline/test"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try build("libfake-camera.so", [])
        try build("libother-camera.so", ["-DFAKE_ABI=99"])
        return folder + "/libfake-camera.so"

        func build(_ name: String, _ more: [String]) throws {
            let compiler = try ChildProcess("cc", more + [
                "-std=gnu11", "-O2", "-fPIC", "-shared", "-I" + Checkout.root + "Sources/CLibcamera/include",
                Checkout.root + "Tests/Support/FakeCamera/fake_camera.c", "-o", folder + "/" + name,
            ])
            #expect(compiler.wait() == 0)
        }
    }
}
