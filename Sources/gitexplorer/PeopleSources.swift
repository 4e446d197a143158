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

  /// What a history is read by: another token reads none again.
  private struct History: Equatable {
    var folder: WorkspaceFolder
    var maximumCommits: Int
    var host: String?
  }

  private struct State {
    var sources = Newest<Key, PeopleSource>()
    var repositories = Newest<History, RepositoryPeople>()
    /// By the host.
    var recent = Newest<String, RecentPeople>()
  }

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
    let repository = isInRepository ? repository(folder, settings, gitHub.descriptor) : nil
    let source = state.withLock { state in
      state.sources.value(for: key) {
        PeopleSource(
          inner: gitHub, webURL: Self.webURL(gitHub.descriptor), repository: repository,
          recent: recent, mentionable: repository == nil ? nil : mentionable(gitHub))
      }
    }
    return PeopleOfFolder(source: source, isInRepository: isInRepository)
  }

  /// The people of the history that the folder is part of; nil where it is in no repository.
  func authors(of folder: String, _ settings: Settings) -> RepositoryPeople? {
    guard let folder = WorkspaceFolder(folder)?.repository, folder.isInRepository else {
      return nil
    }
    return repository(folder, settings, gitHubs.source(for: settings.github).descriptor)
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
    return MentionablePeople(gitHub, now: dependencies.now, sleep: dependencies.sleep) {
      repository, error in
      let words = ErrorReport(
        Failure(error, attempts: 1), during: .profile(login: repository.owner),
        of: gitHub.descriptor)
      report(
        "Who may be mentioned in \(repository.owner)/\(repository.name) is not known: "
          + words.message)
    }
  }

  private func repository(
    _ folder: WorkspaceFolder, _ settings: Settings, _ gitHub: SourceDescriptor
  ) -> RepositoryPeople {
    let commits = settings.people.maximumCommits
    return state.withLock { state in
      state.repositories.value(
        for: History(folder: folder, maximumCommits: commits, host: gitHub.host)
      ) {
        RepositoryPeople(
          folder, maximumCommits: commits, hosts: Self.hosts(gitHub), dependencies)
      }
    }
  }

  private func recent(_ gitHub: SourceDescriptor) -> RecentPeople {
    state.withLock { state in
      state.recent.value(for: gitHub.host ?? "") {
        RecentPeople(file, hosts: Self.hosts(gitHub))
      }
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
