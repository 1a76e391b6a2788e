import Outputs
import Testing

@Suite("Groups of devices")
struct DeviceGroupsTests {
    @Test("outputs that must be switched in order form a group, and each other one is on its own")
    func groups() {
        func output(_ name: String, _ set: (inout OutputConfiguration) -> Void) -> OutputConfiguration {
            var output = OutputConfiguration(name: name)
            set(&output)
            return output
        }
        var settings = OutputSettings(outputs: [
            output("bell") { $0.line.name = "GPIO17" }, output("lamp") { $0.light.name = "act" }, output("only-told") { _ in },
            output("up") { ($0.line.name, $0.interlock) = ("GPIO5", "blind") },
            output("down") { ($0.line.name, $0.interlock) = ("GPIO6", "blind") },
            output("next") { $0.key.word = "right" }, output("voice") { $0.command.words = ["/bin/true"] },
            output("fire") { $0.key.word = "gamepad-a" }, output("enter") { $0.usb.word = "enter" }, output("click") { $0.usb.word = "mouse-left" },
            output("jump") { $0.usb.word = "gamepad-a" },
        ])
        var pointer = AxisConfiguration(name: "pointer"), wheel = AxisConfiguration(name: "wheel"), stick = AxisConfiguration(name: "stick")
        pointer.pointer.part = .x
        wheel.usb.part = .wheel
        stick.usb.part = .stickX
        settings.axes = [pointer, wheel, stick]
        let groups = DeviceGroups(settings).all.map { ($0.outputs.map(\.name) + $0.axes.map(\.name)).sorted().joined(separator: " ") }
        #expect(Set(groups) == ["bell", "lamp", "down up", "next pointer", "voice", "fire", "enter", "click wheel", "jump stick"])
    }
}
