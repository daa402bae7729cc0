package dev.sojourn.lab.peer;

import java.net.URI;

/// The links that another crawler follows: those to pages of the same site.
final class SitePages {
  private SitePages() {}

  /// {@return whether a link leads to a page of the same site, by its URL}
  ///
  /// @param from URL of the page that has the link
  /// @param to the absolute URL to which it leads
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
