/// All outputs and axes of a configuration, or a group of them.
package struct OutputSettings: Equatable, Sendable {
    package var outputs: [OutputConfiguration]
    package var axes: [AxisConfiguration]

    package init(outputs: [OutputConfiguration] = [], axes: [AxisConfiguration] = []) {
        self.outputs = outputs
        self.axes = axes
    }
}
