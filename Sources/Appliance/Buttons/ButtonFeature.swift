import Glibc
import Platform

/// What the buttons do.
final class ButtonFeature: Feature {
    private var buttons: Buttons
    private let camera: CameraFeature
    /// The index of our descriptor among the loop's, if there is one.
    private var place: Int?

    init(_ camera: CameraFeature, _ source: @escaping Buttons.Source) { (self.camera, buttons) = (camera, Buttons(source: source)) }

    deinit { buttons.close(within: 0) }

    func start(_ context: FeatureContext) { open(context) }

    func close() { buttons.close(within: 0) }

    var isFailing: Bool { buttons.areLacking }

    private func open(_ context: FeatureContext) {
        for fault in buttons.open(context.configuration.inputs) { context.report(.buttonUnavailable, "\(fault)") }
    }

    /// An output may use a button's line now.
    func configurationChanges(from old: Configuration, to new: Configuration) { if new.inputs != old.inputs { buttons.close() } }

    func configurationChanged(from old: Configuration, _ context: FeatureContext) { if context.configuration.inputs != old.inputs { open(context) } }

    func watch(_ descriptors: inout [pollfd], at now: Double) {
        let count = descriptors.count
        buttons.watch(&descriptors)
        place = descriptors.count > count ? count : nil
    }

    func poll(_ descriptors: [pollfd], _ context: FeatureContext) {
        guard let place, descriptors[place].revents != 0 else { return }
        let pressed = buttons.pressed(at: context.begin + context.now, late: { input, age in
            context.report(.loopStalled, "the button \(input.name) was pressed \(NumberFormat.text(age, decimals: 1)) s ago, while the program did nothing: it is not obeyed; press it again")
        }, failed: { context.report(.buttonFailed, "\($0)") })
        for input in pressed { press(input, context) }
    }

    private func press(_ input: InputConfiguration, _ context: FeatureContext) {
        context.wake()
        switch input.action {
        case .calibrate: context.head.calibrate(at: context.now, context.handle)
        case .face: context.head.calibrate(.next, at: context.now, context.handle)
        case .pause: context.togglePause()
        case .camera: if let fault = camera.changeToNext(context) { context.report(fault.code, fault.detail) }
        case .profile: context.settings.use(profile: context.configuration.profile(after: context.settings.profile), context)
        }
    }
}
