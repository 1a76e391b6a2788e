import Glibc
import Pipeline

/// A photograph's head as a surface in space, so that its real pixels can be turned: a grid over the photograph with a depth and a weight
/// at each knot. The mesh's 3D points give the relief of the face, an ellipsoid the rest of the head, and the weight says how much a knot
/// moves with the head rather than with the background.
package struct PortraitModel: Sendable {
    struct Knot: Sendable {
        /// Position in the photograph, pixels; z towards the camera.
        var position: SIMD3<Double>
        /// 1 on the head, 0 on the background.
        var weight: Double
        /// How far it moves in the photograph when the brows rise, or the mouth smiles, by one.
        var brows = SIMD2<Double>.zero
        var smile = SIMD2<Double>.zero
    }

    let picture: GreyPicture
    let knots: [Knot]
    let columns: Int
    let rows: Int
    /// The eyes' distance and the centre of the head in the photograph, in pixels.
    let interocularDistance: Double
    let center: SIMD2<Double>
    /// The point about which the head turns: the upper neck.
    let pivot: SIMD3<Double>

    private static let spacing = 6

    /// Finds the face in the photograph and builds its surface.
    /// - Throws: ``SimulationError`` if it contains no face; `ModelError`.
    package init(photograph: String, runtime: LiteRTRuntime) throws {
        let picture = try GreyPicture(file: photograph)
        self.picture = picture
        let tracker = try FaceTracker(accuracy: .high, runtime: runtime)
        let face: Face? = try picture.luma.withUnsafeBufferPointer { luma in
            let frame = Frame(luma: luma.baseAddress!, width: picture.width, height: picture.height,
                              stride: picture.width, range: .full, time: 0)
            // The second run uses the region from the first run's points, which is more accurate.
            _ = try tracker.face(in: FrameView(frame))
            return try tracker.face(in: FrameView(frame))
        }
        guard let face else {
            throw SimulationError(problem: "\(photograph): no face was found in it")
        }
        let eyes = face.leftEye - face.rightEye
        let iod = (eyes * eyes).sum().squareRoot()
        let mesh = tracker.mesh
        let top = mesh.point(MeshTopology.forehead), chin = mesh.point(MeshTopology.chin)
        let middle = (top + chin + mesh.point(MeshTopology.rightCheek) + mesh.point(MeshTopology.leftCheek)) / 4
        interocularDistance = iod
        center = middle
        // The joint between head and neck lies behind the face at the height of the mouth; a head is about 3 IOD deep.
        pivot = SIMD3(middle.x, middle.y + 0.6 * iod, -1.4 * iod)
        columns = picture.width / Self.spacing + 2
        rows = picture.height / Self.spacing + 2
        let skin = DrawnFace(mesh: mesh, face: face)
        let relief = Relief(mesh: mesh, middle: middle, iod: iod)
        var knots: [Knot] = []
        knots.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let place = SIMD2(Double(min(column * Self.spacing, picture.width - 1)),
                                  Double(min(row * Self.spacing, picture.height - 1)))
                let (depth, weight) = relief.depthAndWeight(at: place)
                let (brows, smile) = skin.movement(at: place)
                knots.append(Knot(position: SIMD3(place.x, place.y, depth), weight: weight, brows: brows, smile: smile))
            }
        }
        self.knots = knots
    }
}

/// A simulation that cannot be created.
package struct SimulationError: Error, CustomStringConvertible {
    let problem: String

    package init(problem: String) {
        self.problem = problem
    }
    package var description: String { problem }
}

/// The head's depth at any point of the photograph.
private struct Relief {
    private let points: [SIMD3<Double>]
    private let middle: SIMD2<Double>
    private let iod: Double
    private let edgeDepth: Double

    init(mesh: FaceMesh, middle: SIMD2<Double>, iod: Double) {
        // In the mesh depth increases away from the camera, in the surface towards it.
        points = mesh.landmarks.map { SIMD3(Double($0.x), Double($0.y), -Double($0.z)) }
        self.middle = middle
        self.iod = iod
        edgeDepth = (points[MeshTopology.rightCheek].z + points[MeshTopology.leftCheek].z) / 2
    }

    func depthAndWeight(at place: SIMD2<Double>) -> (depth: Double, weight: Double) {
        var sum = 0.0, total = 0.0, nearest = Double.infinity
        let width = 0.1 * iod
        for point in points {
            let away = SIMD2(point.x, point.y) - place
            let squared = (away * away).sum()
            nearest = min(nearest, squared)
            let kernel = exp(-squared / (2 * width * width))
            sum += kernel * point.z
            total += kernel
        }
        // Ears, hair and skull: an ellipse 1.45 IOD wide and 1.9 high to each side, falling back from the face's edge.
        let away = (place - middle) / iod
        let radius = ((away.x / 1.45) * (away.x / 1.45) + (away.y / 1.9) * (away.y / 1.9)).squareRoot()
        let skull = edgeDepth - 0.9 * iod * max(0, radius - 0.6)
        let nearness = exp(-nearest / (2 * 0.09 * iod * iod))
        let face = total > 1e-12 ? sum / total : skull
        // Beyond the ellipse the surface blends into the background within 0.8 of its radius.
        let fall = min(max((radius - 1) / 0.8, 0), 1)
        return (skull + (face - skull) * nearness, 1 - fall * fall * (3 - 2 * fall))
    }
}
