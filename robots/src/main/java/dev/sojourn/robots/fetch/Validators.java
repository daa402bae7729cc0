package dev.sojourn.robots.fetch;

import java.util.Optional;

/// The validators that make a request conditional.
///
/// @param etag for If-None-Match
/// @param lastModified for If-Modified-Since
public record Validators(Optional<String> etag, Optional<String> lastModified) {

  /// No validators.
  public static final Validators NONE = new Validators(Optional.empty(), Optional.empty());
}
