package dev.sojourn.dispatcher.http;

import dev.sojourn.agent.PageUrl;
import java.util.Optional;

/// Resolves what a Location field says against the URL that was asked for (RFC 3986, 5.2.2).
///
/// `java.net.URI` will not read the unencoded octets that real Location fields hold; [PageUrl]
/// encodes them.
final class References {

  private References() {}

  /// {@return the page that the reference names, without its fragment; empty if it names none that
  /// is read over HTTP}
  static Optional<PageUrl> resolve(PageUrl base, String reference) {
    var text = reference.strip();
    if (scheme(text)) {
      return PageUrl.parse(text);
    }
    if (text.startsWith("//")) {
      return PageUrl.parse(base.origin().substring(0, base.origin().indexOf(':') + 1) + text);
    }
    if (text.startsWith("/")) {
      return PageUrl.parse(base.origin() + text);
    }
    if (text.startsWith("?")) {
      return PageUrl.parse(base.origin() + base.path() + text);
    }
    if (text.isEmpty() || text.startsWith("#")) {
      return Optional.of(base);
    }
    var folder = base.path().substring(0, base.path().lastIndexOf('/') + 1);
    return PageUrl.parse(base.origin() + folder + text);
  }

  private static boolean scheme(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ':') {
        return i > 0;
      }
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean later = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
      if (!letter && (i == 0 || !later)) {
        return false;
      }
    }
    return false;
  }
}
