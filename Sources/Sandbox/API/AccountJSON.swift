import JSON
import System

/// What an account looks like in the answers, in the order of GitHub's members.
struct AccountJSON: Sendable {
  var account: Account
  var base: BaseURL

  /// The address of the account in the API.
  var address: String { base.api + "/users/" + percentEncoded(account.login) }

  private var page: String {
    switch account.kind {
    case .user, .organization: base.html + "/" + percentEncoded(account.login)
    case .bot: base.html + "/apps/" + account.login.prefix { $0 != "[" }
    }
  }

  /// Writes the short form that lists have, as the members of an object that is open.
  func writeSummary(to writer: inout JSONWriter) {
    let address = address
    writer.member("login", account.login)
    writer.member("id", account.id)
    writer.member("node_id", account.nodeID)
    writer.member("avatar_url", base.avatar(account.id))
    writer.member("gravatar_id", "")
    writer.member("url", address)
    writer.member("html_url", page)
    writer.member("followers_url", address + "/followers")
    writer.member("following_url", address + "/following{/other_user}")
    writer.member("gists_url", address + "/gists{/gist_id}")
    writer.member("starred_url", address + "/starred{/owner}{/repo}")
    writer.member("subscriptions_url", address + "/subscriptions")
    writer.member("organizations_url", address + "/orgs")
    writer.member("repos_url", address + "/repos")
    writer.member("events_url", address + "/events{/privacy}")
    writer.member("received_events_url", address + "/received_events")
    writer.member("type", account.kind.typeName)
    writer.member("user_view_type", "public")
    writer.member("site_admin", account.isSiteAdmin)
  }

  /// Writes the whole account, with how many follow it and how many it follows.
  func write(to writer: inout JSONWriter, followers: Int, following: Int) {
    writer.beginObject()
    writeSummary(to: &writer)
    writer.member("name", account.name)
    writer.member("company", account.company)
    writer.member("blog", account.blog)
    writer.member("location", account.location)
    writer.member("email", account.mail)
    writer.name("hireable")
    writer.raw("null")
    writer.member("bio", account.bio)
    writer.member("twitter_username", nil)
    writer.member("public_repos", account.publicRepositories)
    writer.member("public_gists", 0)
    writer.member("followers", followers)
    writer.member("following", following)
    writer.member("created_at", CivilTime(secondsSince1970: account.createdAt).rfc3339)
    writer.member("updated_at", CivilTime(secondsSince1970: account.updatedAt).rfc3339)
    writer.endObject()
  }
}
