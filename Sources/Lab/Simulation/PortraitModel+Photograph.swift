import Pipeline

extension PortraitModel {
    /// The test photograph that `deploy/fetch` puts into a checkout.
    package static func photograph() throws -> String {
        guard let folder = Assets.checkoutFolder() else {
            throw SimulationFault(problem: "the test photograph is missing. It belongs to a checkout: run deploy/fetch there")
        }
        return folder + "/astronaut.png"
    }
}
