import JSON
import Testing

@testable import Sandbox

@Suite(.timeLimit(.minutes(1))) struct GraphQLErrorTests {
  private func post(
    _ query: String, _ variables: JSONValue = [:], faults: String = "",
    _ headers: [String: String] = token
  ) throws -> Client.Answer {
    let sandbox = try makeSandbox(faults)
    return try Client(sandbox).query(query, variables, headers)
  }

  @Test(arguments: [
    ("{ viewer { nick } }", "undefinedField", "Field 'nick' doesn't exist on type 'User'"),
    (
      "{ user { login } }", "missingRequiredArguments",
      "Field 'user' is missing required arguments: login"
    ),
    (
      "{ viewer }", "selectionMismatch",
      "Field must have selections (field 'viewer' returns User but has no selections. Did you mean 'viewer { ... }'?)"
    ),
    (
      "{ user(name: 1, login: \"a\") { login } }", "argumentNotAccepted",
      "Field 'user' doesn't accept argument 'name'"
    ),
    (
      "{ user(login: 1) { login } }", "argumentLiteralsIncompatible",
      "Argument 'login' on Field 'user' has an invalid value. Expected type 'String!'."
    ),
    ("{ viewer { ...F } }", "useAndDefineFragment", "Fragment F was used, but not defined"),
    (
      "{ viewer { login } } fragment F on User { login }", "useAndDefineFragment",
      "Fragment F was defined, but not used"
    ),
    (
      "{ viewer { ...F } } fragment F on User { login ...F }", "infiniteLoop",
      "Fragment F contains an infinite loop"
    ),
    (
      "{ viewer { ... on Organization { login } } }", "cannotSpreadFragment",
      "Fragment on Organization can't be spread inside User"
    ),
    (
      "{ user(login: $a) { login } }", "variableNotDefined",
      "Variable $a is used by anonymous query but not declared"
    ),
    (
      "query($a: Int) { viewer { login } }", "variableNotUsed",
      "Variable $a is declared by anonymous query but not used"
    ),
    (
      "query($a: String) { user(login: $a) { login } }", "variableMismatch",
      "Type mismatch on variable $a and argument login (String / String!)"
    ),
    ("{ viewer { login @maybe } }", "undefinedDirective", "Directive @maybe is not defined"),
    (
      "{ repositoryOwner(login: \"a\") { bio } }", "undefinedField",
      "Field 'bio' doesn't exist on type 'RepositoryOwner'"
    ),
  ])
  func aDocumentThatBreaksARuleIsNotExecuted(
    _ query: String, _ code: String, _ message: String
  ) throws {
    let answer = try post(query)
    #expect(answer.status == 200 && answer.json["data"] == nil)
    let error = answer.json["errors"]?.arrayValue?.first
    #expect(error?["extensions"]?["code"] == .string(code))
    #expect(error?["message"] == .string(message))
    #expect(error?["locations"]?.arrayValue?.count == 1)
  }

  @Test func anErrorTellsItsPlace() throws {
    let error = try post("query Who {\n  me: viewer {\n    nick\n  }\n}").json["errors"]?
      .arrayValue?.first
    #expect(error?["path"] == ["query Who", "me", "nick"])
    #expect(error?["locations"] == [["line": 3, "column": 5]])
  }

  @Test(arguments: [
    "{", "{ viewer { login }", "{ a b: }", "{ viewer(a: \"x) { login } }", "}", "%",
  ])
  func whatIsNoDocumentIsAParseError(_ query: String) throws {
    let answer = try post(query)
    #expect(answer.status == 200 && answer.json["data"] == nil)
    #expect(answer.json["errors"]?.arrayValue?.first?["message"]?.stringValue?.isEmpty == false)
  }

  @Test func aVariableOfAnotherTypeIsRefused() throws {
    let query = "query($a: String!) { user(login: $a) { login } }"
    for variables: JSONValue in [[:], ["a": 1], ["a": .null], ["a": ["x"]]] {
      let error = try post(query, variables).json["errors"]?.arrayValue?.first
      #expect(error?["message"] == "Variable $a of type String! was provided invalid value")
    }
  }

  @Test func whoeverIsNotFoundIsNullBesideItsError() throws {
    let answer = try post(
      """
      { viewer { login } gone: user(login: "octokit") { login } octokit: organization(login: "octokit") { login }
        repository(owner: "octocat", name: "nothing") { name } repositoryOwner(login: "nobody") { login } }
      """)
    let data = answer.json["data"]
    #expect(data?["viewer"]?["login"] == "sandy-sandbox")
    #expect(data?["octokit"]?["login"] == "octokit")
    #expect(data?["gone"] == .null && data?["repositoryOwner"] == .null)
    let errors = answer.json["errors"]?.arrayValue ?? []
    #expect(errors.map { $0["path"] } == [["gone"], ["repository"]])
    #expect(errors.allSatisfy { $0["type"] == "NOT_FOUND" })
    #expect(
      errors.first?["message"] == "Could not resolve to a User with the login of 'octokit'.")
  }

  @Test(arguments: [
    ("followers { nodes { login } }", "MISSING_PAGINATION_BOUNDARIES"),
    ("followers(first: 101) { nodes { login } }", "EXCESSIVE_PAGINATION"),
    ("followers(first: -1) { nodes { login } }", "UNPROCESSABLE"),
    ("followers(first: 1, after: \"x\") { nodes { login } }", "INVALID_CURSOR_ARGUMENTS"),
  ])
  func aBadPageFailsWithTheObjectThatMustHaveIt(_ field: String, _ type: String) throws {
    let answer = try post("{ user(login: \"octocat\") { login \(field) } }")
    #expect(answer.json["data"] == ["user": .null])
    let error = answer.json["errors"]?.arrayValue?.first
    #expect(error?["type"] == .string(type) && error?["path"] == ["user", "followers"])
  }

  @Test func anAddressTakesAScope() throws {
    let query = "{ viewer { email } }"
    #expect(try post(query).json["data"] == ["viewer": ["email": ""]])
    let answer = try post(query, ["Authorization": "Bearer noscope-token"])
    #expect(answer.status == 200 && answer.json["data"] == nil)
    #expect(answer.json["errors"]?.arrayValue?.first?["type"] == "INSUFFICIENT_SCOPES")
  }

  private func post(_ query: String, _ headers: [String: String]) throws -> Client.Answer {
    try post(query, [:], faults: "", headers)
  }

  @Test func aTokenIsNeeded() throws {
    let answer = try post("{ viewer { login } }", [:])
    #expect(answer.status == 401)
    #expect(answer.json["message"] == "This endpoint requires you to be authenticated.")
    #expect(answer.header("x-ratelimit-resource") == "graphql")
    #expect(answer.header("x-ratelimit-limit") == "0")
    #expect(try post("{ viewer { login } }", ["Authorization": "Bearer bad-one"]).status == 401)
  }

  @Test func pointsAreCountedAndUsedUp() throws {
    let sandbox = try makeSandbox("limits=30/3")
    let client = Client(sandbox)
    let query = """
      { search(query: "o", type: USER, first: 100) { nodes { ... on User {
          followers(first: 1) { totalCount } following(first: 1) { totalCount } } } }
        rateLimit { cost remaining } }
      """
    let first = try client.query(query)
    #expect(first.json["data"]?["rateLimit"] == ["cost": 2, "remaining": 1])
    #expect(first.header("x-ratelimit-remaining") == "1")
    #expect(first.header("x-ratelimit-resource") == "graphql")
    let second = try client.query(query)
    #expect(second.status == 200 && second.json["data"] == nil)
    #expect(second.json["errors"]?.arrayValue?.first?["type"] == "RATE_LIMITED")
    #expect(client.get("/users/octocat", token)?.header("x-ratelimit-remaining") == "2")
  }

  @Test func moreNodesThanTheLimitAreNotCounted() throws {
    let answer = try post(
      """
      { viewer { followers(first: 100) { nodes { followers(first: 100) { nodes {
        followers(first: 100) { nodes { login } } } } } } } }
      """)
    #expect(answer.json["errors"]?.arrayValue?.first?["type"] == "MAX_NODE_LIMIT_EXCEEDED")
  }

  @Test func aDocumentMadeToBlowUpEndsSoon() throws {
    var query = "{ viewer { ...F0 } }"
    for i in 0..<40 {
      query +=
        " fragment F\(i) on User { a: repository(name: \"x\") { owner { ...F\(i + 1) } } "
        + "b: repository(name: \"x\") { owner { ...F\(i + 1) } } }"
    }
    query += " fragment F40 on User { login }"
    let answer = try post(query)
    #expect(answer.status == 502)
    let deep = String(repeating: "{ viewer ", count: 20_000)
    #expect(try post(deep).json["data"] == nil)
  }

  @Test(arguments: ["[]", "{", "{\"query\": 1}", "{}"])
  func aBodyWithoutAQueryIsRefused(_ body: String) throws {
    let sandbox = try makeSandbox()
    let answer = try #require(Client(sandbox).ask("POST", "/graphql", token, body: body))
    #expect(answer.json["data"] == nil && answer.status < 500)
  }

  @Test func faultsStrikeBesideTheData() throws {
    let query = "{ viewer { login } user(login: \"octocat\") { name followers { totalCount } } }"
    let whole = try post(query, faults: "graphql:error=FORBIDDEN")
    #expect(whole.json["data"] == ["viewer": ["login": "sandy-sandbox"], "user": .null])
    #expect(whole.json["errors"]?.arrayValue?.first?["type"] == "FORBIDDEN")
    let name = try post(query, faults: "error=NOT_FOUND@name")
    #expect(name.json["data"]?["user"]?["name"] == .null)
    #expect(name.json["errors"]?.arrayValue?.first?["path"] == ["user", "name"])
    for (fault, type) in [
      ("error=INSUFFICIENT_SCOPES", "INSUFFICIENT_SCOPES"), ("error=RATE_LIMITED", "RATE_LIMITED"),
      ("primary=30s", "RATE_LIMITED"),
    ] {
      let answer = try post(query, faults: "graphql:" + fault)
      #expect(answer.status == 200 && answer.json["data"] == nil)
      #expect(answer.json["errors"]?.arrayValue?.first?["type"] == .string(type))
    }
    let late = try post(query, faults: "graphql:error=timeout")
    #expect(late.status == 502 && late.json["data"] == .null)
  }

  @Test func faultsOfGraphQLLeaveTheRestAlone() throws {
    let sandbox = try makeSandbox("error=FORBIDDEN,graphql:drop:first=1")
    #expect(Client(sandbox).get("/users/octocat")?.status == 200)
    #expect(throws: FaultError.self) { try Faults(parsing: "graphql:error=TOO_BAD") }
    #expect(throws: FaultError.self) { try Faults(parsing: "error=timeout@name") }
  }
}
