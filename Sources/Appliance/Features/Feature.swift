import Gestures
import Glibc
import Pipeline
import Wire

/// A part of the appliance beside the switch itself: questions, teaching, recordings. It keeps its own state, and the loop asks it for what
/// it wants. To add one: a folder with a type that conforms to this, and a line in ``MainLoop/features(_:)``.
///
/// Everything has a default that does nothing. Calls come on the loop's thread, in the order of the list, and must not wait.
protocol Feature: AnyObject {
    // MARK: - The life of a run

    /// Everything is open, and nothing has happened yet.
    func start(_ context: FeatureContext)
    /// The run ends; the switch still works.
    func stop(_ context: FeatureContext)
    /// The switch has ended: closes what it holds open.
    func close()

    // MARK: - A turn of the loop

    /// Adds the descriptors to wait for.
    func watch(_ descriptors: inout [pollfd], at now: Double)
    /// When it wants a turn without any of them, in the loop's seconds.
    func deadline(at now: Double) -> Double
    /// Takes what has come on its descriptors.
    func poll(_ descriptors: [pollfd], _ context: FeatureContext)
    /// Does what is due, before the switch lets the time pass.
    func tick(_ context: FeatureContext)
    /// The same afterwards, when everything that was due has been switched.
    func settle(_ context: FeatureContext)

    // MARK: - What happens

    /// A frame has been worked on, and everything that it switches is switched.
    func frame(_ frame: SeenFrame, _ context: FeatureContext)
    /// An event has been told. The switch may be in the middle of its work, so there is no context here: remember it, and act in ``tick(_:)``.
    func hear(_ event: ApplianceEvent, at now: Double)
    /// Somebody has pressed a button or asked for something that needs the camera.
    func wake(at now: Double)
    /// Another camera sees the user from now on.
    func cameraChanges()

    // MARK: - Requests

    /// - Returns: `nil` if the request is not one of its own.
    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer?
    /// Why something may not be begun now.
    func obstacle(to undertaking: Undertaking) -> ControlError?
    /// Fills in its fields of `status`.
    func report(in status: inout StatusReply, _ context: FeatureContext)

    // MARK: - The configuration

    /// Another configuration is in use, and its devices are about to be opened.
    func configurationChanges(from old: Configuration, to new: Configuration)
    /// Its devices are open.
    func configurationChanged(from old: Configuration, _ context: FeatureContext)
    /// The profile is read anew, or another one is: the last moment of the previous one's state.
    func profileEnds(_ context: FeatureContext)
    /// The profile is in use, also at the start.
    func profileBegins(_ context: FeatureContext)

    /// Something that gestures need does not work.
    var isFailing: Bool { get }
    /// An enable that the configuration wants of it is not held; ``FeatureContext/followEnable()`` follows each change.
    func lacksEnable(_ configuration: Configuration) -> Bool
}

extension Feature {
    func start(_ context: FeatureContext) {}
    func stop(_ context: FeatureContext) {}
    func close() {}
    func watch(_ descriptors: inout [pollfd], at now: Double) {}
    func deadline(at now: Double) -> Double { .infinity }
    func poll(_ descriptors: [pollfd], _ context: FeatureContext) {}
    func tick(_ context: FeatureContext) {}
    func settle(_ context: FeatureContext) {}
    func frame(_ frame: SeenFrame, _ context: FeatureContext) {}
    func hear(_ event: ApplianceEvent, at now: Double) {}
    func wake(at now: Double) {}
    func cameraChanges() {}
    func answer(_ request: ControlRequest, _ client: Requester, _ context: FeatureContext) throws(ControlError) -> Answer? { nil }
    func obstacle(to undertaking: Undertaking) -> ControlError? { nil }
    func report(in status: inout StatusReply, _ context: FeatureContext) {}
    func configurationChanges(from old: Configuration, to new: Configuration) {}
    func configurationChanged(from old: Configuration, _ context: FeatureContext) {}
    func profileEnds(_ context: FeatureContext) {}
    func profileBegins(_ context: FeatureContext) {}
    var isFailing: Bool { false }
    func lacksEnable(_ configuration: Configuration) -> Bool { false }
}

/// A frame that was worked on.
struct SeenFrame {
    /// In the loop's seconds.
    let time: Double
    let view: FrameView
    /// `nil` if none was seen, or the frame could not be processed.
    let face: Face?
    /// Mean brightness, 0 to 1.
    let brightness: Double
    /// CPU seconds that it took.
    let cpu: Double
}

/// Something that one feature begins and another may forbid.
enum Undertaking {
    /// Measuring a person, or asking one.
    case measuring
    /// Changing what a measurement rests on.
    case disturbing
    case teaching
    /// Changing what the configuration's file goes with.
    case writing
    /// Ending a stop.
    case releasing
    /// Changing to the profile of a person who has been recognised, for which nobody has asked.
    case following
}
