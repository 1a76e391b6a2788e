/// A movement out of rest: its interval and the features that ``GestureRule`` judges. Distances in IOD, times in seconds, speeds in IOD a
/// second. ``MovementTracker`` measures it, either at the furthest point of a movement that is over, or at the present position of the
/// head.
struct HeadMovement: Sendable {
    /// When the head left its rest, and when it was back; for a movement under way, the time of the last sample.
    let began: Double
    var ended: Double
    var duration: Double { ended - began }
    /// The first sample that showed it outside.
    let seenSince: Double
    /// The duration between samples that showed the head outside. A single one may be a tracking error and counts until the next one.
    var seen: Double
    /// The direction at the judged point, and at the furthest one.
    let direction: HeadDirection
    let peakDirection: HeadDirection?
    /// The furthest point's distance from the centre.
    let peak: Double
    /// The judged point's distance from the centre.
    let away: Double
    /// The smaller component as a fraction of the larger one: at the furthest point, and of the extents along the whole path.
    let offAxis: Double
    let widest: Double
    /// It crossed the thresholds of more than one direction.
    let isAmbiguous: Bool
    /// Distance from the previous rest, and the limit of being near it, if the judged point is near.
    let previousRest: (distance: Double, bound: Double)?
    /// Rest before the movement, and the required rest; none if it follows another swing.
    let rested: Double
    let restNeeded: Double
    /// Shift, tilt and scale at the judged point.
    let body: BodyMotion
    /// Time from well below the threshold to beyond it; 0 if no threshold was crossed.
    let riseTime: Double
    /// Time beyond the threshold.
    let beyond: Double
    /// Path efficiency: the straight distance there and back as a fraction of the path.
    var efficiency = 1.0
    /// The two sample intervals in which it began and ended.
    var spans = 0.0
    /// For a turn up or down: top speeds, distance turned and distance shifted along the axis. `nil` for other movements.
    var reflex: Reflex?

    // Context, added by the state machine.
    /// Rest at this centre before it.
    var restedHere = Double.infinity
    /// Rest since the last hold in the same direction.
    var restedSinceHold = Double.infinity
    /// Distance of the swing to the other side immediately before; 0 if there was none.
    var overshoots = 0.0

    /// Features of a cough, a sneeze or a startle.
    struct Reflex: Sendable {
        let speedOut: Double
        let speedBack: Double
        let turned: Double
        let shifted: Double
    }
}
