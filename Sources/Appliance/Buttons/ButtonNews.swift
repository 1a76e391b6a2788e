import Outputs

/// What has happened to a button.
package enum ButtonNews: Sendable {
    case change(ButtonChange)
    /// It does not work any more, for example because its GPIO chip or its keyboard was unplugged.
    case lost(InputConfiguration, OutputError)
    /// It works, after ``lost(_:_:)`` or a late opening.
    case back(InputConfiguration)
}
