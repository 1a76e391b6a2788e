/// The resting value of a measurement of the face: its quantile over the last minute or so, which neither blinks nor yawns move much.
struct FaceRest: Sendable {
    /// `nil` before the first measurement.
    private(set) var value: Double?
    private var looks = 0

    /// Whether enough has been measured to compare with.
    func isKnown(_ rules: GestureRules) -> Bool { looks >= rules.faceRestLooks }

    /// Takes a measurement. The first ones are averaged.
    /// - Parameters:
    ///   - quantile: part of the measurements that lie below the rest.
    ///   - pace: largest change a second.
    mutating func add(_ measured: Double, after seconds: Double, quantile: Double, pace: Double, _ rules: GestureRules) {
        looks += 1
        guard let before = value, looks > rules.faceRestLooks else {
            value = (value ?? measured) + (measured - (value ?? measured)) / Double(looks)
            return
        }
        value = before + pace * min(seconds, rules.longestStep) * (measured > before ? quantile : quantile - 1)
    }
}
