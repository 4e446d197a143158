import JSON

extension API {
  /// One repository, those who worked on it, or what is wrong with its code owners.
  func repository(
    _ exchange: Exchange, _ owner: String, _ name: String, _ part: Route.RepositoryPart
  ) -> Response {
    let world = inhabitants.world
    guard let owner = world.index(login: owner), let found = world.repository(name, of: owner)
    else { return .notFound(documentation: "/repos/repos#get-a-repository") }
    switch part {
    case .itself:
      var writer = JSONWriter(reservingCapacity: 2_048)
      RepositoryJSON(
        repository: found, owner: AccountJSON(account: world.accounts[owner], base: exchange.base)
      ).write(to: &writer)
      return Response(status: 200, body: writer.bytes, isTagged: true)
    case .contributors: return contributors(to: found, of: owner, exchange)
    case .codeOwnersErrors: return codeOwnersErrors(found, exchange)
    }
  }

  private func contributors(
    to repository: Repository, of owner: Int, _ exchange: Exchange
  ) -> Response {
    let world = inhabitants.world
    let people = world.contributors(to: repository, of: owner)
    let paging = Paging(
      page: exchange.request.page, length: exchange.request.pageLength, count: people.count)
    var writer = JSONWriter(reservingCapacity: 1_024 * paging.range.count + 2)
    writer.array(people[paging.range]) { writer, person in
      writer.beginObject()
      AccountJSON(account: world.accounts[person.index], base: exchange.base)
        .writeSummary(to: &writer)
      writer.member("contributions", person.commits)
      writer.endObject()
    }
    var response = Response(status: 200, body: writer.bytes, isTagged: true)
    let address = "\(exchange.base.api)/repositories/\(repository.id)/contributors"
    if let link = paging.link(address: address, rawQuery: exchange.request.rawQuery) {
      response.headers.append((name: "Link", value: link))
    }
    return response
  }

  /// Only the one repository has a file of code owners, and only on its main branch.
  private func codeOwnersErrors(_ repository: Repository, _ exchange: Exchange) -> Response {
    let branch = exchange.request.query("ref") ?? "main"
    guard repository.name == Repository.helloWorld, ["main", "HEAD"].contains(branch) else {
      return .notFound(documentation: "/repos/repos#list-codeowners-errors")
    }
    let errors: [JSONValue] = [
      codeOwnersError(
        "Unknown owner", line: 3, column: 9, source: "*.swift @nobody-at-all",
        "make sure @nobody-at-all exists and has write access to the repository"),
      codeOwnersError(
        "Invalid pattern", line: 5, column: 1, source: "***/*.md @octocat",
        "Did you mean `**/*.md`?"),
    ]
    return .json(["errors": .array(errors)], isTagged: true)
  }

  private func codeOwnersError(
    _ kind: String, line: Int, column: Int, source: String, _ suggestion: String
  ) -> JSONValue {
    let caret = String(repeating: " ", count: column + 1) + "^"
    return [
      "line": JSONValue(line), "column": JSONValue(column), "kind": .string(kind),
      "source": .string(source), "suggestion": .string(suggestion),
      "message": .string("\(kind) on line \(line): \(suggestion)\n\n  \(source)\n\(caret)"),
      "path": ".github/CODEOWNERS",
    ]
  }

  /// The picture of an account.
  func avatar(_ id: Int) -> Response {
    guard inhabitants.world.index(id: id) != nil else { return .notFound() }
    let avatar = Avatar(id: id)
    return Response(
      status: 200, body: avatar.bytes, contentType: avatar.format.rawValue, isTagged: true)
  }
}
