/// What happens to a profile view.
package enum ProfileEvent: Sendable {
  case opened(login: String, sections: [ProfilePart.Section], isProgressive: Bool)
  /// Asks for everything again, past the cache.
  case refreshed
  case loadMore(ProfilePart.Section)
  /// The waker that `ProfileEffect.wakeAt` set, at its time or later.
  case wake
  case answered(generation: Int, ProfilePart, Result<LoadedPart, SourceError>)
  /// There is no more time: what is under way has failed, with what it waits because of.
  case expired
  case closed
}

/// What a profile view wants done; to be performed in order.
package enum ProfileEffect: Sendable, Equatable {
  /// Replaces the waker set before.
  case wakeAt(Duration)
  /// Ends every request of that generation.
  case cancel(generation: Int)
  case start(ProfileRequest)
  case publish(ProfilePublication)
}

/// One request to the source, named by the generation that its answer must carry.
package struct ProfileRequest: Sendable, Equatable {
  package struct Continuation: Sendable, Equatable {
    package var next: String
    package var page: Int
  }

  package var generation: Int
  package var part: ProfilePart
  package var login: String
  package var freshness: Freshness
  /// Nil asks for the first page.
  package var continuation: Continuation?
  package var timeout: Duration
}

/// What the client is told.
package enum ProfilePublication: Sendable, Equatable {
  case loading
  case retrying(ProfilePart, attempt: Int, wait: Duration, because: SourceError)
  case part(ProfilePart, Page, appends: Bool, Failure?)
  case loaded(ProfileOutcome, Origin)
}

package enum ProfileOutcome: Sendable, Equatable {
  case success(Profile)
  /// Some sections failed; they are empty.
  case partial(Profile, [PartFailure])
  /// The person could not be loaded; the person's failure is first.
  case failure([PartFailure])
}

package struct PartFailure: Sendable, Equatable {
  package var part: ProfilePart
  package var failure: Failure
}
