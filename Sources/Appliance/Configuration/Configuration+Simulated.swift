import Outputs

extension Configuration {
    /// The same configuration without devices for outputs, axes, buttons and the status light, and without a program for an empty
    /// battery: a run with it only reports.
    package var simulated: Configuration {
        var configuration = self
        for place in outputs.indices { configuration.outputs[place].targets = TargetSet() }
        for place in axes.indices { configuration.axes[place].targets = TargetSet() }
        configuration.inputs = []
        configuration.status.led = ""
        configuration.budget.onCritical = []
        return configuration
    }
}
