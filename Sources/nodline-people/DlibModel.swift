import Digests
import Platform

/// The file of dlib's network: `dlib_face_recognition_resnet_model_v1.dat` of the PyPI package `face_recognition_models` 0.3.0.
enum DlibModel {
    static let name = "dlib_face_recognition_resnet_model_v1.dat"
    static let content = PinnedContent(sha256: "55533b28a95800a551ba546ba62fe69625c7e95a7061c338adffead08719da30", crc32: 0x3eae_35cb)

    /// The installed file, or that of the checkout in which this program was built.
    static var standardPath: String {
        let program = ProgramFile.path
        guard let build = program.firstRange(of: "/.build/") else { return "/usr/share/nodline/models/" + name }
        return program[..<build.lowerBound] + "/.nodline/models/" + name
    }

    /// - Throws: ``DlibError`` if it cannot be read or is another one.
    static func read(_ path: String) throws(DlibError) -> [UInt8] {
        let help = "To get it: sudo apt reinstall ./nodline-people_*.deb on the board; deploy/fetch --people in a checkout"
        let bytes: [UInt8]
        do {
            bytes = try FileBytes.read(path)
        } catch {
            throw DlibError("\(path) cannot be read (\(error.problem)). \(help)")
        }
        if let found = content.otherDigest(of: bytes) {
            throw DlibError("\(path) is damaged or another model (its SHA-256 is \(found); expected \(content.sha256)). \(help)")
        }
        return bytes
    }
}
