import Gestures
import Traces

/// People who teach a movement of their own, beyond those whom a benchmark needs.
extension TraceSimulation {
    /// Meets a person whose head can do nothing on purpose, and who raises the brows with a bit of a smile: about half to one and a half times what pictures
    /// of raised brows show in the mesh (0.066), and up to two thirds of a smile (0.21). The head trembles and wanders like the others'.
    package mutating func expressive() -> OwnMovement {
        var own = limited()
        own.person.shape = shapes.next()
        own.face = (anyShape(0.03...0.09), anyShape(0.03...0.15))
        return own
    }

    /// Range calibration of the same person, who makes the own movement for each direction.
    package mutating func calibration(of own: OwnMovement) -> RangeCalibration {
        var person = own.person
        person.range = own.range
        return practice(person)
    }
}
