// Draws the photograph's head in any pose.
import Glibc

/// Renders a ``PortraitModel`` as a camera would see it: turned, shifted, scaled, with its own hidden parts hidden.
struct PortraitRenderer {
    let width: Int
    let height: Int
    private let model: PortraitModel
    /// Pixels of the frame for a pixel of the photograph.
    private let zoom: Double
    private var corners: [SIMD4<Float>]  // frame x, y, depth, unused
    private var depths: [Float]

    /// - Parameter size: the eyes' distance in the rendered frame, in pixels.
    init(model: PortraitModel, width: Int = 640, height: Int = 480, size: Double) {
        self.model = model
        self.width = width
        self.height = height
        zoom = size / model.interocularDistance
        corners = [SIMD4<Float>](repeating: .zero, count: model.knots.count)
        depths = [Float](repeating: 0, count: width * height)
    }

    /// Draws a state into `canvas` (width × height brightness values, 0 to 255).
    mutating func render(_ state: HeadState, into canvas: inout [Float]) {
        project(state)
        let backdrop: Float = 96
        for i in canvas.indices {
            canvas[i] = backdrop
            depths[i] = -.infinity
        }
        let surface = Surface(model: model, corners: corners)
        let (width, height) = (width, height)
        canvas.withUnsafeMutableBufferPointer { canvas in
            depths.withUnsafeMutableBufferPointer { depths in
                surface.draw(onto: canvas, depths, width: width, height: height)
            }
        }
    }

    /// Where each knot lies in the frame.
    private mutating func project(_ state: HeadState) {
        let iod = model.interocularDistance
        let radians = Double.pi / 180
        let (sinYaw, cosYaw) = (sin(state.yaw * radians), cos(state.yaw * radians))
        let (sinPitch, cosPitch) = (sin(state.pitch * radians), cos(state.pitch * radians))
        let (sinRoll, cosRoll) = (sin(state.roll * radians), cos(state.roll * radians))
        // A face fills this much at 60 cm, about ten eye distances.
        let distance = 10 * iod
        let scale = zoom * state.scale
        // A user who leaves goes out sideways with all that is around.
        let gone = state.absence * Double(width)
        for (i, knot) in model.knots.enumerated() {
            let p = knot.position - model.pivot
            // Pitch, then yaw, then roll: who lies or leans still turns about the neck's own axis. y points down, z to the
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

/// A model's knots with their places in a frame.
private struct Surface {
    let model: PortraitModel
    let corners: [SIMD4<Float>]

    func draw(onto canvas: UnsafeMutableBufferPointer<Float>, _ depths: UnsafeMutableBufferPointer<Float>, width: Int,
              height: Int) {
        model.picture.luma.withUnsafeBufferPointer { luma in
            let raster = Raster(canvas: canvas, depths: depths, width: width, height: height, luma: luma,
                                pictureWidth: model.picture.width, pictureHeight: model.picture.height)
            for row in 0..<(model.rows - 1) {
                for column in 0..<(model.columns - 1) {
                    let knot = row * model.columns + column
                    let a = corner(knot), b = corner(knot + 1)
                    let c = corner(knot + model.columns), d = corner(knot + model.columns + 1)
                    raster.triangle(a, b, c)
                    raster.triangle(b, d, c)
                }
            }
        }
    }

    private func corner(_ knot: Int) -> Raster.Corner {
        let place = model.knots[knot].position
        return Raster.Corner(frame: corners[knot], texture: SIMD2(Float(place.x), Float(place.y)))
    }
}

/// Triangles with a texture and a depth buffer.
private struct Raster {
    struct Corner {
        let frame: SIMD4<Float>
        let texture: SIMD2<Float>
    }

    let canvas: UnsafeMutableBufferPointer<Float>
    let depths: UnsafeMutableBufferPointer<Float>
    let width: Int
    let height: Int
    let luma: UnsafeBufferPointer<UInt8>
    let pictureWidth: Int
    let pictureHeight: Int

    func triangle(_ a: Corner, _ b: Corner, _ c: Corner) {
        let ab = b.frame - a.frame, ac = c.frame - a.frame
        let area = ab.x * ac.y - ab.y * ac.x
        guard area.magnitude > 1e-6 else { return }
        let minX = max(0, Int(min(a.frame.x, b.frame.x, c.frame.x).rounded(.up)))
        let maxX = min(width - 1, Int(max(a.frame.x, b.frame.x, c.frame.x).rounded(.down)))
        let minY = max(0, Int(min(a.frame.y, b.frame.y, c.frame.y).rounded(.up)))
        let maxY = min(height - 1, Int(max(a.frame.y, b.frame.y, c.frame.y).rounded(.down)))
        guard minX <= maxX, minY <= maxY else { return }
        let textureAB = b.texture - a.texture, textureAC = c.texture - a.texture
        for y in minY...maxY {
            let dy = Float(y) - a.frame.y
            for x in minX...maxX {
                let dx = Float(x) - a.frame.x
                let u = (dx * ac.y - dy * ac.x) / area
                let v = (ab.x * dy - ab.y * dx) / area
                guard u >= 0, v >= 0, u + v <= 1 else { continue }
                let depth = a.frame.z + u * ab.z + v * ac.z
                let pixel = y * width + x
                guard depth > depths[pixel] else { continue }
                depths[pixel] = depth
                canvas[pixel] = sample(a.texture + textureAB * u + textureAC * v)
            }
        }
    }

    private func sample(_ place: SIMD2<Float>) -> Float {
        let x = min(max(place.x, 0), Float(pictureWidth - 1)), y = min(max(place.y, 0), Float(pictureHeight - 1))
        let x0 = Int(x), y0 = Int(y)
        let x1 = min(x0 + 1, pictureWidth - 1), y1 = min(y0 + 1, pictureHeight - 1)
        let fx = x - Float(x0), fy = y - Float(y0)
        let top = Float(luma[y0 * pictureWidth + x0]) * (1 - fx) + Float(luma[y0 * pictureWidth + x1]) * fx
        let bottom = Float(luma[y1 * pictureWidth + x0]) * (1 - fx) + Float(luma[y1 * pictureWidth + x1]) * fx
        return top * (1 - fy) + bottom * fy
    }
}
