// Where the runtime and the models lie on this machine.
import FoundationEssentials
import Glibc

/// The paths of the runtime library and the models' folder.
public struct Assets: Equatable, Sendable {
    /// Path of `libLiteRt.so`.
    public var runtime: String
    /// Folder of the `.tflite` files.
    public var models: String

    public init(runtime: String, models: String) {
        self.runtime = runtime
        self.models = models
    }

    /// Where a package puts them.
    public static let installed = Assets(runtime: "/usr/lib/nodline/libLiteRt.so", models: "/usr/share/nodline/models")

    /// A checkout's `.nodline` folder above the program or in the working folder, if there is one.
    public static func checkoutFolder() -> String? {
        var folder = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        while let slash = folder.lastIndex(of: "/"), slash != folder.startIndex {
            folder = String(folder[..<slash])
            if access(folder + "/.nodline/models", F_OK) == 0 { return folder + "/.nodline" }
        }
        return access(".nodline/models", F_OK) == 0 ? ".nodline" : nil
    }

    /// A checkout's own files where there are any, else the installed ones. Digests are checked when they are loaded.
    public static func standard() -> Assets {
        guard let folder = checkoutFolder() else { return .installed }
        return Assets(runtime: folder + "/lib/libLiteRt.so", models: folder + "/models")
    }

    /// Every file that is missing, damaged or of another version; none where inference can start.
    public var faults: [ModelFault] {
        ModelFile.allCases.compactMap { file in
            do {
                _ = try file.read(from: path(of: file))
                return nil
            } catch {
                return error as? ModelFault ?? ModelFault(path: path(of: file), file: file, problem: "cannot be read (\(error))")
            }
        }
    }

    func path(of file: ModelFile) -> String { file == .runtime ? runtime : models + "/" + file.name }
}
