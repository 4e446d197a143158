import Explorer
import JSON

/// `profile/didOpen`: loads a person and the sections that were asked for, as one whole.
enum ProfileDidOpen {
  static let method = "profile/didOpen"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    let id = try params.string("profileId")
    do throws(InvalidParams) {
      try open(id, params, server)
    } catch {
      server.refuseProfile(id, params, ErrorReport(error))
    }
  }

  private static func open(
    _ id: String, _ params: Params, _ server: Server
  ) throws(InvalidParams) {
    let name = try params.optionalString("source")
    let sections = try params.sections()
    let isProgressive = try params.optionalBool("progressive") ?? false
    guard let source = server.source(named: name) else {
      return server.refuseProfile(id, params, .unknownSource(name ?? "default"))
    }
    let login = try params.login(of: source)
    // What the first has said and is unsent stays: it comes before anything of this one.
    server.profiles.removeValue(forKey: id)?.cancel()
    let view = ProfileView(
      SessionKey(kind: .profile, id: id, serial: server.context.nextSerial()), source: source,
      settings: server.settings.search, server: server.context)
    server.profiles[id] = view
    view.open(login, sections: sections, isProgressive: isProgressive)
  }
}

extension Params {
  /// A login, in any of the forms in which people paste it.
  func login(of source: any Source) throws(InvalidParams) -> String {
    let host = source.descriptor.host
    guard let login = Login(try string("login"), host: host) else {
      let address = host.map { " or its address at \($0)" } ?? ""
      throw InvalidParams(member: "login", expected: "a login\(address)", found: "another string")
    }
    return login.text
  }

  /// The sections that are wanted; all of them where the member is absent.
  func sections() throws(InvalidParams) -> [ProfilePart.Section] {
    guard let names = try optionalArray("sections") else { return ProfilePart.Section.allCases }
    var sections: [ProfilePart.Section] = []
    for name in names {
      guard let section = name.stringValue.flatMap(ProfilePart.Section.init) else {
        throw InvalidParams(
          member: "sections", expected: "an array of repos, followers, following",
          found: "one with something else")
      }
      sections.append(section)
    }
    return sections
  }
}

extension Server {
  /// Answers a message about a profile view that cannot be taken.
  func refuseProfile(_ id: String, _ params: Params, _ error: ErrorReport) {
    context.send(
      ProfileLoadedMessage(
        profileID: id, login: params["login"]?.stringValue ?? profiles[id]?.login ?? "",
        status: .failure, origin: .fallback, error: error,
        delivery: .refusal(SessionKey(kind: .profile, id: id, serial: 0).subject)))
  }

  /// Hands an event to an open view; says so where it is not open.
  func withProfile(
    _ params: Params, _ body: (ProfileView) throws(InvalidParams) -> Void
  ) throws(InvalidParams) {
    let id = try params.string("profileId")
    guard let view = profiles[id] else {
      return refuseProfile(id, params, .unknownProfile(id))
    }
    do throws(InvalidParams) {
      try body(view)
    } catch {
      refuseProfile(id, params, ErrorReport(error))
    }
  }
}
