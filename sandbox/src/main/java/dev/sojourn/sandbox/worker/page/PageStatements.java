package dev.sojourn.sandbox.worker.page;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.robots.extension.UsagePreferences;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The statements about uses of a page that come with the page itself: its Content-Usage and Link
/// fields, and its own links to licences. Those of robots.txt are the host's to tell.
public final class PageStatements {
  /// Characters of one Link field that are read.
  private static final int MAX_FIELD_CHARS = 8 * 1024;

  private PageStatements() {}

  /// {@return the statements}
  ///
  /// @param usage values of Content-Usage
  /// @param links values of Link (RFC 8288)
  /// @param licences to which the page links, absolute
  /// @param url of the page, against which references of fields are resolved
  public static PageUsage of(
      List<String> usage, List<String> links, List<String> licences, PageUrl url) {
    var stated =
        UsagePreferences.parseContentUsage(String.join(", ", usage))
            .orElse(UsagePreferences.NONE)
            .permissions();
    var all = new ArrayList<String>();
    for (var field : links) {
      read(field, url, all);
    }
    all.addAll(licences);
    return new PageUsage(stated, Map.of(), all);
  }

  /// Reads the links of one field, whose members are `<reference>` and parameters.
  private static void read(String field, PageUrl url, List<String> found) {
    var text = field.length() > MAX_FIELD_CHARS ? field.substring(0, MAX_FIELD_CHARS) : field;
    int at = text.indexOf('<');
    while (at >= 0 && found.size() < PageUsage.MAX_LICENCES) {
      int close = text.indexOf('>', at);
      if (close < 0) {
        return;
      }
      int end = endOfMember(text, close);
      if (isLicence(text.substring(close + 1, end))) {
        reference(text.substring(at + 1, close), url).ifPresent(found::add);
      }
      at = text.indexOf('<', end);
    }
  }

  private static Optional<String> reference(String text, PageUrl url) {
    return url.resolve(text).map(PageUrl::toString);
  }

  /// The comma behind a member, or the end of the text; a comma in quotes is none.
  private static int endOfMember(String text, int from) {
    boolean isQuoted = false;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        isQuoted = !isQuoted;
      } else if (c == ',' && !isQuoted) {
        return i;
      }
    }
    return text.length();
  }

  private static boolean isLicence(String parameters) {
    for (var parameter : parameters.toLowerCase(Locale.ROOT).split(";", -1)) {
      int equals = parameter.indexOf('=');
      if (equals > 0 && parameter.substring(0, equals).strip().equals("rel")) {
        var relations = parameter.substring(equals + 1).replace('"', ' ').strip();
        // Of several, the first counts (RFC 8288, 3.3).
        return List.of(relations.split("\\s+", -1)).contains("license");
      }
    }
    return false;
  }
}
