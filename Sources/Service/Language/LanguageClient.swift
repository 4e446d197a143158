import JSON

/// What an LSP client has said of itself in `initialize` (LSP 3.17, `ClientCapabilities`).
struct LanguageClient: Sendable {
  var hasSnippets: Bool
  /// Whether items may say that their text is inserted as it is.
  var hasInsertTextModes: Bool
  var hasLabelDetails: Bool
  var documentation: Markup
  var hover: Markup
  var hasDocumentChanges: Bool
  /// Whether code actions may come as literals, and their edits later.
  var hasActionLiterals: Bool
  var resolvesEdits: Bool
  /// Whether it also wants the notifications that LSP does not define.
  var wantsOwnNotifications: Bool

  /// Nil where the client has not said that it edits text documents.
  init?(_ capabilities: JSONValue?) {
    guard let capabilities, let textDocument = capabilities["textDocument"],
      textDocument.objectValue != nil
    else { return nil }
    let completion = textDocument["completion"]?["completionItem"]
    hasSnippets = completion?["snippetSupport"]?.boolValue ?? false
    hasInsertTextModes =
      completion?["insertTextModeSupport"]?["valueSet"]?.arrayValue?.contains(1) ?? false
    hasLabelDetails = completion?["labelDetailsSupport"]?.boolValue ?? false
    documentation = Markup(preferred: completion?["documentationFormat"])
    hover = Markup(preferred: textDocument["hover"]?["contentFormat"])
    let edit = capabilities["workspace"]?["workspaceEdit"]
    hasDocumentChanges = edit?["documentChanges"]?.boolValue ?? false
    let action = textDocument["codeAction"]
    hasActionLiterals = action?["codeActionLiteralSupport"]?.objectValue != nil
    let lazy = action?["resolveSupport"]?["properties"]?.arrayValue ?? []
    resolvesEdits = lazy.contains("edit") && action?["dataSupport"]?.boolValue == true
    let own = capabilities["experimental"]?["gitexplorer"] ?? false
    wantsOwnNotifications = own != false && !own.isNull
  }

  /// What the answer to `initialize` has besides our own members.
  var serverCapabilities: [JSONObject.Member] {
    var actions: JSONObject = JSONObject()
    actions["codeActionKinds"] = ["quickfix", "refactor.rewrite"]
    if resolvesEdits { actions["resolveProvider"] = true }
    return [
      ("textDocumentSync", ["openClose": true, "change": 2, "save": ["includeText": false]]),
      (
        "completionProvider",
        ["triggerCharacters": ["@", "-", "/"], "resolveProvider": true]
      ),
      ("hoverProvider", true),
      ("documentLinkProvider", ["resolveProvider": false]),
      ("codeActionProvider", .object(actions)),
      (
        "executeCommandProvider",
        [
          "commands": [
            .string(FollowCommand.follow.rawValue), .string(FollowCommand.unfollow.rawValue),
          ]
        ]
      ),
      (
        "workspace",
        ["workspaceFolders": ["supported": true, "changeNotifications": true]]
      ),
    ]
  }
}

/// How a text for people is written (LSP 3.17, `MarkupKind`).
enum Markup: String, Sendable {
  case markdown, plaintext

  /// The first kind of the client's that is known here; LSP's default is plain text.
  init(preferred kinds: JSONValue?) {
    self =
      kinds?.arrayValue?.lazy.compactMap { $0.stringValue.flatMap(Markup.init) }.first ?? .plaintext
  }
}

/// What a client may have carried out (LSP 3.17, `workspace/executeCommand`).
enum FollowCommand: String, Sendable {
  case follow = "gitexplorer.follow"
  case unfollow = "gitexplorer.unfollow"
}
