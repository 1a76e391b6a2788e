import FoundationEssentials
import Glibc

/// The paths of the runtime library and of the models' folder.
public struct Assets: Equatable, Sendable {
    /// Path of `libLiteRt.so`.
    public var runtime: String
    /// Folder of the `.tflite` files.
    public var models: String

    public init(runtime: String, models: String) {
        self.runtime = runtime
        self.models = models
    }

    /// Paths of an installed package.
    public static let installed = Assets(runtime: "/usr/lib/nodline/libLiteRt.so", models: "/usr/share/nodline/models")

    /// The `.nodline` folder of the checkout in which this program was built, if any.
    ///
    /// The working folder and other folders above the program are ignored: a user with write access there could make the program load
    /// another library.
    public static func checkoutFolder() -> String? {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).flatMap(checkoutFolder(ofProgram:))
    }

    /// - Parameter program: the program's file, as an absolute path without symbolic links.
    static func checkoutFolder(ofProgram program: String) -> String? {
        var folder = program[...]
        while let slash = folder.lastIndex(of: "/") {
            let name = folder[slash...]
            folder = folder[..<slash]
            if name == "/.build", access(folder + "/.nodline/models", F_OK) == 0 { return folder + "/.nodline" }
        }
        return nil
    }

    /// The files of a checkout if there are any, otherwise the installed ones. Digests are checked when they are loaded.
    public static func standard() -> Assets {
        guard let folder = checkoutFolder() else { return .installed }
        return Assets(runtime: folder + "/lib/libLiteRt.so", models: folder + "/models")
    }

    /// The photograph from which simulated heads are drawn: the checkout's, otherwise the installed one.
    public static func photograph() -> String { (checkoutFolder() ?? "/usr/share/nodline") + "/astronaut.png" }

    /// Every file that is missing, damaged or of another version; empty if inference can start.
    public var faults: [ModelError] {
        ModelFile.allCases.compactMap { file in
            do {
                _ = try file.read(from: path(of: file))
                return nil
            } catch {
                return error as? ModelError ?? ModelError(path: path(of: file), file: file, problem: "cannot be read (\(error))")
            }
        }
    }

    func path(of file: ModelFile) -> String { file == .runtime ? runtime : models + "/" + file.name }
}
