package dev.sojourn.agent;

import java.util.Optional;

/// The validators of a page as its source gave them. They make a later request conditional (RFC
/// 9110, 8.8).
///
/// @param etag the ETag field, as it was sent
/// @param lastModified the Last-Modified field, as it was sent
public record PageValidators(Optional<String> etag, Optional<String> lastModified) {

  /// The source gave none.
  public static final PageValidators NONE = new PageValidators(Optional.empty(), Optional.empty());

  private static final int MAX_CHARS = 1_000;

  /// Leaves out what no request could carry: other characters than visible ASCII and spaces, and
  /// more than 1,000 of them.
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
