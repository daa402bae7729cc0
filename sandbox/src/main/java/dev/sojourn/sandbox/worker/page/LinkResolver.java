package dev.sojourn.sandbox.worker.page;

import dev.sojourn.agent.PageUrl;
import java.util.Optional;

/// Makes the references of one page absolute (RFC 3986, 5.2.2); normalising is left to [PageUrl].
final class LinkResolver {
  private final PageUrl base;

  /// Resolves against the page's base: its own URL, or that of `<base href>`.
  LinkResolver(PageUrl base) {
    this.base = base;
  }

  /// The page that a reference means; empty for `mailto:`, `javascript:` and what is no URL.
  Optional<PageUrl> resolve(String reference) {
    var text = clean(reference);
    int colon = schemeEnd(text);
    if (colon >= 0) {
      return PageUrl.parse(text);
    }
    if (text.startsWith("//")) {
      return PageUrl.parse(base.origin().substring(0, base.origin().indexOf(':') + 1) + text);
    }
    if (text.isEmpty() || text.startsWith("#")) {
      return Optional.of(base);
    }
    if (text.startsWith("?")) {
      return PageUrl.parse(base.origin() + base.path() + text);
    }
    if (text.startsWith("/")) {
      return PageUrl.parse(base.origin() + text);
    }
    var directory = base.path().substring(0, base.path().lastIndexOf('/') + 1);
    return PageUrl.parse(base.origin() + directory + text);
  }

  /// Without white space at the ends, and without tabs and line ends, as browsers read attributes.
  private static String clean(String reference) {
    var text = reference.strip();
    if (text.indexOf('\n') < 0 && text.indexOf('\t') < 0 && text.indexOf('\r') < 0) {
      return text;
    }
    return text.replace("\n", "").replace("\r", "").replace("\t", "");
  }

  /// Where the scheme ends, or -1 if there is none.
  private static int schemeEnd(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ':') {
        return i == 0 ? -1 : i;
      }
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean later = i > 0 && ((c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.');
      if (!letter && !later) {
        return -1;
      }
    }
    return -1;
  }
}
