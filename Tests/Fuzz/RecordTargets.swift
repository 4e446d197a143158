import Explorer
import JSON
import JSONAPI
import Secrets

@testable import Catalog
@testable import GitHub
@testable import People
@testable import REST

/// Files in all forms: a table or an error, and a place in it for each row.
func fuzzTables(_ bytes: UnsafeRawBufferPointer) {
  var input = FuzzInput(bytes)
  var layout = RecordLayout()
  let format = input.byte()
  layout.format = format < RecordFormat.allCases.count ? RecordFormat.allCases[format] : nil
  layout.items = ItemsPath(["", "items", "*.items", "0"][input.byte() % 4])
  layout.encoding = [nil, nil, "ISO-8859-1", "UTF-16LE"][input.byte() % 4]
  layout.zip = input.byte() % 4 == 1 ? .all : nil
  layout.columns = input.byte() % 4 == 1 ? ["name", "a"] : []
  layout.comment = input.byte() % 4 == 1 ? "#" : nil
  layout.skip = input.byte() % 4
  guard let label = FieldTemplate("name"), let detail = FieldTemplate("{a.b} • {c}") else { return }
  var mapping = ItemMapping(label: label, search: [label, detail])
  mapping.detail = detail
  let bytes = Array(input.rest)
  let table = try? TableReader(layout, mapping).table(bytes)
  expect((table?.count ?? 0) <= bytes.count + 1, "there are no more rows than bytes")
}

/// A template is read or refused; with a record it gives a text or none.
func fuzzTemplates(_ bytes: UnsafeRawBufferPointer) {
  var input = FuzzInput(bytes)
  let text = input.text()
  let record = (try? JSONValue(parsing: input.rest)) ?? ["a": ["b": "c"], "name": "n"]
  if let template = FieldTemplate(text) {
    expect(template.text(in: record) != "", "no empty text")
  }
  _ = try? RequestTemplate(text)
  _ = try? RequestBody(record)
}

/// Commits do not depend on how git's output is cut.
func fuzzLog(_ bytes: UnsafeRawBufferPointer) {
  var input = FuzzInput(bytes)
  let (first, second) = input.halves()
  func commits(_ pieces: [ArraySlice<UInt8>]) -> [CommitRecord] {
    var parser = LogParser()
    var found: [CommitRecord] = []
    for piece in pieces { piece.withUnsafeBytes { parser.parse($0) { found.append($0) } } }
    return found
  }
  expect(commits([first + second]) == commits([first, second]), "commits are those of the bytes")
}

/// What GitHub answers: items or an error, and no number that is none.
func fuzzAnswers(_ bytes: UnsafeRawBufferPointer) {
  let body = Array(bytes)
  let responses = Responses(host: .gitHub)
  func check(_ reading: Responses.Reading?) {
    guard let reading else { return }
    expect(reading.dropped >= 0, "no less than nothing is dropped")
    expect((reading.page.totalCount ?? 0) >= 0, "a total is not negative")
    for item in reading.page.items { expect(!item.label.isEmpty, "a row says something") }
  }
  check(try? responses.searchPage(body, number: 1))
  check(try? responses.user(body))
  for section in ProfilePart.Section.allCases {
    check(try? responses.section(section, body, number: 1))
  }
  for budget in responses.budgets(body, now: 1_700_000_000) ?? [] {
    expect(budget.resetsIn ?? .zero >= .zero, "a budget begins anew later")
  }
  let redactor = Redactor()
  redactor.remember(Token("secretsecret"))
  let said = ServerMessage(body, redactor).text ?? "."
  expect(!said.isEmpty && !said.contains("secretsecret"), "a message is shown without secrets")
  guard let answer = GraphQLAnswer(body) else { return }
  expect(answer.limits(now: 1_700_000_000)?.remaining ?? 0 >= 0, "a budget is not negative")
  for field in answer.data.members {
    let nodes = field.value["nodes"]?.arrayValue ?? []
    check(try? responses.accounts(nodes.map(GraphQLNodes.account), number: 1))
    check(try? responses.repositories(nodes.map(GraphQLNodes.repository), number: 1))
  }
}
