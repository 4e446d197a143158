/// The accounts that every sandbox has, whatever its seed.
enum FixedAccounts {
  /// The person behind every token.
  static let ownLogin = "sandy-sandbox"

  /// Old logins, and who answers to them now.
  static let renamed = ["octocat-old": "octocat", "octo-labs-2012": "octo-labs"]

  static let all: [Account] = [
    person(
      "octocat", 583_231, "The Octocat", "The mascot of this made-up world.", repositories: 8,
      company: "@github", blog: "https://github.blog", location: "San Francisco"),
    person(
      ownLogin, 583_400, "Sandy Sandbox", "You, as long as you play in here.", repositories: 12,
      location: "The sandbox"),
    organization("octokit", 583_301, "Octokit of the Sandbox", "Clients that talk to nobody."),
    organization("octo-labs", 583_302, "Octo Labs", "Eight arms, one keyboard. 🐙"),
    organization("octo-foundry", 583_303, nil, nil),
    person(
      "octopine", 583_304, "Octavia Pinewhistle", "Forests, trees and B-trees.\r\n🌲🌳",
      repositories: 31, company: "@octo-labs ", blog: "octopine.example.com"),
    person("Octorok42", 583_305, nil, nil, repositories: 0),
    person(
      "octo_nimbus", 583_306, "Ōctō Nimbüs 雲", "A managed account.", repositories: 3,
      company: "@nimbus-yard "),
    person(
      "tentacle-octo", 583_307, "Тента Окто 👩‍💻", "Ищу опечатки восемью руками.",
      repositories: 64, location: "Київ"),
    Account(
      login: "octo-lantern[bot]", id: 583_308, kind: .bot, name: nil, company: nil, blog: "",
      location: nil, bio: nil, isSiteAdmin: false, mainLanguage: nil, publicRepositories: 0,
      createdAt: birthday, updatedAt: birthday),
  ]

  /// 25 January 2011.
  private static let birthday = 1_295_980_716

  private static func person(
    _ login: String, _ id: Int, _ name: String?, _ bio: String?, repositories: Int,
    company: String? = nil, blog: String = "", location: String? = nil
  ) -> Account {
    Account(
      login: login, id: id, kind: .user, name: name, company: company, blog: blog,
      location: location, bio: bio, isSiteAdmin: false,
      mainLanguage: repositories > 0 ? "Swift" : nil, publicRepositories: repositories,
      createdAt: birthday + (id - 583_231) * 86_400, updatedAt: lastDay)
  }

  private static func organization(
    _ login: String, _ id: Int, _ name: String?, _ bio: String?
  ) -> Account {
    Account(
      login: login, id: id, kind: .organization, name: name, company: nil,
      blog: "https://\(login).example.org", location: nil, bio: bio, isSiteAdmin: false,
      mainLanguage: "TypeScript", publicRepositories: 40, createdAt: birthday + id % 100 * 86_400,
      updatedAt: lastDay)
  }
}
