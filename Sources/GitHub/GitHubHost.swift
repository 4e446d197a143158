import URLs
import HTTP

/// One GitHub: github.com, an Enterprise server, or what stands in for one on this computer.
package struct GitHubHost: Sendable, Equatable {
  /// What every path is put behind; ends without a slash.
  package let apiBase: String
  /// The host that people see, with its port where that is not the usual one.
  ///
  /// Names the source, and begins the ids of its items.
  package private(set) var name: String
  /// The same without the port.
  package private(set) var hostname: String
  /// What the paths of web pages are put behind; ends without a slash.
  package let webBase: String
  /// Whether it is this computer.
  package let isLoopback: Bool
  private let base: ResolvedURL

  /// The base URL of the public GitHub.
  package static let defaultBaseURL = "https://api.github.com"
  /// The public GitHub, github.com.
  package static let gitHub: GitHubHost = {
    guard let host = GitHubHost(baseURL: defaultBaseURL) else {
      preconditionFailure("the default base URL is a URL")
    }
    return host
  }()

  /// Stands for a URL that is none: nothing is there, and no token is kept for it.
  package static let nowhere: GitHubHost = GitHubHost(baseURL: "http://nowhere.invalid") ?? .gitHub

  /// Returns nil for anything but an absolute http(s) URL without user name, query and fragment.
  package init?(baseURL: String) {
    guard let base = ResolvedURL(base: baseURL) else { return nil }
    self.init(base: base)
  }

  /// The same host under another name, in ids, addresses and what people see.
  package func named(_ name: String) -> GitHubHost {
    var host = self
    (host.name, host.hostname) = (name, name)
    return host
  }

  private init(base: ResolvedURL) {
    self.base = base
    apiBase = base.origin + (base.target == "/" ? "" : base.target)
    hostname = Self.webHostname(base.host)
    let isOwnHost = hostname == base.host
    var web = base
    web.host = hostname
    webBase = web.origin
    name =
      isOwnHost ? String(base.origin.dropFirst(base.scheme.rawValue.count + 3)) : hostname
    isLoopback = base.isLoopback
  }

  /// Whether GitHub runs it: github.com and the subdomains of ghe.com, not an Enterprise server.
  var isRunByGitHub: Bool { hostname == "github.com" || hostname.hasSuffix(".ghe.com") }

  private static let enterprisePath = "/api/v3"

  /// Where GraphQL is: beside the path of Enterprise servers, else below the API.
  package var graphQLURL: String {
    hasEnterprisePath ? apiBase.dropLast(2) + "graphql" : apiBase + "/graphql"
  }

  /// Whether the host is known to have GraphQL by its address.
  package var isKnownToHaveGraphQL: Bool { isRunByGitHub || hasEnterprisePath }

  private var hasEnterprisePath: Bool { apiBase.hasSuffix(Self.enterprisePath) }

  /// The domain of the addresses that hide a person's own.
  package var noReplyDomain: String { "users.noreply.\(hostname)" }

  /// Returns the URL that `reference` means, nil where it leaves the scheme, host or port.
  ///
  /// - Parameter page: the URL of the page that it stood on; else the base URL.
  package func ownURL(_ reference: String, on page: String = "") -> String? {
    guard !reference.isEmpty, let url = (ResolvedURL(page) ?? base).resolving(reference),
      url.isSameOrigin(as: base)
    else { return nil }
    return url.description
  }

  /// The web host that belongs to an API host: both public kinds of GitHub put `api.` before it.
  private static func webHostname(_ host: String) -> String {
    guard host == "api.github.com" || (host.hasPrefix("api.") && host.hasSuffix(".ghe.com")) else {
      return host
    }
    return String(host.dropFirst(4))
  }
}
