// Examines the runtime and the models: whether they exist and are the right ones.
import Pipeline

struct ModelExamination {
    let finding: Finding

    init(_ assets: Assets) {
        let faults = assets.faults
        guard let fault = faults.first else {
            finding = .good("models", "runtime and models are present and undamaged")
            return
        }
        let more = faults.count > 1 ? ", and \(faults.count - 1) more" : ""
        finding = .fault("models", "\(fault.path) \(fault.problem)\(more)",
                         "sudo apt install --reinstall nodline; in a checkout: deploy/fetch")
    }
}
