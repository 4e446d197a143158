import JSON
import Synchronization
import System

/// Those whom the user has dealt with lately, the last first; kept in a file, without any query.
package final class RecentPeople: Sendable {
  package static let maximumCount = 200
  private static let largestFile = 1 << 20

  private let state: Mutex<PeopleDirectory>
  private let file: PrivateFile?
  private let hosts: AccountHosts

  /// - Parameter file: nil keeps nothing, and nobody is recent.
  package init(_ file: PrivateFile?, hosts: AccountHosts) {
    self.file = file
    self.hosts = hosts
    state = Mutex(Self.directory(Self.read(file), hosts))
  }

  /// Each with the relation `recent`, the last first.
  package var directory: PeopleDirectory { state.withLock { $0 } }

  /// Puts somebody first, and keeps that in the file, which may take a moment.
  ///
  /// - Throws: where the file cannot be written; the person is remembered until the end.
  package func use(_ person: RecentPerson) throws(SystemError) {
    guard let file else { return }
    // Another process may have written meanwhile.
    let key = person.person(hosts).key
    let others = Self.read(file).filter { $0.person(hosts).key != key }
    let people = Array(([person] + others).prefix(Self.maximumCount))
    state.withLock { $0 = Self.directory(people, hosts) }
    let lines = people.flatMap { $0.json.jsonBytes(.strict) + [UInt8(ascii: "\n")] }
    try file.replace(with: lines)
  }

  private static func directory(
    _ people: [RecentPerson], _ hosts: AccountHosts
  ) -> PeopleDirectory {
    PeopleDirectory(people.map { $0.person(hosts) })
  }

  /// Lines that are none are passed over.
  private static func read(_ file: PrivateFile?) -> [RecentPerson] {
    let bytes = file?.read(limit: largestFile) ?? []
    return bytes.split(separator: UInt8(ascii: "\n")).prefix(maximumCount).compactMap { line in
      (try? JSONValue(parsing: line)).flatMap(RecentPerson.init)
    }
  }
}
