import FoundationEssentials
import Pipeline
import Testing
import TestSupport

@Suite("Models and runtime")
struct ModelFileTests {
    /// Assets of which one file was changed.
    private func assets(in folder: TemporaryFolder, changing file: ModelFile?, _ change: (inout Data) -> Void) throws -> Assets {
        let standard = Assets.standard()
        for asset in ModelFile.allCases {
            var data = try Data(contentsOf: URL(filePath: asset == .runtime ? standard.runtime : standard.models + "/" + asset.name))
            if asset == file { change(&data) }
            // A file of its own each time: the library that is loaded must not change below the process.
            try data.write(to: URL(filePath: folder.path + "/" + asset.name), options: .atomic)
        }
        return Assets(runtime: folder.path + "/" + ModelFile.runtime.name, models: folder.path)
    }

    private func load(_ assets: Assets) throws {
        let runtime = try LiteRTRuntime(assets: assets)
        _ = try FaceTracker(accuracy: .high, runtime: runtime)
        _ = try EyeFinder(runtime: runtime)
    }

    @Test("a file with one flipped bit is refused with its path, the expected digest and the command that fetches it",
          arguments: ModelFile.allCases)
    func flipped(file: ModelFile) throws {
        let folder = try TemporaryFolder()
        let assets = try assets(in: folder, changing: file) { $0[$0.count / 2] ^= 1 }
        let fault = try thrown(ModelError.self) { try load(assets) }
        #expect(fault.path == folder.path + "/" + file.name)
        #expect(fault.description.contains(file.sha256))
        #expect(fault.description.contains("deploy/fetch"))
        #expect(fault.problem.hasPrefix("is damaged"))
    }

    @Test("a file that is damaged after it was found in order is refused", arguments: ModelFile.allCases)
    func damagedLater(file: ModelFile) throws {
        let folder = try TemporaryFolder()
        let assets = try assets(in: folder, changing: nil) { _ in }
        try load(assets)
        _ = try self.assets(in: folder, changing: file) { $0[$0.count / 2] ^= 1 }
        #expect(try thrown(ModelError.self) { try load(assets) }.problem.hasPrefix("is damaged"))
    }

    @Test("a missing file is refused with the expected digest and the command that fetches it", arguments: ModelFile.allCases)
    func missing(file: ModelFile) throws {
        let folder = try TemporaryFolder()
        let assets = try assets(in: folder, changing: nil) { _ in }
        try FileManager.default.removeItem(atPath: folder.path + "/" + file.name)
        let fault = try thrown(ModelError.self) { try load(assets) }
        #expect(fault.problem.hasPrefix("cannot be read"))
        #expect(fault.description.contains(file.sha256) && fault.description.contains("deploy/fetch"))
    }

    @Test("a model of another shape than expected is refused with both shapes")
    func shape() throws {
        let runtime = try LiteRTRuntime()
        let fault = try thrown(ModelError.self) {
            _ = try LiteRTModel(.detector, inputShape: [1, 256, 256, 3], threads: 1, runtime: runtime)
        }
        #expect(fault.problem == "takes an input of shape [1, 128, 128, 3], not [1, 256, 256, 3]")
        let model = try LiteRTModel(.detector, inputShape: [1, 128, 128, 3], threads: 1, runtime: runtime)
        #expect(throws: ModelError.self) { try model.output(shape: [1, 896, 99]) }
    }

    @Test("two threads give the same face as one")
    func threads() throws {
        let picture = try Fixtures.photograph()
        let runtime = try LiteRTRuntime()
        let faces = try [1, 2].map { threads in
            let tracker = try FaceTracker(accuracy: .high, runtime: runtime, threads: threads)
            return try picture.withFrame { try #require(try tracker.face(in: FrameView($0))) }
        }
        let away = faces[0].leftEye - faces[1].leftEye
        #expect((away * away).sum() < 1e-4)
    }
}
