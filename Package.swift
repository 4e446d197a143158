// swift-tools-version: 6.2

import PackageDescription

/// The arrows between the targets are those of Sources/README.md; the build refuses any other.
let package = Package(
  name: "gitexplorer",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "JSON"),
    .target(name: "Wire", dependencies: ["JSON"]),
    .target(name: "URLs"),
    .target(name: "Secrets"),
    .target(name: "Explorer", dependencies: ["JSON"]),
    .target(
      name: "CCurl",
      linkerSettings: [
        .linkedLibrary(":libz.so.1", .when(platforms: [.linux])),
        .linkedLibrary("z", .when(platforms: [.macOS])),
      ]),
    .target(name: "HTTP", dependencies: ["CCurl", "URLs"]),
    .target(name: "REST", dependencies: ["Explorer", "HTTP", "JSON", "Secrets", "URLs"]),
    .target(
      name: "GitHub", dependencies: ["Explorer", "REST", "HTTP", "JSON", "Secrets", "URLs"]),
    .target(
      name: "Catalog", dependencies: ["Explorer", "REST", "HTTP", "JSON", "Secrets", "URLs"]),
    .target(name: "Service", dependencies: ["Explorer", "Wire", "JSON", "Secrets", "URLs"]),
    .target(name: "Sandbox", dependencies: ["JSON"]),
    .executableTarget(
      name: "gitexplorer",
      dependencies: [
        "JSON", "Wire", "Explorer", "HTTP", "REST", "GitHub", "Catalog", "Service", "Sandbox",
        "Secrets",
      ],
      // One file that runs wherever it is copied, and starts without looking for a dozen libraries.
      linkerSettings: [
        .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))
      ]),

    .target(
      name: "TestKit", dependencies: ["JSON", "Wire", "Explorer", "HTTP", "Service"],
      path: "Tests/TestKit"),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "Explorer", "TestKit"]),
    .testTarget(name: "WireTests", dependencies: ["Wire", "JSON", "Explorer", "TestKit"]),
    .testTarget(name: "ExplorerTests", dependencies: ["Explorer", "TestKit"]),
    .testTarget(name: "SecretsTests", dependencies: ["Secrets"]),
    .testTarget(name: "HTTPTests", dependencies: ["HTTP", "CCurl", "URLs", "TestKit"]),
    .testTarget(
      name: "GitHubTests",
      dependencies: ["GitHub", "REST", "HTTP", "JSON", "Explorer", "Secrets", "TestKit"]),
    .testTarget(
      name: "RESTTests", dependencies: ["REST", "HTTP", "Explorer", "Secrets", "TestKit"]),
    .testTarget(
      name: "CatalogTests",
      dependencies: [
        "Catalog", "Service", "Wire", "HTTP", "JSON", "Explorer", "Sandbox", "TestKit",
      ]),
    .testTarget(name: "SandboxTests", dependencies: ["Sandbox", "JSON", "HTTP"]),
    .testTarget(
      name: "ServiceTests",
      dependencies: [
        "Service", "Wire", "JSON", "Explorer", "GitHub", "HTTP", "Secrets", "Sandbox", "TestKit",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
