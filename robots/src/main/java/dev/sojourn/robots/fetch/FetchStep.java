package dev.sojourn.robots.fetch;

/// The step that follows from an answer.
public sealed interface FetchStep {

  /// Another request is needed.
  ///
  /// @param fetch has the URL of the next request
  record Request(RobotsFetch fetch) implements FetchStep {}

  /// The fetch is over.
  ///
  /// @param result the result of the fetch
  record Done(FetchResult result) implements FetchStep {}
}
