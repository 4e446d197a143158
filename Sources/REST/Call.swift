import HTTP

/// What must be known of a request besides the request.
package struct Call: Sendable {
  /// The budget of whoever asks.
  package var budget: Budget
  /// The budget's name that it is charged to; nil where it costs nothing.
  package var resource: String?
  /// What is missing where the answer is 404, in the words that "GitHub has no …" wants.
  package var subject: String
  /// Whether a secret goes along.
  package var hasToken: Bool
  /// Statuses that are answers here, besides 2xx: 304 where an earlier answer is held.
  package var accepted: Set<Int>

  package init(
    budget: Budget, resource: String?, subject: String, hasToken: Bool, accepted: Set<Int> = []
  ) {
    (self.budget, self.resource, self.subject) = (budget, resource, subject)
    (self.hasToken, self.accepted) = (hasToken, accepted)
  }
}

/// An answer that can be read.
package struct APIResponse: Sendable {
  /// Without the tokens that were held.
  package var http: Response
  /// Whether the host itself answered, and not another one that it sent us to.
  package var isFromHost: Bool
}

/// How one API says what others say otherwise; the names are those of headers.
package struct Dialect: Sendable {
  /// Has an id for the request, to be told to the API's people.
  package var requestID = "X-Request-Id"
  /// Whether an answer names the budget that it was charged to.
  package var namesBudgets = false
  /// Begins with `required` where a one-time password is wanted.
  package var oneTimePassword: String?
  /// Names the permission that is missing.
  package var permissions: String?
  /// The statuses that mean that a query is wrong.
  package var queryFaults: Set<Int> = [400, 422]
  /// Whether what an answer says of its failure is passed on where the status alone is not enough.
  package var isQuoted = true

  package init() {}
}
