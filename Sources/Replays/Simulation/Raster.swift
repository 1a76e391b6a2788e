/// Three knots of a model. If two triangles have the same depth, the one with the lower number is visible.
struct Triangle {
    let number: Int32
    let a: Int, b: Int, c: Int

    var knots: [Int] { [a, b, c] }

    static func all(of model: PortraitModel) -> [Triangle] {
        var triangles: [Triangle] = []
        for row in 0..<(model.rows - 1) {
            for column in 0..<(model.columns - 1) {
                let knot = row * model.columns + column, below = knot + model.columns
                for (a, b, c) in [(knot, knot + 1, below), (knot + 1, below + 1, below)] {
                    triangles.append(Triangle(number: Int32(triangles.count), a: a, b: b, c: c))
                }
            }
        }
        return triangles
    }
}

/// The surface on which triangles are drawn: brightness, depth and number of the visible triangle, for each pixel.
struct Layer {
    private var values: [Float]
    private var depths: [Float]
    private var owners: [Int32]

    init(count: Int) {
        values = [Float](repeating: 0, count: count)
        depths = values
        owners = [Int32](repeating: 0, count: count)
    }

    /// Fills the layer with grey.
    mutating func clear() {
        withPixels { values, depths, owners in
            values.update(repeating: 96)
            depths.update(repeating: -.infinity)
            owners.update(repeating: .max)
        }
    }

    /// Copies another layer of the same size, without allocating memory.
    mutating func copy(_ other: Layer) {
        withPixels { values, depths, owners in
            _ = values.update(fromContentsOf: other.values)
            _ = depths.update(fromContentsOf: other.depths)
            _ = owners.update(fromContentsOf: other.owners)
        }
    }

    func show(in canvas: inout [Float]) {
        canvas.withUnsafeMutableBufferPointer { _ = $0.update(fromContentsOf: values) }
    }

    mutating func withPixels(_ body: (UnsafeMutableBufferPointer<Float>, UnsafeMutableBufferPointer<Float>, UnsafeMutableBufferPointer<Int32>) -> Void) {
        values.withUnsafeMutableBufferPointer { values in
            depths.withUnsafeMutableBufferPointer { depths in
                owners.withUnsafeMutableBufferPointer { owners in body(values, depths, owners) }
            }
        }
    }
}

/// Draws triangles with a texture and a depth buffer.
struct Raster {
    struct Corner {
        let frame: SIMD4<Float>
        let texture: SIMD2<Float>
    }

    let values: UnsafeMutableBufferPointer<Float>
    let depths: UnsafeMutableBufferPointer<Float>
    let owners: UnsafeMutableBufferPointer<Int32>
    let width: Int
    let height: Int
    let luma: UnsafeBufferPointer<UInt8>
    let pictureWidth: Int
    let pictureHeight: Int

    func draw(_ number: Int32, _ a: Corner, _ b: Corner, _ c: Corner) {
        let ab = b.frame - a.frame, ac = c.frame - a.frame
        let area = ab.x * ac.y - ab.y * ac.x
        guard area.magnitude > 1e-6 else { return }
        let minX = max(0, Int(min(a.frame.x, b.frame.x, c.frame.x).rounded(.up)))
        let maxX = min(width - 1, Int(max(a.frame.x, b.frame.x, c.frame.x).rounded(.down)))
        let minY = max(0, Int(min(a.frame.y, b.frame.y, c.frame.y).rounded(.up)))
        let maxY = min(height - 1, Int(max(a.frame.y, b.frame.y, c.frame.y).rounded(.down)))
        guard minX <= maxX, minY <= maxY else { return }
        let side: Float = area > 0 ? 1 : -1
        let textureAB = b.texture - a.texture, textureAC = c.texture - a.texture
        for y in minY...maxY {
            let dy = Float(y) - a.frame.y
            let (rowU, rowV) = (dy * ac.x, ab.x * dy)
            let row = y &* width
            for x in minX...maxX {
                let dx = Float(x) - a.frame.x
                let partU = dx * ac.y - rowU, partV = rowV - ab.y * dx
                guard partU * side >= 0, partV * side >= 0 else { continue }  // before the divisions, which take longest
                let u = partU / area, v = partV / area
                guard u + v <= 1 else { continue }
                let pixel = row &+ x, depth = a.frame.z + u * ab.z + v * ac.z
                guard depth > depths[pixel] || depth == depths[pixel] && number < owners[pixel] else { continue }
                depths[pixel] = depth
                owners[pixel] = number
                values[pixel] = sample(a.texture + textureAB * u + textureAC * v)
            }
        }
    }

    @inline(__always)
    private func sample(_ place: SIMD2<Float>) -> Float {
        let x = min(max(place.x, 0), Float(pictureWidth - 1)), y = min(max(place.y, 0), Float(pictureHeight - 1))
        let x0 = Int(x), y0 = Int(y)
        let x1 = min(x0 &+ 1, pictureWidth - 1), y1 = min(y0 &+ 1, pictureHeight - 1)
        let fx = x - Float(x0), fy = y - Float(y0)
        let upper = y0 &* pictureWidth, lower = y1 &* pictureWidth
        let top = Float(luma[upper &+ x0]) * (1 - fx) + Float(luma[upper &+ x1]) * fx
        let bottom = Float(luma[lower &+ x0]) * (1 - fx) + Float(luma[lower &+ x1]) * fx
        return top * (1 - fy) + bottom * fy
    }
}
