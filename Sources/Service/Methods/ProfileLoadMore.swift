import Explorer

/// `profile/loadMore`: the next page of a section; ignored while one is on its way or when there is
/// none.
enum ProfileLoadMore {
  static let method = "profile/loadMore"

  static func handle(_ server: Server, _ params: Params) throws(InvalidParams) {
    try server.withProfile(params) { view throws(InvalidParams) in
      let name = try params.string("section")
      guard let section = ProfilePart.Section(rawValue: name) else {
        throw InvalidParams(
          member: "section", expected: "repos, followers or following", found: "another word")
      }
      view.handle(.loadMore(section))
    }
  }
}
