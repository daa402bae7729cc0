package dev.sojourn.host.preview;

import java.util.Locale;
import java.util.regex.Pattern;

/// The name of a crawler in its user agent: one of [KnownCrawlers], or a word that looks like a
/// crawler's name. Clients can claim any name.
final class CrawlerToken {
  /// Requests of browsers, which are not crawlers.
  static final String BROWSERS = "(browsers)";

  /// Requests without a user agent.
  static final String NONE = "(no user agent)";

  private static final int MAX_CHARS = 60;

  /// URLs and mail addresses, which contain no names: `+http://example.org/bot.html`.
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?:[a-z]{2,8}://|www\\.)[^\\s;,()<>]*|[^\\s;,()<>@]{1,100}@[^\\s;,()<>]*",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern CRAWLER =
      Pattern.compile(
          "(?<![A-Za-z0-9._-])([A-Za-z0-9._-]{0,40}(?:bot|crawler|spider)[A-Za-z0-9_-]{0,40})"
              + "(?=[/;,) +]|$)",
          Pattern.CASE_INSENSITIVE);
  private static final Pattern FIRST = Pattern.compile("([^\\s/;()]+)");

  private CrawlerToken() {}

  static String of(String agent) {
    if (agent.isBlank()) {
      return NONE;
    }
    var names = ADDRESS.matcher(agent).replaceAll(" ");
    var known = KnownCrawlers.in(names);
    if (known.isPresent()) {
      return known.get().name();
    }
    var crawler = CRAWLER.matcher(names);
    while (crawler.find()) {
      // A brand of phones.
      if (!crawler.group(1).toLowerCase(Locale.ROOT).startsWith("cubot")) {
        return cut(crawler.group(1));
      }
    }
    if (agent.startsWith("Mozilla/") || agent.startsWith("Opera/")) {
      return BROWSERS;
    }
    var first = FIRST.matcher(names);
    return first.find() ? cut(first.group(1)) : NONE;
  }

  private static String cut(String name) {
    return name.length() > MAX_CHARS ? name.substring(0, MAX_CHARS) : name;
  }
}
