import Glibc
import Traces

/// Renders a ``PortraitModel`` as a camera would see it: turned, shifted, scaled, and with hidden surfaces removed.
struct PortraitRenderer {
    let width: Int
    let height: Int
    private let model: PortraitModel
    /// Pixels of the frame per pixel of the photograph.
    private let zoom: Double
    private var corners: [SIMD4<Float>]  // frame x, y, depth, unused
    private var layer: Layer
    /// The background, which moves only if the user comes nearer or leaves.
    private var backdrop: (layer: Layer, scale: Double, absence: Double)?
    private let still: [Triangle]
    private let moving: [Triangle]

    /// - Parameter size: the eyes' distance in the rendered frame, in pixels.
    init(model: PortraitModel, width: Int = 640, height: Int = 480, size: Double) {
        self.model = model
        self.width = width
        self.height = height
        zoom = size / model.interocularDistance
        corners = [SIMD4<Float>](repeating: .zero, count: model.knots.count)
        layer = Layer(count: width * height)
        let triangles = Triangle.all(of: model)
        moving = triangles.filter { $0.knots.contains { model.knots[$0].weight != 0 } }
        still = triangles.filter { $0.knots.allSatisfy { model.knots[$0].weight == 0 } }
    }

    /// Draws a state into `canvas` (width × height brightness values, 0 to 255).
    mutating func render(_ state: HeadState, into canvas: inout [Float]) {
        project(state)
        if let backdrop, backdrop.scale == state.scale, backdrop.absence == state.absence {
            layer.copy(backdrop.layer)
        } else {
            layer.clear()
            draw(still)
            backdrop = (layer, state.scale, state.absence)  // copied by the first triangle that is drawn on it
        }
        draw(moving)
        layer.show(in: &canvas)
    }

    private mutating func draw(_ triangles: [Triangle]) {
        let (model, corners, width, height) = (model, corners, width, height)
        layer.withPixels { values, depths, owners in
            model.picture.luma.withUnsafeBufferPointer { luma in
                let raster = Raster(values: values, depths: depths, owners: owners, width: width, height: height, luma: luma,
                                    pictureWidth: model.picture.width, pictureHeight: model.picture.height)
                for triangle in triangles {
                    func corner(_ knot: Int) -> Raster.Corner {
                        let place = model.knots[knot].position
                        return Raster.Corner(frame: corners[knot], texture: SIMD2(Float(place.x), Float(place.y)))
                    }
                    raster.draw(triangle.number, corner(triangle.a), corner(triangle.b), corner(triangle.c))
                }
            }
        }
    }

    /// Computes the position of each knot in the frame.
    private mutating func project(_ state: HeadState) {
        let iod = model.interocularDistance
        let radians = Double.pi / 180
        let (sinYaw, cosYaw) = (sin(state.yaw * radians), cos(state.yaw * radians))
        let (sinPitch, cosPitch) = (sin(state.pitch * radians), cos(state.pitch * radians))
        let (sinRoll, cosRoll) = (sin(state.roll * radians), cos(state.roll * radians))
        // A face has this size at 60 cm, about ten eye distances.
        let distance = 10 * iod
        let scale = zoom * state.scale
        // A user who leaves moves out sideways together with the surroundings.
        let gone = state.absence * Double(width)
        for (i, knot) in model.knots.enumerated() {
            let shown = knot.brows * (state.brows / HeadState.measurePerIOD.brows) + knot.smile * (state.smile / HeadState.measurePerIOD.smile)
            let p = knot.position + SIMD3(shown, 0) * iod - model.pivot
            // Pitch, then yaw, then roll, so that a user who lies or leans still turns about the neck's own axis. y points down, z to the
            // camera.
            let pitched = SIMD3(p.x, p.y * cosPitch - p.z * sinPitch, p.y * sinPitch + p.z * cosPitch)
            let yawed = SIMD3(pitched.x * cosYaw + pitched.z * sinYaw, pitched.y, -pitched.x * sinYaw + pitched.z * cosYaw)
            let turned = SIMD3(yawed.x * cosRoll - yawed.y * sinRoll, yawed.x * sinRoll + yawed.y * cosRoll, yawed.z)
            let head = model.pivot + turned + SIMD3(state.left, -state.up, 0) * iod
            let place = knot.position + (head - knot.position) * knot.weight
            let perspective = distance / (distance - place.z)
            corners[i] = SIMD4(
                Float((place.x - model.center.x) * perspective * scale + Double(width) / 2 + gone),
                Float((place.y - model.center.y) * perspective * scale + Double(height) / 2), Float(place.z), 0)
        }
    }
}

