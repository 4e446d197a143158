import System

/// Where programs of a user keep things, by the XDG base directory specification.
///
/// Read from the environment that it is given; a variable that is unset, empty or no absolute path
/// leaves the folder that the specification names.
struct Folders: Sendable {
  let home: String
  let config: String
  let data: String
  let state: String
  let cache: String

  init(_ variable: (String) -> String? = environmentVariable) {
    func path(_ name: String) -> String? {
      variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    home = path("HOME") ?? "/"
    let prefix = home == "/" ? "" : home
    config = path("XDG_CONFIG_HOME") ?? "\(prefix)/.config"
    data = path("XDG_DATA_HOME") ?? "\(prefix)/.local/share"
    state = path("XDG_STATE_HOME") ?? "\(prefix)/.local/state"
    cache = path("XDG_CACHE_HOME") ?? "\(prefix)/.cache"
  }
}
