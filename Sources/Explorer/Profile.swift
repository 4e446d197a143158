/// One of the things that make a profile; each is asked for by a request of its own.
package enum ProfilePart: Sendable, Hashable {
  case user
  case section(Section)

  /// The lists of a profile, in the order they are shown.
  package enum Section: String, Sendable, CaseIterable { case repos, followers, following }

  /// The list, where it is one.
  package var section: Section? {
    if case .section(let section) = self { section } else { nil }
  }

  /// `user`, `repos`, `followers` or `following`.
  package var name: String {
    switch self {
    case .user: "user"
    case .section(let section): section.rawValue
    }
  }
}

/// What came for one part.
package struct LoadedPart: Sendable, Equatable {
  /// The user alone, or the items of the page.
  package var page: Page
  /// `cache` where nothing was asked.
  package var origin: Origin

  package init(page: Page, origin: Origin) {
    self.page = page
    self.origin = origin
  }
}

/// What came of each part that was asked for together with others.
package typealias LoadedParts = [ProfilePart: Result<LoadedPart, SourceError>]

/// A person and the lists that were asked for, whole.
package struct Profile: Sendable, Equatable {
  package struct Section: Sendable, Equatable {
    package var items: [Item]
    package var totalCount: Int?
    package var next: String?
    package var error: Failure?
  }

  package var user: Item
  /// In the order of `ProfilePart.Section`; a section that was not asked for is absent.
  package var sections: [(section: ProfilePart.Section, content: Section)]

  package static func == (a: Profile, b: Profile) -> Bool {
    a.user == b.user
      && a.sections.elementsEqual(b.sections) {
        $0.section == $1.section && $0.content == $1.content
      }
  }
}

/// An error that is final, and how many attempts it took.
package struct Failure: Error, Sendable, Equatable {
  package var error: SourceError
  package var attempts: Int

  package init(_ error: SourceError, attempts: Int) {
    self.error = error
    self.attempts = attempts
  }
}
