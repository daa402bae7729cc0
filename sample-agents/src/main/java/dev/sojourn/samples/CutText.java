package dev.sojourn.samples;

import dev.sojourn.agent.Page;

/// The remark that the text of a page is longer than a finding may be, so that an [IndexedPage] has
/// its beginning alone. Words behind that are not found.
///
/// @param cutUrl as the `url` of the [IndexedPage]
/// @param textChars of the whole text
public record CutText(String cutUrl, int textChars) {

  /// Reads a page.
  ///
  /// @param page with a text that was cut
  /// @return the remark
  public static CutText of(Page page) {
    return new CutText(page.url(), page.text().length());
  }
}
