import Explorer

extension SourceAccount {
  /// That of GitHub, whose command `gh` makes and changes tokens.
  package static let gitHub = SourceAccount(
    noToken: "Run `gh auth login`, or set GITHUB_TOKEN.",
    refusedToken: "Run `gh auth refresh`, or set a new token; `gitexplorer doctor` says where it "
      + "came from.",
    oneTimePassword: "Use a personal access token: run `gh auth login`.",
    limitWithoutToken: "Set GITHUB_TOKEN, which raises the limit.",
    missingScope: "Run `gh auth refresh --scopes %`, or make a token with the scope %.",
    missingPermission:
      "Edit the fine-grained token and grant it %, or use a classic token with the "
      + "scope user:follow.")
}
