// The board itself: model, power, temperature, and the programs on it.
import FoundationEssentials
import Glibc
import Platform
import Power

/// Reads files of the kernel and the system below one root.
package struct BoardExamination {
    private let root: String

    /// - Parameter root: "/", or a test folder.
    package init(root: String = "/") { self.root = root.hasSuffix("/") ? String(root.dropLast()) : root }

    package var findings: [Finding] {
        [model, system, memory] + power + [temperature, clock, space, service].compactMap(\.self)
    }

    private var model: Finding {
        let name = SysfsFile.text(root + "/proc/device-tree/model") ?? SysfsFile.text(root + "/sys/class/dmi/id/product_name")
        let governor = SysfsFile.text(root + "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
        let board = name ?? "an unknown board"
        guard governor != "powersave" else {
            return .advice("board", "\(board); its processor is fixed at its lowest clock", "echo schedutil | sudo tee "
                + "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor, or keep it if the frame rate is high enough")
        }
        return .good("board", board)
    }

    private var system: Finding {
        let lines = text("/etc/os-release").split(separator: "\n")
        let name = lines.first { $0.hasPrefix("PRETTY_NAME=") }?.dropFirst(12).filter { $0 != "\"" } ?? "an unknown system"
        let version = lines.first { $0.hasPrefix("VERSION_ID=") }?.dropFirst(11).filter { $0 != "\"" }
        guard let version, ["12", "13"].contains(version) else {
            return .advice("system", String(name), "Nodline was tested on Debian 12 and 13 and systems based on them")
        }
        return .good("system", String(name))
    }

    /// The networks need about 40 MB; other programs' use of memory would make them be swapped out while somebody calls.
    private var memory: Finding {
        let line = text("/proc/meminfo").split(separator: "\n").first { $0.hasPrefix("MemAvailable:") }
        guard let kilobytes = line.flatMap({ Int($0.filter(\.isNumber)) }) else {
            return .advice("memory", "the kernel does not report free memory", "look with: free -m")
        }
        let megabytes = kilobytes / 1024
        return megabytes >= 100 ? .good("memory", "\(megabytes) MB free")
            : .advice("memory", "only \(megabytes) MB free; Nodline needs 40", "stop services that you do not need; systemctl lists them")
    }

    /// The supply voltage, by the firmware of Raspberry Pis, and batteries.
    private var power: [Finding] {
        var findings: [Finding] = []
        if let bits = throttled {
            // Bits 0 and 16 are under-voltage, 2 and 18 throttling; the upper ones mean "since the start"
            // (https://www.raspberrypi.com/documentation/computers/os.html#get_throttled).
            if bits & 0x1 != 0 || isUndervolted {
                findings.append(.fault("power", "the supply's voltage is too low right now", Self.supplyRemedy))
            } else if bits & 0x1_0000 != 0 {
                findings.append(.advice("power", "the supply's voltage was too low at some time since the start", Self.supplyRemedy))
            } else if bits & 0x4_0004 != 0 {
                findings.append(.advice("power", "the processor was slowed down because the board was too hot",
                                        "improve its cooling, or lower budget.cpu_percent"))
            } else {
                findings.append(.good("power", "the supply's voltage has been good since the start"))
            }
        } else if isUndervolted {
            findings.append(.fault("power", "the supply's voltage is too low right now", Self.supplyRemedy))
        }
        if let battery = PowerSupply(root: root + "/sys/class/power_supply").read() {
            let percent = battery.percent.map { "\(Int($0.rounded())) %" } ?? "of unknown charge"
            findings.append(.good("battery", percent + (battery.isCharging ? ", charging" : "")))
        }
        return findings
    }

    private static let supplyRemedy = "use the board's own supply and a short, thick cable; unplug USB devices that draw much current"

    /// Raspberry Pi kernels: an attribute of the firmware device, hexadecimal without a prefix.
    private var throttled: UInt32? {
        let platform = root + "/sys/devices/platform"
        for bus in SysfsFile.names(in: platform) {
            for device in SysfsFile.names(in: platform + "/" + bus) where device.hasSuffix("firmware") {
                let text = SysfsFile.text("\(platform)/\(bus)/\(device)/get_throttled")
                if let bits = text.flatMap({ UInt32($0, radix: 16) }) { return bits }
            }
        }
        return nil
    }

    /// The mainline driver raspberrypi-hwmon.
    private var isUndervolted: Bool {
        let folder = root + "/sys/class/hwmon"
        return SysfsFile.names(in: folder).contains {
            SysfsFile.text("\(folder)/\($0)/name") == "rpi_volt" && SysfsFile.text("\(folder)/\($0)/in0_lcrit_alarm") == "1"
        }
    }

    /// Raspberry Pis throttle from 80 °C (https://www.raspberrypi.com/documentation/computers/config_txt.html#overclocking).
    private var temperature: Finding? {
        guard let degrees = Thermometer(root: root + "/sys/class/thermal").read() else { return nil }
        let text = "\(Int(degrees.rounded())) °C"
        return degrees < 75 ? .good("temperature", text)
            : .advice("temperature", text + ", near where boards slow down", "improve its cooling, or set budget.temperature_max")
    }

    /// Gestures use the monotonic clock; only the journal's times depend on this one.
    private var clock: Finding {
        if access(root + "/run/systemd/timesync/synchronized", F_OK) == 0 { return .good("clock", "set by the network") }
        let year = 1970 + time(nil) / 31_556_952
        return year >= 2026 ? .good("clock", "not set by the network, but it looks right")
            : .advice("clock", "it says \(year): times in the journal are wrong; gestures are not affected",
                      "connect it to a network once, or add a battery-backed clock")
    }

    private var space: Finding {
        for folder in ["/var/lib/nodline", "/var/lib", ""] {
            var space = statvfs()
            guard statvfs(root + folder + "/", &space) == 0 else { continue }
            let megabytes = Int(Double(space.f_bavail) * Double(space.f_frsize) / 1e6)
            let name = folder.isEmpty ? "/" : folder
            if space.f_flag & UInt(ST_RDONLY) != 0 {
                return .advice("space", "\(name) cannot be written to: ranges, pause and profile are lost when Nodline ends",
                               "if that is not intended, mount a partition of its own at /var/lib/nodline")
            }
            return megabytes >= 50 ? .good("space", "\(megabytes) MB free in \(name)")
                : .fault("space", "only \(megabytes) MB free in \(name)", "sudo apt clean; journalctl --vacuum-size=20M")
        }
        return .advice("space", "the system does not report free space", "look with: df -h")
    }

    /// The installed service, if systemd runs.
    private var service: Finding? {
        guard access(root + "/run/systemd/system", F_OK) == 0 else { return nil }
        let units = ["/etc/systemd/system/nodline.service", "/usr/lib/systemd/system/nodline.service",
                     "/lib/systemd/system/nodline.service"]
        guard units.contains(where: { access(root + $0, F_OK) == 0 }) else {
            return .advice("service", "none is installed: nothing starts Nodline at boot or after a crash",
                           "install the package nodline")
        }
        guard let child = try? ChildProcess("systemctl", ["is-active", "--quiet", "nodline.service"], output: .null) else {
            return .advice("service", "systemctl cannot be run", "look with: systemctl status nodline")
        }
        return child.wait() == 0 ? .good("service", "nodline.service is running")
            : .fault("service", "nodline.service is not running", "sudo systemctl start nodline; journalctl -u nodline says why it ended")
    }

    private func text(_ path: String) -> String {
        (try? String(contentsOfFile: root + path, encoding: .utf8)) ?? ""
    }
}
