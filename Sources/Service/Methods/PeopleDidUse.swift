import Explorer

/// `people/didUse`: the user has inserted or opened somebody, who is then recent.
enum PeopleDidUse {
  static let method = "people/didUse"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    let person = UsedPerson(
      login: try params.optionalString("login"), name: try params.optionalString("name"),
      mail: try params.optionalString("mail"))
    let (environment, settings) = (server.context.environment, server.settings)
    guard settings.people.remember else { return }
    environment.rememberPerson(settings, person)
  }
}
