/// Which file of a recording a client wants.
package enum RecordingPart: Sendable {
    /// The pictures.
    case clip
    /// What was marked in it.
    case labels
    /// How the head moved, with the labels, without pictures: once, after its person has asked for it.
    case numbers
}
