import FoundationEssentials
import Pipeline
import Platform
import Testing
import TestSupport

@Suite("A program outside of a checkout")
struct InstalledProgramTests {
    /// Runs a copy of the program with a stranger's `.nodline` in the working folder and above the program.
    private func run(_ words: String, in folder: TemporaryFolder) throws -> String {
        let child = try ChildProcess("sh", ["-c", "cd \"$0\" && exec usr/bin/nodline \(words) > said 2>&1", folder.path], input: .null)
        child.wait()
        return try String(contentsOfFile: folder.path + "/said", encoding: .utf8)
    }

    @Test("the program loads no camera object, runtime, model or photograph from the working folder")
    func workingFolder() throws {
        let folder = try TemporaryFolder(), files = FileManager.default
        try files.createDirectory(atPath: folder.path + "/.nodline/lib", withIntermediateDirectories: true)
        _ = try folder.program("usr/bin/nodline", copying: Checkout.root + ".build/release/nodline")
        try files.copyItem(atPath: FakeCamera.object.get(), toPath: folder.path + "/.nodline/lib/libnodline-camera.so")
        for (name, target) in [("lib/libLiteRt.so", Assets.standard().runtime), ("models", Assets.standard().models)] {
            try files.createSymbolicLink(atPath: folder.path + "/.nodline/" + name, withDestinationPath: target)
        }
        try files.copyItem(atPath: Checkout.root + ".nodline/astronaut.png", toPath: folder.path + "/.nodline/astronaut.png")
        let cameras = try run("cameras", in: folder), doctor = try run("doctor", in: folder)
        #expect(cameras.contains("libnodline-camera.so") && !cameras.contains("fake-front"), "\(cameras)")
        #expect(doctor.contains("libnodline-camera.so") && !doctor.contains("fake-front"), "\(doctor)")
        guard !files.fileExists(atPath: Assets.installed.models) else { return }
        let simulated = try run("simulate --script 'still 1s' -o clip.y4m", in: folder)
        #expect(simulated.contains("/usr/share/nodline/astronaut.png cannot be read"), "\(simulated)")
        let replayed = try run("replay .nodline/astronaut.png", in: folder)
        #expect(replayed.contains(Assets.installed.runtime + " cannot be read"), "\(replayed)")
    }
}
