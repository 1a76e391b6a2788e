import CLiteRT
import Platform

/// The loaded LiteRT library. Models keep it alive.
public final class LiteRTRuntime {
    let handle: OpaquePointer
    let assets: Assets

    /// Checks the library's digest and loads it.
    /// - Throws: ``ModelError``.
    public init(assets: Assets = .standard()) throws {
        self.assets = assets
        _ = try ModelFile.runtime.read(from: assets.runtime)
        var handle: OpaquePointer?
        var error = nodline_litert_error()
        guard nodline_litert_open(assets.runtime, &handle, &error), let handle else {
            throw ModelError(path: assets.runtime, file: .runtime, problem: "cannot be used: \(error.sentence)")
        }
        self.handle = handle
    }

    deinit { nodline_litert_close(handle) }
}

extension nodline_litert_error {
    /// The call that failed and its message.
    var sentence: String {
        let detail = String(cArray: detail)
        let name = call.map { String(cString: $0) } ?? "LiteRT"
        return detail.isEmpty ? "\(name) failed with status \(status)" : "\(name): \(detail)"
    }
}
