// swift-tools-version:6.0
// Nodline's modules and what each may import; ARCHITECTURE.md says what flows between them.
import PackageDescription

let package = Package(
    name: "nodline",
    platforms: [.macOS(.v10_15), .iOS(.v13), .tvOS(.v13), .watchOS(.v6)],  // for Gestures alone: AsyncSequence needs them
    products: [
        .executable(name: "nodline", targets: ["nodline"]),
        .executable(name: "nodline-web", targets: ["nodline-web"]),
        .executable(name: "nodline-mqtt", targets: ["nodline-mqtt"]),
        .executable(name: "nodline-bluetooth", targets: ["nodline-bluetooth"]),
        .executable(name: "nodline-voice", targets: ["nodline-voice"]),
        .executable(name: "nodline-people", targets: ["nodline-people"]),
        .executable(name: "nodline-lab", targets: ["nodline-lab"]),
        .library(name: "Gestures", targets: ["Gestures"]),
        .library(name: "AllocationCounter", type: .dynamic, targets: ["CAllocationCounter"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    ],
    targets: [
        .systemLibrary(name: "CDigest", path: "Sources/System/CDigest", pkgConfig: "libmd",
                       providers: [.apt(["libmd-dev"])]),
        .systemLibrary(name: "CZlib", path: "Sources/System/CZlib", pkgConfig: "zlib",
                       providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CPNG", path: "Sources/System/CPNG", pkgConfig: "libpng",
                       providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CQREncode", path: "Sources/System/CQREncode", pkgConfig: "libqrencode",
                       providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CTurboJPEG", path: "Sources/System/CTurboJPEG", pkgConfig: "libturbojpeg",
                       providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CLinux", path: "Sources/System/CLinux"),
        .target(name: "CLiteRT"),
        // Only the interface and its loader: the object behind it is built for each machine's libcamera by
        // deploy/build-camera-object, because a program linked against one version breaks with the next.
        .target(name: "CLibcamera", exclude: ["object"]),
        .target(name: "CGPIOD", linkerSettings: [.linkedLibrary("gpiod")]),
        .target(name: "CBluez", linkerSettings: [.linkedLibrary("systemd")]),
        // Only the interface: the object that calls dlib is linked by deploy/build-people, because dlib takes long to compile and few need it.
        .target(name: "CDlib", exclude: ["object"]),
        .target(name: "CTLS", linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        .target(name: "CTOML"),  // toml++ is all in its headers: libtomlplusplus-dev
        .target(name: "CAllocationCounter", path: "Sources/CAllocationCounter"),

        // What each imports is the drawing in ARCHITECTURE.md; the compiler refuses every other arrow.
        .target(name: "Platform", dependencies: ["CLinux"]),
        .target(name: "Digests", dependencies: ["CDigest", "CZlib"]),
        // Rounding and square roots are calls into libm, and no other import of these modules brings it.
        .target(name: "GestureNames", path: "Sources/Gestures/Names", linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]),
        .target(name: "Gestures", dependencies: ["GestureNames"], exclude: ["Names", "README.md"]),  // exports the names
        // What goes over sockets: events, replies, packets. Whoever writes them and whoever reads them share these types.
        .target(name: "Wire", dependencies: ["Platform", "GestureNames"]),
        .target(name: "People", dependencies: ["Platform"]),
        .target(name: "Pipeline", dependencies: ["Platform", "Digests", "People", "CLibcamera", "CLinux", "CLiteRT", "CPNG", "CTurboJPEG"]),
        .target(name: "Power", dependencies: ["Platform", "Pipeline"]),  // of Pipeline only Accuracy
        .target(name: "Settings", dependencies: ["Platform", "GestureNames", "CTOML"]),
        .target(name: "WebSettings", dependencies: ["Platform", "Settings"]),  // what nodline check and nodline-web both read
        .target(name: "MQTTSettings", dependencies: ["Platform", "Settings"]),  // likewise
        .target(name: "Outputs", dependencies: ["Platform", "Settings", "Gestures", "Wire", "CGPIOD", "CLinux"]),
        .target(name: "Traces", dependencies: ["Platform", "Gestures"]),
        .target(name: "Appliance", dependencies: ["Platform", "Gestures", "Wire", "People", "Traces", "Pipeline", "Power", "Settings", "WebSettings", "MQTTSettings", "Outputs", "CLinux"]),
        .target(name: "Replays", dependencies: ["Platform", "Gestures", "Wire", "People", "Traces", "Pipeline", "Power", "Settings", "Outputs", "Appliance", "CLinux"]),
        .target(name: "QRCode", dependencies: ["Platform", "CQREncode"]),
        .executableTarget(
            name: "nodline",
            dependencies: [
                "Platform", "Gestures", "Wire", "Traces", "Pipeline", "Power", "Settings", "Outputs", "Appliance", "Replays", "QRCode",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            // Linker settings come after the libraries, where --as-needed is too late; a configuration file comes first.
            linkerSettings: [.unsafeFlags(["-Xclang-linker", "--config=\(Context.packageDirectory)/Sources/System/as-needed.cfg"],
                                          .when(platforms: [.linux]))]),

        // The setup page's server: a program of its own, because the process that holds the lines opens no Internet socket.
        .target(name: "Web",
                dependencies: ["Platform", "GestureNames", "Wire", "Settings", "WebSettings", "Digests", "CLinux",
                               .product(name: "FlyingFox", package: "FlyingFox"),
                               .product(name: "FlyingSocks", package: "FlyingFox")],
                exclude: ["Page"]),
        .executableTarget(
            name: "nodline-web", dependencies: ["Platform", "Settings", "WebSettings", "Web"],
            linkerSettings: [.unsafeFlags(["-Xclang-linker", "--config=\(Context.packageDirectory)/Sources/System/as-needed.cfg"],
                                          .when(platforms: [.linux]))]),

        // For a house and a fleet: events to an MQTT broker, in a process of its own for the same reason.
        .target(name: "MQTT", dependencies: ["Platform", "GestureNames", "Wire", "MQTTSettings", "CTLS"]),
        .executableTarget(
            name: "nodline-mqtt", dependencies: ["Platform", "Settings", "MQTTSettings", "MQTT"],
            linkerSettings: [.unsafeFlags(["-Xclang-linker", "--config=\(Context.packageDirectory)/Sources/System/as-needed.cfg"],
                                          .when(platforms: [.linux]))]),

        // A keyboard over Bluetooth: BlueZ and its bus are none of the appliance's business.
        .target(name: "Bluetooth", dependencies: ["Platform", "Wire", "CBluez", "CLinux"]),
        .executableTarget(
            name: "nodline-bluetooth", dependencies: ["Platform", "Bluetooth"],
            linkerSettings: [.unsafeFlags(["-Xclang-linker", "--config=\(Context.packageDirectory)/Sources/System/as-needed.cfg"],
                                          .when(platforms: [.linux]))]),

        // Speech: the processes that hold lines or serve pages make no sound.
        .target(name: "Voice", dependencies: ["Platform", "CLinux"]),
        .executableTarget(
            name: "nodline-voice", dependencies: ["Platform", "Voice", "CLinux"],
            linkerSettings: [.unsafeFlags(["-Xclang-linker", "--config=\(Context.packageDirectory)/Sources/System/as-needed.cfg"],
                                          .when(platforms: [.linux]))]),

        // Numbers of faces, by which people are told apart: slow, so a process of its own that delays nothing.
        .executableTarget(
            name: "nodline-people", dependencies: ["Platform", "Digests", "People", "CDlib"],
            linkerSettings: [.unsafeFlags(["-Xclang-linker", "--config=\(Context.packageDirectory)/Sources/System/as-needed.cfg"],
                                          .when(platforms: [.linux]))]),

        // What measures and compares, for whoever changes Nodline; no part of the package.
        .target(name: "Lab", dependencies: ["Platform", "Gestures", "People", "Traces", "Pipeline", "Outputs", "Appliance", "Replays"]),
        .executableTarget(
            name: "nodline-lab",
            dependencies: ["Platform", "Gestures", "Traces", "Pipeline", "Outputs", "Appliance", "Replays", "Lab",
                           .product(name: "ArgumentParser", package: "swift-argument-parser")]),

        .executableTarget(name: "BellByNod", dependencies: ["Gestures"], path: "Examples/BellByNod"),
        .executableTarget(name: "ScrollByHead", dependencies: ["Gestures"], path: "Examples/ScrollByHead"),
        .target(name: "AppleHeads", dependencies: ["Gestures"], path: "Examples/AppleHeads"),  // on Linux only what it does with them
        .executableTarget(name: "FakePeople", dependencies: ["People"], path: "Tests/Support/FakePeople"),  // nodline-people with faults
        // Each module has its tests in a target of its own, MODULETests, in Tests/Unit/MODULE, in folders like those of the module.
        .target(name: "TestSupport", dependencies: ["Platform"]),
        .target(name: "ApplianceSupport",
                dependencies: ["Platform", "Gestures", "Wire", "People", "Pipeline", "Outputs", "Appliance", "Traces", "Replays", "CLibcamera", "TestSupport"]),
        .testTarget(name: "PlatformTests", dependencies: ["Platform", "TestSupport"]),
        .testTarget(name: "DigestsTests", dependencies: ["Digests"]),
        .target(name: "GestureSupport", dependencies: ["Gestures", "TestSupport"]),
        .testTarget(name: "GesturesTests", dependencies: ["Gestures", "GestureSupport", "TestSupport"]),
        .target(name: "WireSupport", dependencies: ["GestureNames", "Wire"]),
        .testTarget(name: "WireTests", dependencies: ["Platform", "GestureNames", "Wire", "WireSupport", "TestSupport"]),
        .testTarget(name: "PeopleTests", dependencies: ["People", "TestSupport"]),
        .testTarget(name: "PipelineTests", dependencies: ["Platform", "People", "Pipeline", "CLibcamera", "CTurboJPEG", "TestSupport"]),
        .testTarget(name: "PowerTests", dependencies: ["Platform", "Pipeline", "Power", "TestSupport"]),
        .testTarget(name: "SettingsTests", dependencies: ["Settings", "TestSupport"]),
        .testTarget(name: "OutputsTests", dependencies: ["Platform", "Gestures", "Wire", "Outputs", "TestSupport", "GestureSupport"]),
        .testTarget(name: "ApplianceTests",
                    dependencies: ["Platform", "Gestures", "Wire", "WireSupport", "People", "Pipeline", "Power", "Settings", "MQTTSettings", "Outputs", "Appliance", "Traces", "ApplianceSupport", "TestSupport", "GestureSupport"]),
        .testTarget(name: "ReplaysTests",
                    dependencies: ["Platform", "Gestures", "Wire", "People", "Pipeline", "Outputs", "Appliance", "Traces", "Replays", "ApplianceSupport", "TestSupport"]),
        .testTarget(name: "LabTests", dependencies: ["Gestures", "Wire", "Outputs", "Appliance", "Traces", "Replays", "Lab", "TestSupport"]),
        .testTarget(name: "WebTests", dependencies: ["Platform", "GestureNames", "WireSupport", "Web", "WebSettings", "TestSupport", "CLinux",
                                                  .product(name: "FlyingSocks", package: "FlyingFox")]),
        .testTarget(name: "QRCodeTests", dependencies: ["QRCode"]),
        .testTarget(name: "MQTTTests", dependencies: ["Platform", "GestureNames", "Wire", "WireSupport", "Settings", "MQTTSettings", "MQTT", "TestSupport"]),
        .testTarget(name: "BluetoothTests", dependencies: ["Bluetooth", "Wire"]),
        .testTarget(name: "NodlineTests",  // they run the built program, or hold pages and examples against it
                    dependencies: ["Platform", "Gestures", "Wire", "People", "Pipeline", "Settings", "Outputs", "Appliance", "Traces", "Replays", "ApplianceSupport", "TestSupport"]),
        // Tests/Support/FakeCamera is a camera object that tests build themselves; Tests/System/hardware runs in a virtual machine.
    ],
    cxxLanguageStandard: .cxx17
)

// Tests themselves are not optimised, the index that SwiftPM writes of them leaves the system's modules out, and their module, which nobody waits for,
// is not made by a second compiler: a third of the time to compile them.
// What they call is optimised, as for users.
for target in package.targets where target.isTest {
    target.swiftSettings = [.unsafeFlags(["-Onone", "-index-ignore-system-modules", "-no-emit-module-separately-wmo"])]
    target.path = "Tests/Unit/" + (target.name == "NodlineTests" ? "nodline" : String(target.name.dropLast("Tests".count)))
}
for target in package.targets where target.name.hasSuffix("Support") { target.path = "Tests/Support/" + target.name }

// `./test fast` builds nothing but what the tests of these targets need.
if let only = Context.environment["NODLINE_TESTS"]?.split(separator: ",").map(String.init) {
    var needed = Set(only), before = 0
    while needed.count != before {
        before = needed.count
        for target in package.targets where needed.contains(target.name) {
            for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
    package.dependencies = []
}
