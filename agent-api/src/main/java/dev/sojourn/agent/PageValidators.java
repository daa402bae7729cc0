package dev.sojourn.agent;

import java.util.Optional;

/// The validators of a page from its source. They make a later request conditional (RFC 9110, 8.8).
///
/// @param etag the ETag field, as it was sent
/// @param lastModified the Last-Modified field, as it was sent
public record PageValidators(Optional<String> etag, Optional<String> lastModified) {

  /// No validators.
  public static final PageValidators NONE = new PageValidators(Optional.empty(), Optional.empty());

  private static final int MAX_CHARS = 1_000;

  /// Drops a validator that no request can carry: with characters other than visible ASCII and
  /// spaces, or with more than 1,000 characters.
  public PageValidators {
    etag = etag.filter(PageValidators::isSendable);
    lastModified = lastModified.filter(PageValidators::isSendable);
  }

  private static boolean isSendable(String value) {
    return !value.isEmpty()
        && value.length() <= MAX_CHARS
        && value.chars().allMatch(c -> c >= ' ' && c <= '~');
  }
}
