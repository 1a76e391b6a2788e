import CLiteRT

/// A compiled model with its input and output memory: write `input`, call ``run()``, read the outputs. One thread at a time.
public final class LiteRTModel {
    /// Values of the only input.
    public let input: UnsafeMutableBufferPointer<Float>
    private let handle: OpaquePointer
    private let runtime: LiteRTRuntime  // must outlive the model
    private let storage: UnsafeMutableRawBufferPointer  // LiteRT uses the model in this memory
    private let file: ModelFile
    private let path: String

    /// Reads, checks and compiles a model.
    ///
    /// - Parameters:
    ///   - inputShape: the required shape of its only input.
    ///   - threads: CPU threads of a run, at least 1.
    /// - Throws: ``ModelError``.
    public init(_ file: ModelFile, inputShape: [Int], threads: Int, runtime: LiteRTRuntime) throws {
        self.runtime = runtime
        self.file = file
        path = runtime.assets.path(of: file)
        let bytes = try file.read(from: path)
        storage = .allocate(byteCount: bytes.count, alignment: 64)
        storage.copyBytes(from: bytes)
        var handle: OpaquePointer?
        var error = nodline_litert_error()
        guard nodline_model_create(runtime.handle, storage.baseAddress, storage.count, Int32(threads), &handle, &error),
              let handle
        else {
            storage.deallocate()
            throw ModelError(path: path, file: file, problem: "cannot be loaded: \(error.sentence)")
        }
        self.handle = handle
        guard let tensor = nodline_model_input(handle, 0)?.pointee, tensor.shape == inputShape else {
            let found = nodline_model_input(handle, 0).map { "\($0.pointee.shape)" } ?? "none"
            nodline_model_destroy(handle)
            storage.deallocate()
            throw ModelError(path: path, file: file, problem: "takes an input of shape \(found), not \(inputShape)")
        }
        input = UnsafeMutableBufferPointer(start: tensor.data, count: tensor.count)
    }

    deinit {
        nodline_model_destroy(handle)
        storage.deallocate()
    }

    /// The output of a given shape. Outputs are identified by shape because their order differs between exports.
    /// - Throws: ``ModelError`` if there is none.
    public func output(shape: [Int]) throws -> UnsafeBufferPointer<Float> {
        var index = 0
        while let tensor = nodline_model_output(handle, index)?.pointee {
            if tensor.shape == shape { return UnsafeBufferPointer(start: tensor.data, count: tensor.count) }
            index += 1
        }
        throw ModelError(path: path, file: file, problem: "has no output of shape \(shape)")
    }

    /// Runs the model once on the content of `input`.
    public func run() throws {
        var error = nodline_litert_error()
        guard nodline_model_run(handle, &error) else { throw InferenceError(model: file.name, problem: error.sentence) }
    }
}

/// A failed run; not yet seen with a model that could be loaded.
public struct InferenceError: Error, CustomStringConvertible {
    let model: String
    let problem: String

    public var description: String { "\(model): \(problem)" }
}

extension nodline_tensor {
    var shape: [Int] {
        withUnsafeBytes(of: dimensions) { bytes in
            bytes.bindMemory(to: Int32.self).prefix(Int(rank)).map(Int.init)
        }
    }
}
