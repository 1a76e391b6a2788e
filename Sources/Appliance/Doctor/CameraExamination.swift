// Examines the camera: its object, devices and permissions, and whether the configured camera is connected.
import Glibc
import Pipeline
import Platform

struct CameraExamination {
    let findings: [Finding]

    /// - Parameter devices: /dev, or another folder in tests.
    init(_ configuration: Configuration, devices: String = "/dev") {
        let object = configuration.camera.object
        let system: CameraSystem
        do {
            system = try CameraSystem(path: object.isEmpty ? CameraSystem.standardPath() : object)
        } catch {
            findings = [.fault("camera", "\(error)", "after an update of libcamera: \(CameraSystem.buildCommand)")]
            return
        }
        var findings: [Finding] = []
        let cameras = system.cameras
        if let choice = try? system.choose(configuration.choice(configuration.camera.use)) {
            // A camera that another program uses gives no formats.
            findings.append(choice.formats.isEmpty
                ? .advice("camera", "\(choice.id) is used by another program, perhaps by Nodline's service",
                          "systemctl status nodline; fuser -v \(devices)/media*")
                : .good("camera", "\(choice.id) (\(choice.model), \(choice.location.words))"))
        } else if cameras.isEmpty {
            findings.append(Self.none(devices))
        } else {
            findings.append(.fault("camera", "no camera matches \(configuration.camera.use.quoted); there are "
                + cameras.map { "\($0.id) (\($0.model), \($0.location.words))" }.joined(separator: ", "),
                "set camera.use to one of these, or to \"auto\""))
        }
        for word in configuration.camera.alternatives where (try? system.choose(configuration.choice(word))) == nil {
            findings.append(.advice("camera", "the alternative \(word.quoted) is not connected", "it is skipped; nodline cameras lists the connected ones"))
        }
        self.findings = findings
    }

    /// Why libcamera finds no camera: there is no device, or this user may not open it.
    private static func none(_ devices: String) -> Finding {
        let nodes = SysfsFile.names(in: devices).filter { $0.hasPrefix("media") && $0.dropFirst(5).allSatisfy(\.isNumber) }
        guard !nodes.isEmpty else {
            return .fault("camera", "the kernel finds no camera", "switch the board off and check both ends of the camera's ribbon, contacts "
                + "towards the board's contacts; on a Raspberry Pi camera_auto_detect=1 in /boot/firmware/config.txt")
        }
        let closed = nodes.filter { access("\(devices)/\($0)", R_OK | W_OK) != 0 }
        guard closed.isEmpty else {
            return .fault("camera", "this user may not open \(devices)/\(closed[0])", "sudo usermod -aG video $USER, then log in again")
        }
        return .fault("camera", "there are media devices, but no camera that libcamera knows",
                      "its sensor must be supported: cam -l lists what libcamera sees")
    }
}
