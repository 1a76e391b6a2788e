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
    /// The knots that move with the head, those of the triangles that do, and each one's place in the photograph.
    private let movers: [Int]
    private let outline: [Int]
    private let places: [SIMD2<Float>]
    private let texture: Texture
    /// What the moving triangles may have changed of the layer.
    private var touched: PixelBox

    /// - Parameter size: the eyes' distance in the rendered frame, in pixels.
    init(model: PortraitModel, width: Int = 640, height: Int = 480, size: Double) {
        self.model = model
        self.width = width
        self.height = height
        zoom = size / model.interocularDistance
        corners = [SIMD4<Float>](repeating: .zero, count: model.knots.count)
        layer = Layer(count: width * height)
        let triangles = Triangle.all(of: model)
        let moving = triangles.filter { $0.knots.contains { model.knots[$0].weight != 0 } }
        self.moving = moving
        movers = model.knots.indices.filter { model.knots[$0].weight != 0 }
        outline = Set(moving.flatMap(\.knots)).sorted()
        places = model.knots.map { SIMD2(Float($0.position.x), Float($0.position.y)) }
        texture = Texture(model.picture.luma, width: model.picture.width, height: model.picture.height)
        touched = PixelBox(columns: 0..<width, rows: 0..<height)
        still = triangles.filter { $0.knots.allSatisfy { model.knots[$0].weight == 0 } }
    }

    /// Draws a state into `canvas` (width × height brightness values, 0 to 255), times `gain`; or adds it to what is there.
    mutating func render(_ state: HeadState, gain: Float, adds: Bool, into canvas: inout [Float]) {
        if let backdrop, backdrop.scale == state.scale, backdrop.absence == state.absence {
            project(state, movers)
            layer.copy(touched, of: backdrop.layer, width: width)
        } else {
            project(state, model.knots.indices)
            layer.clear()
            draw(still)
            backdrop = (layer, state.scale, state.absence)  // copied by the first triangle that is drawn on it
        }
        draw(moving)
        touched = box()
        layer.values.withUnsafeBufferPointer { values in
            canvas.withUnsafeMutableBufferPointer { canvas in
                if adds {
                    for i in canvas.indices { canvas[i] += values[i] * gain }
                } else {
                    for i in canvas.indices { canvas[i] = values[i] * gain }
                }
            }
        }
    }

    private mutating func draw(_ triangles: [Triangle]) {
        let (places, corners, texture, width, height) = (places, corners, texture, width, height)
        layer.withPixels { values, depths, owners in
            texture.brightness.withUnsafeBufferPointer { brightness in
                guard let values = values.baseAddress, let depths = depths.baseAddress, let owners = owners.baseAddress,
                      let brightness = brightness.baseAddress else { return }
                let raster = Raster(values: values, depths: depths, owners: owners, width: width, height: height, brightness: brightness,
                                    pictureWidth: texture.width, pictureHeight: texture.height)
                for triangle in triangles {
                    func corner(_ knot: Int) -> Raster.Corner { Raster.Corner(frame: corners[knot], texture: places[knot]) }
                    raster.draw(triangle.number, corner(triangle.a), corner(triangle.b), corner(triangle.c))
                }
            }
        }
    }

    /// Where the moving triangles are in the frame.
    private func box() -> PixelBox {
        var lowest = SIMD4<Float>(repeating: .infinity), highest = -lowest
        for knot in outline {
            lowest.replace(with: corners[knot], where: corners[knot] .< lowest)
            highest.replace(with: corners[knot], where: corners[knot] .> highest)
        }
        func range(_ low: Float, _ high: Float, in size: Int) -> Range<Int> {
            guard low < Float(size), high >= 0 else { return 0..<0 }
            return max(0, Raster.down(low))..<min(size, Raster.down(high) + 1)
        }
        return PixelBox(columns: range(lowest.x, highest.x, in: width), rows: range(lowest.y, highest.y, in: height))
    }

    /// Computes the position of these knots in the frame.
    private mutating func project(_ state: HeadState, _ moved: some Sequence<Int>) {
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
        for i in moved {
            let knot = model.knots[i]
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

