extension GraphQLSchema {
  /// The part of GitHub's documented schema that this sandbox answers.
  static let github: GraphQLSchema? = try? GraphQLSchema(
    """
    scalar DateTime scalar URI
    enum SearchType { DISCUSSION ISSUE ISSUE_ADVANCED REPOSITORY USER }
    enum RepositoryAffiliation { COLLABORATOR ORGANIZATION_MEMBER OWNER }
    enum RepositoryPrivacy { PRIVATE PUBLIC }
    enum RepositoryVisibility { INTERNAL PRIVATE PUBLIC }
    enum RepositoryOrderField { CREATED_AT NAME PUSHED_AT STARGAZERS UPDATED_AT }
    enum OrderDirection { ASC DESC }
    input RepositoryOrder { direction: OrderDirection! field: RepositoryOrderField! }

    type Query {
      organization(login: String!): Organization
      rateLimit(dryRun: Boolean = false): RateLimit
      repository(followRenames: Boolean = true, name: String!, owner: String!): Repository
      repositoryOwner(login: String!): RepositoryOwner
      search(
        after: String before: String first: Int last: Int query: String! type: SearchType!
      ): SearchResultItemConnection!
      user(login: String!): User
      viewer: User!
    }

    type RateLimit {
      cost: Int! limit: Int! nodeCount: Int! remaining: Int! resetAt: DateTime! used: Int!
    }

    interface Node { id: ID! }
    interface Actor {
      avatarUrl(size: Int): URI! login: String! resourcePath: URI! url: URI!
    }
    interface ProfileOwner {
      email: String id: ID! location: String login: String! name: String websiteUrl: URI
    }
    interface RepositoryOwner {
      avatarUrl(size: Int): URI! id: ID! login: String! resourcePath: URI! url: URI!
      repositories(
        after: String before: String first: Int last: Int isArchived: Boolean isFork: Boolean
        orderBy: RepositoryOrder
        ownerAffiliations: [RepositoryAffiliation] = [OWNER, COLLABORATOR]
        privacy: RepositoryPrivacy visibility: RepositoryVisibility
      ): RepositoryConnection!
      repository(followRenames: Boolean = true, name: String!): Repository
    }

    type User implements Node & Actor & ProfileOwner & RepositoryOwner {
      avatarUrl(size: Int): URI! bio: String company: String createdAt: DateTime!
      databaseId: Int email: String! id: ID! isFollowingViewer: Boolean!
      isSiteAdmin: Boolean! isViewer: Boolean! location: String login: String! name: String
      resourcePath: URI! twitterUsername: String updatedAt: DateTime! url: URI!
      viewerCanFollow: Boolean! viewerIsFollowing: Boolean! websiteUrl: URI
      followers(after: String before: String first: Int last: Int): FollowerConnection!
      following(after: String before: String first: Int last: Int): FollowingConnection!
      repositories(
        after: String before: String first: Int last: Int isArchived: Boolean isFork: Boolean
        orderBy: RepositoryOrder
        ownerAffiliations: [RepositoryAffiliation] = [OWNER, COLLABORATOR]
        privacy: RepositoryPrivacy visibility: RepositoryVisibility
      ): RepositoryConnection!
      repository(followRenames: Boolean = true, name: String!): Repository
    }

    type Organization implements Node & Actor & ProfileOwner & RepositoryOwner {
      avatarUrl(size: Int): URI! createdAt: DateTime! databaseId: Int description: String
      email: String id: ID! location: String login: String! name: String resourcePath: URI!
      twitterUsername: String updatedAt: DateTime! url: URI! viewerIsFollowing: Boolean!
      websiteUrl: URI
      repositories(
        after: String before: String first: Int last: Int isArchived: Boolean isFork: Boolean
        orderBy: RepositoryOrder
        ownerAffiliations: [RepositoryAffiliation] = [OWNER, COLLABORATOR]
        privacy: RepositoryPrivacy visibility: RepositoryVisibility
      ): RepositoryConnection!
      repository(followRenames: Boolean = true, name: String!): Repository
    }

    type Repository implements Node {
      createdAt: DateTime! databaseId: Int description: String forkCount: Int!
      homepageUrl: URI id: ID! isArchived: Boolean! isFork: Boolean! isPrivate: Boolean!
      name: String! nameWithOwner: String! owner: RepositoryOwner! primaryLanguage: Language
      pushedAt: DateTime resourcePath: URI! sshUrl: String! stargazerCount: Int!
      updatedAt: DateTime! url: URI! visibility: RepositoryVisibility!
      mentionableUsers(
        after: String before: String first: Int last: Int query: String
      ): UserConnection!
    }

    type Language implements Node { color: String id: ID! name: String! }
    type PageInfo {
      endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String
    }

    type FollowerConnection {
      edges: [UserEdge] nodes: [User] pageInfo: PageInfo! totalCount: Int!
    }
    type FollowingConnection {
      edges: [UserEdge] nodes: [User] pageInfo: PageInfo! totalCount: Int!
    }
    type UserConnection { edges: [UserEdge] nodes: [User] pageInfo: PageInfo! totalCount: Int! }
    type UserEdge { cursor: String! node: User }
    type RepositoryConnection {
      edges: [RepositoryEdge] nodes: [Repository] pageInfo: PageInfo! totalCount: Int!
    }
    type RepositoryEdge { cursor: String! node: Repository }
    union SearchResultItem = Organization | Repository | User
    type SearchResultItemConnection {
      edges: [SearchResultItemEdge] issueCount: Int! nodes: [SearchResultItem]
      pageInfo: PageInfo! repositoryCount: Int! userCount: Int!
    }
    type SearchResultItemEdge { cursor: String! node: SearchResultItem }
    """)
}
