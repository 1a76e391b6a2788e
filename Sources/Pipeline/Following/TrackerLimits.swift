/// The numbers by which ``FaceTracker`` decides when a network runs, and what of it counts.
enum TrackerLimits {
    /// Intervals in seconds of the frames' clock.
    enum Interval {
        /// How long only the known place is examined after a certain face was lost: longer than it takes until the face counts as lost. The
        /// recogniser judges whether a face that is found later is the same person's.
        static let grace = 1.0
        /// Longest interval between runs of a network: while the head stays (even if the mouth moves), while it moves and is followed well
        /// or badly, and after it came to rest.
        static let heartbeat = 8.0
        static let moving = (well: 0.8, badly: 0.35)
        static let settled = 0.2
        /// A frame that comes this much before it is due is not skipped.
        static let jitter = 0.01
    }

    /// Side of BlazeFace's crop in sides of the face's box.
    static let cropScale = 2.0
    /// Confidence of following. Below `sure` the motion is not used and the mesh runs at once; above `good` a moving head is followed well;
    /// from `high` on, a few failed runs are tolerated before the face is given up.
    static let confidence = (sure: 0.3, good: 0.4, high: 0.7)
    static let failuresForgiven = 2
    /// Distance that counts as a movement of the head, in interocular distances.
    static let movement = 0.03
    /// Runs of the mesh after a movement; the first may still see a blurred face.
    static let looksAfterMovement = 2
    /// The networks take many a face that is upside down for an upright one. Of 2331 upright moments of 91 clips the mesh was surer of none by more
    /// than 2.3 when it was turned round, of 1060 that were upside down and accepted of 1056 by 5 or more (docs/lab/following.md).
    static let surer = 5.0
    /// Seconds until a face is looked at both ways again if it was not clear.
    static let secondLook = 0.5
    /// Greatest factor by which the head's size may change from one run to the next.
    static let sizeRatio = 1.6

    /// While a face shows no sign of life, the mesh looks for a blink at each change of the picture that is as large as one (as a multiple of the
    /// smallest change), at most that often: in the first minute, and later.
    static let blinks = (least: Float(2), after: 3.0, early: 0.1, until: 60.0, late: 0.5)

    /// Another face's least size, in sizes of the followed one.
    static let companion = 0.4
}
