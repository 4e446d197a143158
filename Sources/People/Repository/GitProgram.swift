import System

/// Where git is.
enum GitProgram {
  /// Returns the first `git` of a search path; nil where there is none.
  ///
  /// Folders that are not absolute, and those inside `workspace`, are passed over: what lies there
  /// may be part of what is not trusted.
  static func find(
    in searchPath: String?, outside workspace: String, isExecutable: (String) -> Bool
  ) -> String? {
    (searchPath ?? "/usr/bin:/bin").split(separator: ":").lazy
      .filter { $0.hasPrefix("/") && !isInside($0, workspace) }
      .map { "\($0)/git" }
      .first(where: isExecutable)
  }

  private static func isInside(_ folder: Substring, _ workspace: String) -> Bool {
    folder == workspace || folder.hasPrefix(workspace.hasSuffix("/") ? workspace : workspace + "/")
  }
}
