// swift-tools-version:6.0
// Nodline's modules and what each may import; ARCHITECTURE.md says what flows between them.
import PackageDescription

let package = Package(
    name: "nodline",
    platforms: [.macOS(.v15), .iOS(.v18)],  // for Gestures alone: Synchronization needs them
    products: [
        .executable(name: "nodline", targets: ["Appliance"]),
        .library(name: "Gestures", targets: ["Gestures"]),
        .library(name: "AllocationCounter", type: .dynamic, targets: ["CAllocationCounter"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    ],
    targets: [
        .systemLibrary(name: "CDigest", path: "Sources/System/CDigest", pkgConfig: "libmd",
                       providers: [.apt(["libmd-dev"])]),
        .systemLibrary(name: "CPNG", path: "Sources/System/CPNG", pkgConfig: "libpng",
                       providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CTurboJPEG", path: "Sources/System/CTurboJPEG", pkgConfig: "libturbojpeg",
                       providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CLinux", path: "Sources/System/CLinux"),
        .target(name: "CLiteRT"),
        // Only the interface and its loader: the object behind it is built for each machine's libcamera by
        // deploy/build-camera-object, because a program linked against one version breaks with the next.
        .target(name: "CLibcamera", exclude: ["object"]),
        .target(name: "CGPIOD", linkerSettings: [.linkedLibrary("gpiod")]),
        .target(name: "CTOML"),  // toml++ is all in its headers: libtomlplusplus-dev
        .target(name: "CAllocationCounter", path: "Sources/CAllocationCounter"),

        .target(name: "Gestures"),
        .target(name: "Pipeline", dependencies: ["CLibcamera", "CLinux", "CLiteRT", "CDigest", "CPNG", "CTurboJPEG"]),
        .executableTarget(
            name: "Appliance",
            dependencies: [
                "Gestures", "Pipeline", "CGPIOD", "CLinux", "CTOML",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            // Linker settings come after the libraries, where --as-needed is too late; a configuration file comes first.
            linkerSettings: [.unsafeFlags(["-Xclang-linker", "--config=\(Context.packageDirectory)/Sources/System/as-needed.cfg"],
                                          .when(platforms: [.linux]))]),

        .executableTarget(name: "BellByNod", dependencies: ["Gestures"], path: "Examples/BellByNod"),
        .executableTarget(name: "ScrollByHead", dependencies: ["Gestures"], path: "Examples/ScrollByHead"),
        .executableTarget(name: "LandmarkDump", dependencies: ["Gestures", "Pipeline"], path: "Tests/peers/LandmarkDump"),
        .testTarget(name: "GesturesTests", dependencies: ["Gestures"]),
        .target(name: "TestSupport", path: "Tests/Support"),
        .testTarget(name: "PipelineTests", dependencies: ["Pipeline", "CTurboJPEG", "TestSupport"]),
        .testTarget(name: "ApplianceTests", dependencies: ["Appliance", "Gestures", "Pipeline", "TestSupport"]),
        // Tests/FakeCamera is a camera object that tests build themselves; Tests/hardware runs in a virtual machine.
    ],
    cxxLanguageStandard: .cxx17
)
