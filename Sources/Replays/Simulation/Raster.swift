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
    private(set) var values: [Float]
    private var depths: [Float]
    private var owners: [Int32]

    init(count: Int) {
        let room = count + Raster.lanes  // four pixels are read at a time, even at the end
        values = [Float](repeating: 0, count: room)
        depths = values
        owners = [Int32](repeating: 0, count: room)
    }

    /// Fills the layer with grey.
    mutating func clear() {
        withPixels { values, depths, owners in
            values.update(repeating: 96)
            depths.update(repeating: -.infinity)
            owners.update(repeating: .max)
        }
    }

    /// Copies a part of another layer of the same size, without allocating memory.
    mutating func copy(_ box: PixelBox, of other: Layer, width: Int) {
        withPixels { values, depths, owners in
            for row in box.rows {
                let part = row * width + box.columns.lowerBound..<row * width + box.columns.upperBound
                _ = values[part].update(fromContentsOf: other.values[part])
                _ = depths[part].update(fromContentsOf: other.depths[part])
                _ = owners[part].update(fromContentsOf: other.owners[part])
            }
        }
    }

    mutating func withPixels(_ body: (UnsafeMutableBufferPointer<Float>, UnsafeMutableBufferPointer<Float>, UnsafeMutableBufferPointer<Int32>) -> Void) {
        values.withUnsafeMutableBufferPointer { values in
            depths.withUnsafeMutableBufferPointer { depths in
                owners.withUnsafeMutableBufferPointer { owners in body(values, depths, owners) }
            }
        }
    }
}

/// A part of a layer.
struct PixelBox {
    let columns: Range<Int>
    let rows: Range<Int>
}

/// A photograph's brightness for the raster: with a pixel and a row more, which are read with a weight of zero.
struct Texture {
    let brightness: [Float]
    let width: Int
    let height: Int

    init(_ luma: [UInt8], width: Int, height: Int) {
        brightness = luma.map { Float($0) } + [Float](repeating: 0, count: width + 1)
        (self.width, self.height) = (width, height)
    }
}

/// Draws triangles with a texture and a depth buffer, four pixels at a time. Each pixel is computed as it would be alone, operation by
/// operation: the same script gives the same bytes.
struct Raster {
    typealias Four = SIMD4<Float>

    struct Corner {
        let frame: SIMD4<Float>
        let texture: SIMD2<Float>
    }

    static let lanes = Four.scalarCount
    private static var order: Four { Four(0, 1, 2, 3) }
    /// Added to a positive number below 2²², it leaves the nearest whole one in the last bits.
    private static var whole: Four { Four(repeating: 8_388_608) }

    let values: UnsafeMutableRawPointer
    let depths: UnsafeMutableRawPointer
    let owners: UnsafeMutableRawPointer
    let width: Int
    let height: Int
    let brightness: UnsafePointer<Float>
    let pictureWidth: Int
    let pictureHeight: Int

    func draw(_ number: Int32, _ a: Corner, _ b: Corner, _ c: Corner) {
        let ab = b.frame - a.frame, ac = c.frame - a.frame
        let area = ab.x * ac.y - ab.y * ac.x
        guard area.magnitude > 1e-6 else { return }
        let minX = max(0, Self.up(min(a.frame.x, b.frame.x, c.frame.x)))
        let maxX = min(width - 1, Self.down(max(a.frame.x, b.frame.x, c.frame.x)))
        let minY = max(0, Self.up(min(a.frame.y, b.frame.y, c.frame.y)))
        let maxY = min(height - 1, Self.down(max(a.frame.y, b.frame.y, c.frame.y)))
        guard minX <= maxX, minY <= maxY else { return }
        let side = Four(repeating: area > 0 ? 1 : -1), areas = Four(repeating: area)
        let (acY, abY, abZ, acZ) = (Four(repeating: ac.y), Four(repeating: ab.y), Four(repeating: ab.z), Four(repeating: ac.z))
        let (left, near, last) = (Four(repeating: a.frame.x), Four(repeating: a.frame.z), Four(repeating: Float(maxX)))
        let numbers = SIMD4<Int32>(repeating: number)
        let textureAB = b.texture - a.texture, textureAC = c.texture - a.texture
        var y = minY
        while y <= maxY {
            let dy = Float(y) - a.frame.y
            let rowU = Four(repeating: dy * ac.x), rowV = Four(repeating: ab.x * dy)
            var x = minX
            while x <= maxX {
                let places = Four(repeating: Float(x)) + Self.order, dx = places - left
                let partU = dx * acY - rowU, partV = rowV - abY * dx
                let inside = (partU * side .>= 0) .& (partV * side .>= 0) .& (places .<= last)
                let at = (y &* width &+ x) &* MemoryLayout<Float>.stride
                x &+= Self.lanes
                guard Self.any(inside) else { continue }  // before the divisions, which take longest
                let u = partU / areas, v = partV / areas
                let depth = near + u * abZ + v * acZ
                let before = depths.loadUnaligned(fromByteOffset: at, as: Four.self)
                let owner = owners.loadUnaligned(fromByteOffset: at, as: SIMD4<Int32>.self)
                let visible = inside .& (u + v .<= 1) .& ((depth .> before) .| ((depth .== before) .& (numbers .< owner)))
                guard Self.any(visible) else { continue }
                depths.storeBytes(of: before.replacing(with: depth, where: visible), toByteOffset: at, as: Four.self)
                owners.storeBytes(of: owner.replacing(with: numbers, where: visible), toByteOffset: at, as: SIMD4<Int32>.self)
                let hidden = .!visible
                let (partB, partC) = (u.replacing(with: 0, where: hidden), v.replacing(with: 0, where: hidden))
                let value = sample(a.texture.x + textureAB.x * partB + textureAC.x * partC, a.texture.y + textureAB.y * partB + textureAC.y * partC)
                let old = values.loadUnaligned(fromByteOffset: at, as: Four.self)
                values.storeBytes(of: old.replacing(with: value, where: visible), toByteOffset: at, as: Four.self)
            }
            y &+= 1
        }
    }

    @inline(__always)
    private func sample(_ x: Four, _ y: Four) -> Four {
        let x = Self.clamp(x, to: Float(pictureWidth - 1)), y = Self.clamp(y, to: Float(pictureHeight - 1))
        let x0 = Self.floor(x), y0 = Self.floor(y), fx = x - x0, fy = y - y0
        let columns = Self.bits(x0), rows = Self.bits(y0)
        @inline(__always)
        func place(_ lane: Int) -> UnsafePointer<Float> { brightness + (Int(rows[lane]) &* pictureWidth &+ Int(columns[lane])) }
        let (p, q, r, s) = (place(0), place(1), place(2), place(3)), below = pictureWidth
        let top = Four(p[0], q[0], r[0], s[0]) * (1 - fx) + Four(p[1], q[1], r[1], s[1]) * fx
        let bottom = Four(p[below], q[below], r[below], s[below]) * (1 - fx)
            + Four(p[below &+ 1], q[below &+ 1], r[below &+ 1], s[below &+ 1]) * fx
        return top * (1 - fy) + bottom * fy
    }

    @inline(__always)
    private static func clamp(_ values: Four, to highest: Float) -> Four {
        let positive = values.replacing(with: 0, where: values .< 0)
        return positive.replacing(with: highest, where: positive .> highest)
    }

    // The processors of every Debian have no instruction for these, and a call of the C library for each takes longer.

    @inline(__always)
    private static func floor(_ values: Four) -> Four {
        let nearest = (values + whole) - whole
        return nearest.replacing(with: nearest - 1, where: nearest .> values)
    }

    @inline(__always)
    private static func bits(_ values: Four) -> SIMD4<UInt32> {
        unsafeBitCast(values + whole, to: SIMD4<UInt32>.self) & 0x7F_FFFF
    }

    @inline(__always)
    private static func any(_ mask: SIMDMask<SIMD4<Int32>>) -> Bool {
        let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        return halves.x | halves.y != 0
    }

    @inline(__always)
    static func up(_ value: Float) -> Int {
        let cut = Int(value)
        return Float(cut) < value ? cut + 1 : cut
    }

    @inline(__always)
    static func down(_ value: Float) -> Int {
        let cut = Int(value)
        return Float(cut) > value ? cut - 1 : cut
    }
}
