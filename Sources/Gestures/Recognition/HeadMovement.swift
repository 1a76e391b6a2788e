/// A movement out of rest: its interval and the features that ``MovementRule`` judges. Distances in IOD, times in seconds, speeds in
/// IOD a second. ``MovementTracker`` measures it, either at the furthest point of a movement that is over, or where the head is now.
struct HeadMovement: Sendable {
    /// When the head left its rest, and when it was back; of one that goes on, the last sample.
    let began: Double
    var ended: Double
    var duration: Double { ended - began }
    /// The first sample that showed it outside.
    let seenSince: Double
    /// The duration between samples that showed the head outside; a single one may be a tracking error and counts until the next one.
    var seen: Double
    /// The direction at the judged point, and at the furthest one.
    let direction: HeadDirection
    let peakDirection: HeadDirection?
    /// The furthest point's distance from the centre.
    let peak: Double
    /// The smaller component as a part of the larger one: at the furthest point, and of the extents along the whole way.
    let offAxis: Double
    let widest: Double
    /// It crossed the thresholds of more than one direction.
    let isAmbiguous: Bool
    /// Distance from the rest before this one, and what counts as near it, if the judged point is near.
    let previousRest: (distance: Double, bound: Double)?
    /// Rest before it, and how much it needs; none where it follows another stroke.
    let rested: Double
    let restNeeded: Double
    /// Shift, tilt and scale at the judged point.
    let body: BodyMotion
    /// From well below the threshold to beyond it; 0 where no threshold was crossed.
    let riseTime: Double
    /// Time beyond the threshold.
    let beyond: Double
    /// Path efficiency: straight there and back, as a part of the way.
    var efficiency = 1.0
    /// The two sample intervals in which it began and ended.
    var spans = 0.0
    /// Of a turn up or down: top speeds, distance turned and distance shifted along the axis. `nil` for other movements.
    var reflex: Reflex?

    // Context, which the state machine adds.
    /// Rest at this centre before it.
    var restedHere = Double.infinity
    /// Rest since the last hold in the same direction.
    var restedSinceHold = Double.infinity
    /// Distance of the stroke to the other side that it follows at once; 0 if there is none.
    var overshoots = 0.0

    /// What a cough, a sneeze or a startle is told by.
    struct Reflex: Sendable {
        let speedOut: Double
        let speedBack: Double
        let turned: Double
        let shifted: Double
    }
}
