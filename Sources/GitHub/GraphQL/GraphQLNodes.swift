import JSON

/// Gives the members of GraphQL's objects the names that REST has for them, so that both become
/// items in one place.
enum GraphQLNodes {
  private typealias Names = KeyValuePairs<String, String>

  private static let accountNames: Names = [
    "__typename": "type", "databaseId": "id", "login": "login", "avatarUrl": "avatar_url",
    "url": "html_url", "name": "name", "bio": "bio", "description": "bio", "company": "company",
    "location": "location", "websiteUrl": "blog", "createdAt": "created_at",
    "viewerIsFollowing": "viewerIsFollowing", "isFollowingViewer": "followsViewer",
  ]
  private static let accountCounts: Names = [
    "followers": "followers", "following": "following", "repositories": "public_repos",
  ]
  private static let repositoryNames: Names = [
    "databaseId": "id", "name": "name", "nameWithOwner": "full_name", "url": "html_url",
    "description": "description", "stargazerCount": "stargazers_count", "forkCount": "forks_count",
    "isFork": "fork", "isArchived": "archived", "updatedAt": "updated_at", "sshUrl": "ssh_url",
  ]

  static func account(_ node: JSONValue) -> JSONValue {
    var object = renamed(node, accountNames)
    for (name, other) in accountCounts { object[other] = node[name]?["totalCount"] }
    return .object(object)
  }

  static func repository(_ node: JSONValue) -> JSONValue {
    var object = renamed(node, repositoryNames)
    object["language"] = node["primaryLanguage"]?["name"]
    return .object(object)
  }

  private static func renamed(_ node: JSONValue, _ names: Names) -> JSONObject {
    var object = JSONObject()
    for (name, other) in names {
      if let value = node[name], !value.isNull { object[other] = value }
    }
    return object
  }
}
