import HTTP
import System

/// What this machine has for the network, and where things are kept.
struct SystemChecks {
  let variable: (String) -> String?

  var all: [Check] {
    [version, libcurl, proxy, certificates]
  }

  private var version: Check { .ok("version", "gitexplorer \(Main.version)") }

  private var libcurl: Check {
    let version = CurlClient.libraryVersion
    guard version.hasPrefix("libcurl") else {
      return .problem(
        "libcurl", version,
        advice: "Install it: `apt-get install libcurl4`, `dnf install libcurl`.")
    }
    return .ok("libcurl", version)
  }

  /// Libcurl heeds `http_proxy` in lower case alone, the others in both.
  private var proxy: Check {
    let names = [
      "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
    ]
    let set = names.compactMap { name in
      value(name).map { "\(name)=\($0.withoutUserInformation)" }
    }
    return .ok("proxy", set.isEmpty ? "none" : set.joined(separator: ", "))
  }

  private var certificates: Check {
    let places = [("SSL_CERT_FILE", false), ("SSL_CERT_DIR", true)]
    let named = places.compactMap { name, isFolder in value(name).map { (name, $0, isFolder) } }
    guard !named.isEmpty else { return .ok("certificates", "those that libcurl knows") }
    for (name, path, isFolder) in named {
      switch PathStatus(path) {
      case .folder where isFolder, .file(isReadable: true) where !isFolder: continue
      case .folder, .file, .absent:
        return .problem(
          "certificates", "\(name)=\(path) is no \(isFolder ? "folder" : "file") that can be read",
          advice: "Unset \(name), or let it name \(isFolder ? "a folder" : "a PEM file") of "
            + "trusted certificates.")
      }
    }
    return .ok("certificates", named.map { "\($0.0)=\($0.1)" }.joined(separator: ", "))
  }

  /// The folder of this program in the state or the cache folder of the user.
  func folder(_ name: String, in parent: String) -> Check {
    let path = "\(parent)/gitexplorer"
    switch PathStatus(path) {
    case .folder(isWritable: true): return .ok(name, path)
    case .folder(isWritable: false), .file:
      return .problem(
        name, "\(path) is no folder that can be written",
        advice: "Make it one: `chmod u+rwx`, or move what is there.")
    case .absent:
      guard isCreatable(parent) else {
        return .problem(
          name, "\(path) cannot be made",
          advice: "Set XDG_\(name.uppercased())_HOME to a folder that can be written.")
      }
      return .ok(name, "\(path), which is made when it is needed")
    }
  }

  /// Whether the folder can be written, or could be where it is absent.
  private func isCreatable(_ path: String) -> Bool {
    switch PathStatus(path) {
    case .folder(let isWritable): return isWritable
    case .file: return false
    case .absent:
      guard let slash = path.lastIndex(of: "/"), path != "/" else { return false }
      return isCreatable(slash == path.startIndex ? "/" : String(path[..<slash]))
    }
  }

  private func value(_ name: String) -> String? {
    variable(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension String {
  /// This URL, or what stands for one, with three stars in place of a name and a password.
  var withoutUserInformation: String {
    guard let at = lastIndex(of: "@") else { return self }
    let start = range(ofScheme: "://")
    return String(self[..<start]) + "***" + String(self[at...])
  }

  /// Where what follows a scheme begins; the start where there is none.
  private func range(ofScheme separator: String) -> Index {
    var i = startIndex
    while i < endIndex {
      if self[i...].hasPrefix(separator) { return index(i, offsetBy: separator.count) }
      i = index(after: i)
    }
    return startIndex
  }
}
