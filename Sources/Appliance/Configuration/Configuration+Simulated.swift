import Outputs

extension Configuration {
    /// The same with nothing behind outputs, axes, buttons and the light, and without a program for an empty battery: a run
    /// with it only reports.
    package var simulated: Configuration {
        var configuration = self
        for place in outputs.indices {
            configuration.outputs[place].line = LineConfiguration()
            configuration.outputs[place].led = ""
            configuration.outputs[place].key = ""
            configuration.outputs[place].usb = ""
            configuration.outputs[place].command = []
        }
        for place in axes.indices {
            configuration.axes[place].pwm = ""
            configuration.axes[place].pointer = .none
            configuration.axes[place].gamepad = .none
            configuration.axes[place].usb = .none
        }
        configuration.inputs = []
        configuration.status.led = ""
        configuration.budget.onCritical = []
        return configuration
    }
}
