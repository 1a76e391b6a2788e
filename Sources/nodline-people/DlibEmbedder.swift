import CDlib
import People
import Platform

/// Numbers by dlib's network.
final class DlibEmbedder: Embedder {
    private let dlib: nodline_dlib_table
    private let network: OpaquePointer

    /// - Throws: ``DlibError`` if this program is linked without dlib, or the model is missing, damaged or another one.
    init(model path: String) throws(DlibError) {
        let model = try DlibModel.read(path)
        guard let table = nodline_dlib() else {
            throw DlibError("this nodline-people is built without dlib. Run deploy/build-people in a checkout, or use the method \"patterns\"")
        }
        dlib = table.pointee
        var network: OpaquePointer?, error = nodline_dlib_error()
        guard dlib.open(model, model.count, &network, &error), let network else { throw DlibError(path, error) }
        self.network = network
    }

    deinit { dlib.close(network) }

    func embedding(of chip: FaceChip) throws -> FaceEmbedding {
        var numbers = [Float](repeating: 0, count: Int(NODLINE_DLIB_COUNT)), error = nodline_dlib_error()
        guard dlib.embed(network, chip.pixels, &numbers, &error) else { throw DlibError("", error) }
        return try FaceEmbedding(.dlib, numbers)
    }
}

/// A failure of dlib or its model.
struct DlibError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    fileprivate init(_ path: String, _ error: nodline_dlib_error) {
        description = (path.isEmpty ? "" : path + ": ") + "\(String(cArray: error.call)): \(String(cArray: error.detail))"
    }
}
