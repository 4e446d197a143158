import JSON

extension API {
  /// A list that is none of GitHub's, for sources of another kind: made-up hospitals, in numbered
  /// pages of at most 100 (`page`, `perPage`).
  func hospitals(_ exchange: Exchange) -> Response {
    let page = exchange.request.page
    let asked = exchange.request.query("perPage").flatMap { Int($0) } ?? 10
    let length = min(max(1, asked), 100)
    let paging = Paging(page: page, length: length, count: Hospital.all.count)
    let response: JSONValue = [
      "page": JSONValue(page), "perPage": JSONValue(length),
      "totalCount": JSONValue(Hospital.all.count),
      "data": .array(Hospital.all[paging.range].map(\.json)),
    ]
    return .json(response, isTagged: true)
  }
}

extension Hospital {
  fileprivate var json: JSONValue {
    [
      "id": JSONValue(number), "name": .string(name), "address": .string(address),
      "region_large": .string(region.large), "region_small": .string(region.small),
      "beds": JSONValue(beds),
    ]
  }
}
