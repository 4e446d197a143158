import Explorer
import GitHub
import People
import Service
import Synchronization
import System

/// The sources of people near at hand: a folder that comes back finds what was read of it.
final class PeopleSources: Sendable {
  private struct Key: Equatable {
    var folder: WorkspaceFolder
    var github: Settings.GitHub
    var people: Settings.People
  }

  private struct State {
    var sources: [(key: Key, source: PeopleSource)] = []
    var repositories: [(key: Key, repository: RepositoryPeople)] = []
    var recent: [(host: String, people: RecentPeople)] = []
  }

  private static let maximumSources = 16

  private let state = Mutex(State())
  private let gitHubs: GitHubSources
  private let file: PrivateFile
  private let dependencies: RepositoryPeople.Dependencies

  /// - Parameter file: where those are kept whom the user has dealt with.
  init(
    _ gitHubs: GitHubSources, file: PrivateFile, _ dependencies: RepositoryPeople.Dependencies
  ) {
    self.gitHubs = gitHubs
    self.file = file
    self.dependencies = dependencies
  }

  /// Nil where the folder is named by neither a path nor a URI.
  func people(of folder: String, _ settings: Settings) -> PeopleOfFolder? {
    guard let folder = WorkspaceFolder(folder)?.repository else { return nil }
    let isInRepository = folder.isInRepository
    let key = Key(folder: folder, github: settings.github, people: settings.people)
    let gitHub = gitHubs.source(for: settings.github)
    let recent = settings.people.remember ? recent(gitHub.descriptor) : nil
    let repository = isInRepository ? repository(key, gitHub.descriptor) : nil
    return state.withLock { state in
      if let known = state.sources.first(where: { $0.key == key }) {
        return PeopleOfFolder(source: known.source, isInRepository: isInRepository)
      }
      if state.sources.count >= Self.maximumSources { state.sources.removeFirst() }
      let source = PeopleSource(
        inner: gitHub, webURL: Self.webURL(gitHub.descriptor), repository: repository,
        recent: recent, mentionable: repository == nil ? nil : mentionable(gitHub))
      state.sources.append((key, source))
      return PeopleOfFolder(source: source, isInRepository: isInRepository)
    }
  }

  /// The people of the history that the folder is part of; nil where it is in no repository.
  func authors(of folder: String, _ settings: Settings) -> RepositoryPeople? {
    guard let folder = WorkspaceFolder(folder)?.repository, folder.isInRepository else {
      return nil
    }
    let key = Key(folder: folder, github: settings.github, people: settings.people)
    return repository(key, gitHubs.source(for: settings.github).descriptor)
  }

  /// Puts somebody first among the recent ones, on a thread where a file may be written.
  func remember(_ person: UsedPerson, _ settings: Settings) {
    guard
      let person = RecentPerson(login: person.login, name: person.name, mail: person.mail)
    else { return }
    let recent = recent(gitHubs.source(for: settings.github).descriptor)
    // Who cannot be written down is not worth an error.
    try? startThread { try? recent.use(person) }
  }

  private func mentionable(_ gitHub: GitHubSource) -> MentionablePeople {
    let report = dependencies.report
    return MentionablePeople(gitHub, now: dependencies.now) { repository, error in
      let words = ErrorReport(
        Failure(error, attempts: 1), during: .profile(login: repository.owner),
        of: gitHub.descriptor)
      report(
        "Who may be mentioned in \(repository.owner)/\(repository.name) is not known: "
          + words.message)
    }
  }

  private func repository(_ key: Key, _ gitHub: SourceDescriptor) -> RepositoryPeople {
    state.withLock { state in
      if let known = state.repositories.first(where: { $0.key == key }) { return known.repository }
      if state.repositories.count >= Self.maximumSources { state.repositories.removeFirst() }
      let repository = RepositoryPeople(
        key.folder, maximumCommits: key.people.maximumCommits, hosts: Self.hosts(gitHub),
        dependencies)
      state.repositories.append((key, repository))
      return repository
    }
  }

  private func recent(_ gitHub: SourceDescriptor) -> RecentPeople {
    let host = gitHub.host ?? ""
    return state.withLock { state in
      if let known = state.recent.first(where: { $0.host == host }) { return known.people }
      let people = RecentPeople(file, hosts: Self.hosts(gitHub))
      state.recent.append((host, people))
      return people
    }
  }

  /// Where pages of accounts are; those of the sandbox are said to be on github.com.
  static func webURL(_ gitHub: SourceDescriptor) -> String? {
    gitHub.host == GitHubSources.sandboxHost ? "https://github.com" : gitHub.webURL
  }

  private static func hosts(_ gitHub: SourceDescriptor) -> AccountHosts {
    AccountHosts(Set(Login.hosts(of: gitHub.host ?? "")))
  }
}

extension GitHubSource: MentionableUsersHost {}
