import System

/// The editors' plugins, where their package managers put them.
struct EditorChecks {
  let folders: Folders
  let variable: (String) -> String?

  var all: [Check] { [neovim, emacs] }

  private var neovim: Check {
    let name = variable("NVIM_APPNAME").flatMap { $0.isEmpty ? nil : $0 } ?? "nvim"
    let (data, config) = ("\(folders.data)/\(name)", "\(folders.config)/\(name)")
    let places = [
      // Neovim's own packages, and packer.
      (data, "site/pack/*/start/*"), (data, "site/pack/*/opt/*"), (config, "pack/*/start/*"),
      (config, "pack/*/opt/*"), (data, "lazy/*"), (data, "plugged/*"), (config, ""),
      (data, "site"), ("/usr/local/share/nvim", "site"), ("/usr/share/nvim", "site"),
    ]
    // The repository itself may have been cloned, with the plugin in a folder of it.
    let files = ["lua/gitexplorer/init.lua", "editors/nvim/lua/gitexplorer/init.lua"]
    return check("Neovim", places, files)
  }

  private var emacs: Check {
    let roots = ["\(folders.home)/.emacs.d", "\(folders.config)/emacs"]
    let places =
      roots.flatMap { root in
        [
          (root, "elpa/gitexplorer*"), (root, "straight/build/*"), (root, "elpaca/builds/*"),
          (root, "site-lisp"), (root, "site-lisp/*"), (root, "lisp"),
        ]
      }
      + ["/usr/local/share/emacs", "/usr/share/emacs"].flatMap { root in
        [(root, "site-lisp"), (root, "site-lisp/*"), (root, "site-lisp/elpa/*")]
      }
    return check("Emacs", places, ["gitexplorer.el", "editors/emacs/gitexplorer.el"])
  }

  private func check(
    _ editor: String, _ places: [(folder: String, pattern: String)], _ files: [String]
  ) -> Check {
    for (folder, pattern) in places {
      for file in files {
        let whole = pattern.isEmpty ? file : "\(pattern)/\(file)"
        guard let path = paths(in: folder, fitting: whole).first else { continue }
        return .ok(editor, "its plugin is \(path.dropLast(file.count + 1))")
      }
    }
    let looked = places.map { $0.pattern.isEmpty ? $0.folder : "\($0.folder)/\($0.pattern)" }
    return .note(
      editor, "no plugin was found; looked at \(looked.joined(separator: ", "))",
      advice: "See editors/\(editor == "Emacs" ? "emacs" : "nvim")/README.md for its installation.")
  }
}
