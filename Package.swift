// swift-tools-version: 6.2

import PackageDescription

/// The arrows between the targets are those of Sources/README.md; the build refuses any other.
let package = Package(
  name: "gitexplorer",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "CSystem"),
    .target(name: "System", dependencies: ["CSystem"]),
    .target(name: "JSON"),
    .target(name: "Wire", dependencies: ["JSON", "System"]),
    .target(name: "URLs"),
    .target(name: "Secrets"),
    .target(name: "Documents"),
    .target(name: "Matching"),
    .target(name: "Explorer", dependencies: ["Matching", "JSON"]),
    .target(
      name: "CCurl",
      linkerSettings: [
        .linkedLibrary(":libz.so.1", .when(platforms: [.linux])),
        .linkedLibrary("z", .when(platforms: [.macOS])),
      ]),
    .target(name: "HTTP", dependencies: ["CCurl", "System", "URLs"]),
    .target(name: "REST", dependencies: ["Explorer", "HTTP", "JSON", "Secrets", "URLs"]),
    .target(
      name: "GitHub",
      dependencies: ["Explorer", "REST", "HTTP", "JSON", "Secrets", "System", "URLs"]),
    .target(
      name: "Catalog",
      dependencies: ["Explorer", "Matching", "HTTP", "JSON", "Secrets", "System", "URLs"]),
    .target(
      name: "JSONAPI",
      dependencies: [
        "Catalog", "Explorer", "REST", "HTTP", "JSON", "Secrets", "System", "URLs",
      ]),
    .target(name: "People", dependencies: ["Explorer", "Matching", "JSON", "System"]),
    .target(
      name: "Service",
      dependencies: ["Documents", "Explorer", "Matching", "Wire", "JSON", "Secrets", "URLs"]),
    .target(name: "Sandbox", dependencies: ["JSON", "System"]),
    .executableTarget(
      name: "gitexplorer",
      dependencies: [
        "JSON", "System", "Wire", "Explorer", "HTTP", "REST", "GitHub", "Catalog", "JSONAPI",
        "People", "Service", "Sandbox", "Secrets", "Matching",
      ],
      // One file that runs wherever it is copied, and starts without looking for a dozen libraries.
      linkerSettings: [
        .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))
      ]),

    .target(
      name: "TestKit",
      dependencies: ["JSON", "System", "Wire", "Explorer", "GitHub", "HTTP", "Service"],
      path: "Tests/TestKit"),
    .testTarget(name: "SystemTests", dependencies: ["System", "TestKit"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "Explorer", "TestKit"]),
    .testTarget(
      name: "WireTests", dependencies: ["Wire", "System", "JSON", "Explorer", "TestKit"]),
    .testTarget(name: "DocumentsTests", dependencies: ["Documents"]),
    .testTarget(name: "MatchingTests", dependencies: ["Matching", "Explorer"]),
    .testTarget(name: "ExplorerTests", dependencies: ["Explorer", "TestKit"]),
    .testTarget(name: "SecretsTests", dependencies: ["Secrets"]),
    .testTarget(name: "HTTPTests", dependencies: ["HTTP", "CCurl", "System", "URLs", "TestKit"]),
    .testTarget(
      name: "RESTTests", dependencies: ["REST", "HTTP", "Explorer", "Secrets", "TestKit"]),
    .testTarget(
      name: "GitHubTests",
      dependencies: [
        "GitHub", "REST", "HTTP", "JSON", "Explorer", "Secrets", "System", "TestKit",
      ]),
    .testTarget(
      name: "CatalogTests",
      dependencies: [
        "Catalog", "JSONAPI", "Service", "Wire", "HTTP", "JSON", "Explorer", "Sandbox", "TestKit",
        "URLs",
      ]),
    .testTarget(
      name: "PeopleTests", dependencies: ["People", "Explorer", "JSON", "System", "TestKit"]),
    .testTarget(
      name: "GitExplorerTests",
      dependencies: ["gitexplorer", "Catalog", "Explorer", "HTTP", "JSON", "Service", "TestKit"]),
    .testTarget(name: "SandboxTests", dependencies: ["Sandbox", "System", "JSON", "HTTP"]),
    .testTarget(
      name: "ServiceTests",
      dependencies: [
        "Service", "Documents", "Wire", "JSON", "Explorer", "GitHub", "HTTP", "Secrets", "Sandbox",
        "TestKit",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
