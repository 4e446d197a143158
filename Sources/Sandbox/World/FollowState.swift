import Synchronization

/// Whom the person behind the tokens follows now; all tokens are the same person.
final class FollowState: Sendable {
  private let world: World
  private let followed: Mutex<[Int32]>

  init(world: World) {
    self.world = world
    followed = Mutex(world.graph.following[world.ownIndex])
  }

  func isFollowing(_ index: Int) -> Bool {
    followed.withLock { $0.contains(Int32(index)) }
  }

  /// Follows; a second time changes nothing.
  func follow(_ index: Int) {
    followed.withLock { if !$0.contains(Int32(index)) { $0.append(Int32(index)) } }
  }

  /// Stops following; a second time changes nothing.
  func unfollow(_ index: Int) {
    followed.withLock { $0.removeAll { $0 == Int32(index) } }
  }

  /// Whom the account follows, as it is now.
  func following(of index: Int) -> [Int32] {
    index == world.ownIndex ? followed.withLock { $0 } : world.graph.following[index]
  }

  /// Who follows the account, as it is now.
  func followers(of index: Int) -> [Int32] {
    let own = Int32(world.ownIndex)
    let before = world.graph.followers[index]
    switch (isFollowing(index), before.contains(own)) {
    case (true, false): return before + [own]
    case (false, true): return before.filter { $0 != own }
    case (true, true), (false, false): return before
    }
  }
}
