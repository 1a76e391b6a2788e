import FoundationEssentials
import Platform
import Power
import Testing
import TestSupport

/// A folder like those under /sys/class.
private struct Tree {
    let folder: TemporaryFolder

    init(_ files: [String: String]) throws {
        folder = try TemporaryFolder()
        for (path, text) in files {
            let parent = folder.path + "/" + path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
            try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
            _ = try folder.file(path, text)
        }
    }

    func read(_ name: String = "auto") -> PowerSupply.Reading? { PowerSupply(name: name, root: folder.path).read() }
}

@Suite("Power supplies and thermometers")
struct PowerSupplyTests {
    @Test("a gauge's energy or charge counter and its power or current are used, whichever it has", arguments: [
        (["energy_now": "20000000", "energy_full": "40000000", "power_now": "2000000", "capacity": "51"], 51.0, 20.0, 2.0),
        (["charge_now": "1000000", "charge_full": "2000000", "voltage_now": "4000000", "current_now": "-500000"], 50, 4, 2),
        (["charge_now": "1000000", "charge_full": "2000000", "voltage_min_design": "3500000", "voltage_now": "4000000",
          "current_avg": "500000"], 50, 3.5, 2),
        (["capacity": "42"], 42, nil, nil),
        (["energy_now": "20000000", "energy_full": "40000000"], 50, 20, nil),
        // A counter that was never set, next to a gauge that is right.
        (["energy_now": "0", "energy_full": "40000000", "capacity": "80"], 80, 32, nil),
    ] as [([String: String], Double?, Double?, Double?)])
    func gauges(files: [String: String], percent: Double?, wattHours: Double?, watts: Double?) throws {
        var all = ["bat/type": "Battery\n", "bat/status": "Discharging\n"]
        for (name, text) in files { all["bat/" + name] = text + "\n" }
        let reading = try #require(try Tree(all).read())
        #expect(reading == .init(percent: percent, wattHours: wattHours, watts: watts))
    }

    @Test("empty, negative and implausible figures are ignored", arguments: [
        ["capacity": "", "energy_now": "", "power_now": ""], ["capacity": "-1"], ["capacity": "65535"], ["capacity": "n/a"],
        ["energy_now": "-5", "energy_full": "0"], ["energy_now": "90000000", "energy_full": "4000000"],
        ["charge_now": "50", "charge_full": "100", "voltage_now": "3300"],  // the kernel's test_power
        ["power_now": "0"], ["power_now": "99999999999"], ["current_now": "1600", "voltage_now": "3300"],
        ["capacity": "nan"], ["capacity": "inf"], ["power_now": "\u{0}\u{1}\u{FF}"],
    ] as [[String: String]])
    func garbage(files: [String: String]) throws {
        var all = ["bat/type": "Battery"]
        for (name, text) in files { all["bat/" + name] = text }
        #expect(try Tree(all).read() == PowerSupply.Reading())
    }

    @Test("several batteries are added up; a mouse's battery, an absent one and a charger do not count")
    func several() throws {
        let files = ["a/type": "Battery", "a/energy_now": "10000000", "a/energy_full": "20000000", "a/power_now": "1000000",
                     "b/type": "Battery", "b/energy_now": "30000000", "b/energy_full": "30000000", "b/power_now": "500000",
                     "mouse/type": "Battery", "mouse/scope": "Device", "mouse/capacity": "3",
                     "slot/type": "Battery", "slot/present": "0", "slot/capacity": "0", "ac/type": "Mains", "ac/online": "0"]
        let tree = try Tree(files)
        #expect(tree.read() == .init(percent: 80, wattHours: 40, watts: 1.5))
        #expect(tree.read("mouse") == .init(percent: 3))
        #expect(tree.read("other") == nil)
        #expect(PowerSupply(root: "/nonexistent").read() == nil)
        #expect(try Tree(["ac/type": "Mains"]).read() == nil)
    }

    @Test("the battery's own status decides whether it is charging; without one, the charger's does", arguments: [
        ("Charging", nil, true), ("Full", "0", true), ("Discharging", "1", false), ("Unknown", "1", true), (nil, "1", true),
        ("Unknown", "0", false), ("Not charging", nil, false), (nil, nil, false), (nil, "garbage", false),
    ] as [(String?, String?, Bool)])
    func charging(status: String?, online: String?, expected: Bool) throws {
        var files = ["bat/type": "Battery", "bat/capacity": "50"]
        files["bat/status"] = status
        if let online { (files["ac/type"], files["ac/online"]) = ("USB_C", online) }
        #expect(try Tree(files).read()?.isCharging == expected)
    }

    @Test("files may vanish and come back while they are read")
    func vanishing() throws {
        let tree = try Tree(["bat/type": "Battery", "bat/capacity": "50"])
        let path = tree.folder.path
        let other = try ChildProcess("sh", ["-c", """
            for i in $(seq 300); do rm -rf "$0/bat"; mkdir -p "$0/bat"; echo Battery > "$0/bat/type"; echo 50 > "$0/bat/capacity"; done
            """, path])
        var seen = 0
        for _ in 0..<3000 {
            guard let percent = tree.read()?.percent else { continue }
            seen += 1
            #expect(percent == 50)
        }
        _ = other.wait()
        #expect(seen > 0)
        #expect(tree.read()?.percent == 50)
    }

    @Test("the hottest plausible zone is used, or the zone of a given type")
    func temperature() throws {
        let tree = try Tree(["thermal_zone0/type": "cpu-thermal", "thermal_zone0/temp": "48312",
                             "thermal_zone1/type": "gpu", "thermal_zone1/temp": "55000",
                             "thermal_zone2/type": "wifi", "thermal_zone2/temp": "-274000",
                             "thermal_zone3/type": "gone", "cooling_device0/type": "fan"])
        #expect(Thermometer(root: tree.folder.path).read() == 55)
        #expect(Thermometer(type: "cpu-thermal", root: tree.folder.path).read() == 48.312)
        #expect(Thermometer(type: "gone", root: tree.folder.path).read() == nil)
        #expect(Thermometer(root: "/nonexistent").read() == nil)
    }
}
