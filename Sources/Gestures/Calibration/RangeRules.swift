/// The numbers that decide what a range calibration takes for a movement. Distances are in IOD.
package struct RangeRules: Equatable, Sendable {
    /// Minimum ratio of a direction's reach to the noise; below it the direction is refused.
    package var margin = 2.0
    /// Minimum reach; a smaller one cannot be told from a camera's noise.
    package var reach = 0.06
    /// The same for a tilt, in degrees.
    package var tilt = 6.0
    /// Position of the threshold between noise (0) and reach (1): everyday gestures are smaller than those made on request.
    package var threshold = 0.45
    /// The same for eyes that shut: lids are shut or not, and looks down close them half.
    package var shutThreshold = 0.7

    package init() {}
}
