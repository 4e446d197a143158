extension Token {
  /// The response without the token, wherever its server may have quoted it.
  ///
  /// Tokens shorter than any real one are left: they may be ordinary words.
  package func blotted(from response: Response) -> Response {
    guard isLong else { return response }
    var response = response
    response.headers = Headers(
      response.headers.fields.map { (name: $0.name, value: blotted(from: $0.value)) })
    response.body = blotted(from: response.body)
    return response
  }
}
