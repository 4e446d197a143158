/// Who asks, as told by the `Authorization` header; the token itself is not kept.
struct Caller: Sendable, Equatable {
  enum Kind: Sendable {
    case anonymous
    /// A token that begins with `bad`.
    case rejected
    /// A token that begins with `noscope`.
    case withoutScope
    /// A token that begins with `finegrained`.
    case fineGrained
    case classic
  }

  var kind: Kind
  /// Differs from token to token; 0 without one.
  var key: UInt64

  init(authorization: String?) {
    let words = (authorization ?? "").split(separator: " ")
    guard words.count == 2, let token = words.last else {
      (kind, key) = (authorization == nil ? .anonymous : .rejected, 0)
      return
    }
    switch true {
    case token.hasPrefix("bad"): (kind, key) = (.rejected, 0)
    case token.hasPrefix("noscope"): (kind, key) = (.withoutScope, digest(token.utf8))
    case token.hasPrefix("finegrained"): (kind, key) = (.fineGrained, digest(token.utf8))
    default: (kind, key) = (.classic, digest(token.utf8))
    }
  }

  var hasToken: Bool { kind != .anonymous && kind != .rejected }

  /// What the token may do, as `X-OAuth-Scopes` says it; nil where that header is not sent.
  var scopes: String? {
    switch kind {
    case .classic: "gist, read:org, repo, user"
    case .withoutScope: ""
    case .anonymous, .rejected, .fineGrained: nil
    }
  }
}

/// FNV-1a in 64 bits, from a basis of choice.
func digest(_ bytes: some Sequence<UInt8>, basis: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
  bytes.reduce(basis) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
}
