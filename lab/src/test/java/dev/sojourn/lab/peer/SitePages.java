package dev.sojourn.lab.peer;

import java.net.URI;

/// The links that another crawler follows: to pages of the site that it is on.
final class SitePages {
  private SitePages() {}

  /// {@return whether a link leads to a page of the same site, by its URL}
  ///
  /// @param from URL of the page that has the link
  /// @param to the absolute URL that it leads to
  static boolean isPage(String from, String to) {
    try {
      var own = URI.create(from);
      var other = URI.create(to);
      var path = other.getPath() == null ? "" : other.getPath();
      boolean isDirectory = path.isEmpty() || path.endsWith("/");
      return own.getAuthority().equals(other.getAuthority())
          && (isDirectory || path.endsWith(".html") || path.endsWith(".htm"));
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
