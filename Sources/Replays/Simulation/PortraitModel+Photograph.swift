import Glibc
import Pipeline
import Platform

extension PortraitModel {
    /// Path of the photograph from which simulated heads are drawn.
    /// - Throws: ``SimulationError`` if it is missing.
    package static func photograph() throws -> String {
        let path = Assets.photograph()
        guard access(path, R_OK) == 0 else {
            throw SimulationError(problem: "\(path) cannot be read: \(SystemError("access").reason). To fetch it: deploy/fetch in a "
                + "checkout, apt install --reinstall nodline where the package is installed.")
        }
        return path
    }
}
