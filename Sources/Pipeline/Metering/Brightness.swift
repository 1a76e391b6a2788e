extension Frame {
    /// The mean brightness, 0 black to 1 white, of every sixteenth pixel of every sixteenth row.
    public var brightness: Double {
        var sum = 0, count = 0
        for y in Swift.stride(from: 8, to: height, by: 16) {
            for x in Swift.stride(from: 8, to: width, by: 16) {
                sum += Int(luma[y * self.stride + x])
                count += 1
            }
        }
        guard count > 0 else { return 0 }
        let mean = Double(sum) / Double(count)
        return range == .full ? mean / 255 : min(max((mean - 16) / 219, 0), 1)
    }
}
