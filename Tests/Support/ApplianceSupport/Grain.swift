import Traces

/// A sensor's noise of up to 3 grey levels, other in each picture, so that no two are equal.
package struct Grain {
    private var generator: SeededGenerator
    private let table: [UInt8]

    package init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        table = (0..<(1 << 16)).map { _ in UInt8(generator.next() % 4) }
        self.generator = generator
    }

    /// - Parameters:
    ///   - picture: rows of `width`; brighter than 250 counts as 250.
    ///   - isHidden: whether a grey wall is seen in its place.
    package mutating func cover(_ picture: [UInt8], width: Int, isHidden: Bool) -> [UInt8] {
        var covered = picture
        for row in stride(from: 0, to: picture.count, by: width) {
            let shift = Int(generator.next() % UInt64(table.count - width))
            for column in 0..<width { covered[row + column] = (isHidden ? 120 : min(picture[row + column], 250)) + table[shift + column] }
        }
        return covered
    }
}
