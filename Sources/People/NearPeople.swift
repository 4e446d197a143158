import Explorer
import JSON

/// The people near at hand as rows, and together with those of another source.
struct NearPeople: Sendable {
  let authors: @Sendable () -> PeopleDirectory
  let recent: @Sendable () -> PeopleDirectory
  let mentionable: @Sendable () -> MentionableDirectory
  let host: String
  let webURL: String?

  /// A page of those whom the query finds.
  func page(_ query: Query) -> Page {
    let people = find(query.text)
    let first = min(
      people.count,
      max(0, query.page - 1).multipliedReportingOverflow(by: query.perPage).partialValue)
    let last = min(people.count, first + query.perPage)
    return Page(
      items: people[max(0, first)..<max(0, first, last)].map(row),
      number: query.page, totalCount: people.count,
      next: last < people.count ? String(query.page + 1) : nil)
  }

  /// Puts those whom the query finds, a page of them at most, before the first page of the other
  /// source; nobody is there twice.
  func merged(with page: Page, _ query: Query) -> Page {
    var first = query
    first.page = 1
    let people = Array(find(query.text).prefix(query.perPage))
    let known = Dictionary(
      people.compactMap { person in person.login.map { ($0.lowercased(), person) } },
      uniquingKeysWith: { first, _ in first })
    var byLogin: [String: Item] = [:]
    var others: [Item] = []
    for item in page.items {
      let login = item.data["login"]?.stringValue?.lowercased() ?? ""
      if let person = known[login] {
        byLogin[login] = completed(person).adding(to: item)
      } else {
        others.append(person(login)?.adding(to: item) ?? item)
      }
    }
    var merged = page
    merged.items = others
    let isFirst = page.number == 1
    if isFirst {
      merged.items =
        people.map { person in
          person.login.flatMap { byLogin[$0.lowercased()] } ?? row(person)
        } + others
    }
    merged.items = merged.items.map(\.tellingWhetherFollowed)
    merged.totalCount = page.totalCount.map { $0 + people.count - (isFirst ? byLogin.count : 0) }
    return merged
  }

  /// Recent ones first, then authors, then those who may be mentioned; each person once.
  private func find(_ query: String) -> [Person] {
    // An account that was pasted is looked for by its login.
    let text = Login.pasted(query, host: host)?.text ?? query
    let (authors, recent, mentionable) = (authors(), recent(), mentionable().people)
    let found = authors.indices(of: text)
    guard !recent.people.isEmpty || !mentionable.people.isEmpty else {
      return found.map { authors.people[$0] }
    }
    let foundAuthors = Set(found)
    let foundRecent = Set(recent.indices(of: text))
    var first: [Person] = []
    var shown: Set<Int> = []
    for (i, person) in recent.people.enumerated() {
      let author = authors.index(of: person)
      guard foundRecent.contains(i) || author.map(foundAuthors.contains) == true else { continue }
      if let author { shown.insert(author) }
      first.append(author.map { authors.people[$0].recent } ?? person)
    }
    // The host may know other names than the history.
    let last = mentionable.find(text).compactMap { person -> Person? in
      if let i = authors.index(of: person) {
        return foundAuthors.contains(i) || shown.contains(i) ? nil : authors.people[i]
      }
      guard let i = recent.index(of: person) else { return person }
      return foundRecent.contains(i) ? nil : recent.people[i]
    }
    return first + found.lazy.filter { !shown.contains($0) }.map { authors.people[$0] } + last
  }

  /// A person as a row, with what the host has told of the account.
  private func row(_ person: Person) -> Item {
    guard let item = person.login.flatMap(mentionable().item) else {
      return person.item(host: host, webURL: webURL)
    }
    return completed(person).adding(to: item).tellingWhetherFollowed
  }

  /// The same, with the relation `mentionable` where it holds.
  private func completed(_ person: Person) -> Person {
    guard !person.relations.contains(.mentionable),
      person.login.flatMap(mentionable().item) != nil
    else { return person }
    var person = person
    person.relations.append(.mentionable)
    return person
  }

  private func person(_ login: String) -> Person? {
    guard !login.isEmpty else { return nil }
    let (authors, recent, mentionable) = (authors(), recent(), mentionable().people)
    let author = authors.index(ofLogin: login).map { authors.people[$0] }
    guard let known = recent.index(ofLogin: login) else {
      return (author ?? mentionable.index(ofLogin: login).map { mentionable.people[$0] })
        .map(completed)
    }
    return completed(author?.recent ?? recent.people[known])
  }
}

extension Item {
  /// The same, with the relation `following` where the host has said in its answer that whoever asks
  /// follows the person.
  fileprivate var tellingWhetherFollowed: Item {
    let relation = JSONValue.string("following")
    let relations = data["relation"]?.arrayValue ?? []
    guard data["viewerIsFollowing"] == true, !relations.contains(relation) else { return self }
    var item = self
    item.data["relation"] = .array(relations + [relation])
    return item
  }
}

extension Person {
  /// The same, dealt with lately.
  fileprivate var recent: Person {
    var person = self
    person.relations = [.recent] + relations
    return person
  }
}
