import Settings

/// A robot's wheels, from `[drive]`: forward and turn, mixed into two motors or into a motor and a servo.
package struct DriveConfiguration: Equatable, Sendable {
    /// A motor's PWM channel, and the lines for forward and back.
    package var left: [String] = [], right: [String] = [], motor: [String] = []
    /// A servo's PWM channel.
    package var servo = ""
    package var servoIsReversed = false
    /// The line that lets the driver board work; empty for none.
    package var standby = ""
    /// In IOD.
    package var deadZone = 0.12
    package var accelerationZone = 0.25
    /// In per cent; see ``AxisConfiguration``.
    package var expo = 0.0, least = 0.0, most = 100.0, leastBack = 0.0, mostBack = 0.0
    /// In per cent.
    package var turn = 100.0
    /// Seconds from rest to full speed.
    package var ramp = 0.5
    /// Seconds.
    package var deadTime = 0.3
    package var maxOn = 11.0

    package init() {}

    /// Whether there are wheels.
    package var isOn: Bool { !left.isEmpty || !right.isEmpty || !motor.isEmpty }

    /// The outputs and axes that it stands for.
    package var parts: OutputSettings { DriveParts(self).settings }

    package static let keys: [ConfigurationKey<DriveConfiguration>] = [
        .init("left", .texts(\.left), """
            Two motors: for each the PWM channel, and the driver's lines for forward and back: ["pwmchip0:0", "GPIO23", "GPIO24"]. Swap the lines of a motor
            that turns the wrong way.
            """, without: "no motor"),
        .init("right", .texts(\.right), .asAbove, without: "no motor"),
        .init("motor", .texts(\.motor), "Or one motor, likewise, and a servo that steers: its PWM channel.", without: "no motor"),
        .init("servo", .text(\.servo), .asAbove),
        .init("servo_reversed", .flag(\.servoIsReversed), "true if a long pulse steers right.", misplaced: { $0.servo.isEmpty ? "is for servo; expected motor and servo" : nil }),
        .init("standby", .text(\.standby), "The driver's STBY or enable line, on while gestures count.", misplaced: needsMotor),
        .init("dead_zone", .number(0.01...2, unit: "IOD", \.deadZone), "As for [axes.NAME].", misplaced: needsMotor),
        .init("acceleration_zone", .number(0...2, unit: "IOD", \.accelerationZone), .asAbove, misplaced: needsMotor),
        .init("expo", .number(0...100, unit: "%", \.expo), .asAbove, misplaced: needsMotor),
        .init("least", .number(0...95, unit: "%", \.least), "The motors' slowest and full speed.", misplaced: needsMotor),
        .init("most", .number(5...100, unit: "%", \.most), .asAbove, misplaced: needsMotor),
        .init("least_back", .number(0...95, unit: "%", \.leastBack), "Likewise, backward.", without: "the other way's, as with 0", misplaced: needsMotor),
        .init("most_back", .number(0...100, unit: "%", \.mostBack), .asAbove, without: "the other way's, as with 0", misplaced: needsMotor),
        .init("turn", .number(5...100, unit: "%", \.turn), "How much of it a turn of two motors has.",
              misplaced: { $0.left.isEmpty ? "is for two motors; expected left and right" : nil }),
        .init("ramp", .number(0...10, unit: "s", \.ramp), "From rest to full speed, and back. A stop is at once.", misplaced: needsMotor),
        .init("dead_time", .number(0.02...10, unit: "s", \.deadTime), "Both lines of a motor are off for that long before it turns the other way.", misplaced: needsMotor),
        .init("max_on", .number(1...600, unit: "s", \.maxOn), "The longest drive in one direction, whatever gestures.max_hold is.", misplaced: needsMotor),
    ]

    @Sendable private static func needsMotor(_ drive: DriveConfiguration) -> String? {
        drive.isOn ? nil : "has no motor; expected left and right, or motor and servo"
    }
}
