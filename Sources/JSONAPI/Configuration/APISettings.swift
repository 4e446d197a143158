import Catalog
import Explorer
import HTTP
import JSON

/// How a JSON API is asked, and where in its answers things are.
package struct APISettings: Sendable, Equatable {
  /// When it is asked.
  package enum Mode: String, Sendable, CaseIterable {
    /// For every query.
    case query
    /// Once for everything, which is then searched here.
    case all
  }

  /// How the page after one is found.
  package enum Next: Sendable, Equatable {
    /// There is none.
    case none
    /// By its number.
    case page
    /// By the `Link` header.
    case link
    /// By what the answer says: a URL, what `{cursor}` stands for, or a number for `{page}` or
    /// `{offset}`.
    case named(Place)
  }

  /// Where an answer says something.
  package enum Place: Sendable, Equatable {
    case body([String])
    case header(String)
  }

  package var url: RequestTemplate
  package var method: Request.Method
  package var headers: [(name: String, value: RequestTemplate)]
  package var body: RequestBody?
  package var form: FormBody?
  /// What is done to the quotes of a query.
  package var escape: QueryEscape?
  /// How its answers are written; without a format by what they are said to be.
  package var layout = RecordLayout()
  /// The statuses that mean that there is nothing.
  package var empty: Set<Int> = []
  /// Where it says that it is an error.
  package var error: Place?
  /// Where it says how many there are; of a `Content-Range` the number behind the slash counts.
  package var total: Place?
  package var next: Next
  /// Where it says whether there is more.
  package var more: Place?
  /// The number of the first page.
  package var firstPage = 1
  /// What `{cursor}` stands for on the first page; without one its member or parameter is left out.
  package var firstCursor: JSONValue?
  package var mode: Mode
  /// How long all pages are kept.
  package var cacheAge: Duration
  package var maximumPages: Int
  /// In mode `all`, where a page's length can be asked for.
  package var perPage: Int
  /// Whether the address is that of a sandbox which does not run.
  package var lacksSandbox = false

  package init(url: RequestTemplate, mode: Mode = .query) {
    self.url = url
    self.mode = mode
    method = .get
    headers = []
    next = .none
    cacheAge = .seconds(60)
    maximumPages = 10_000
    perPage = 100
  }

  /// Every text that is filled in.
  var texts: [RequestTemplate] {
    [url] + headers.map(\.value) + (body?.texts ?? []) + (form?.texts ?? [])
  }

  /// The first page there is.
  var firstTarget: PageTarget { firstCursor.map { .cursor($0) } ?? .page(1, offset: 0) }

  func has(_ placeholder: RequestTemplate.Placeholder) -> Bool {
    texts.contains { $0.has(placeholder) }
  }

  package static func == (a: APISettings, b: APISettings) -> Bool {
    a.url == b.url && a.method == b.method && a.body == b.body && a.layout == b.layout
      && a.form == b.form && a.escape == b.escape && a.empty == b.empty && a.error == b.error
      && a.total == b.total && a.next == b.next && a.more == b.more && a.mode == b.mode
      && a.firstPage == b.firstPage && a.firstCursor == b.firstCursor
      && a.cacheAge == b.cacheAge && a.maximumPages == b.maximumPages && a.perPage == b.perPage
      && a.lacksSandbox == b.lacksSandbox
      && a.headers.elementsEqual(b.headers) { $0.name == $1.name && $0.value == $1.value }
  }
}
