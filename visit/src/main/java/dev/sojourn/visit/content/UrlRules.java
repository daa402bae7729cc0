package dev.sojourn.visit.content;

import dev.sojourn.agent.PageUrl;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The rules for the URLs that agents are given of a site whose pages are no files of a folder.
///
/// A server behind a source may read a path in another way than robots.txt does. So a URL is
/// refused if its path could be read in two ways: with an empty name, a name that begins with a
/// dot, an encoded separator or control character, an escape that is encoded twice, or parameters
/// after `;`, which some servers cut off.
///
/// @param files the patterns of the operator, by the path of the URL
public record UrlRules(FileRules files) {
  private static final List<String> ROBOTS = List.of("robots.txt");
  private static final Pattern READ_IN_TWO_WAYS = Pattern.compile(";|%[0-9A-Fa-f]{2}");

  /// {@return why a URL is refused; empty if the source may be asked for it}
  ///
  /// @param url of the site
  public Optional<Content.Missing> refusal(PageUrl url) {
    var path = FilePath.of(url.path());
    if (path.isEmpty() || path.get().names().stream().anyMatch(UrlRules::isReadInTwoWays)) {
      return Optional.of(
          new Content.Missing(404, "Agents are given no page at " + url.path() + "."));
    }
    var names = path.get().names();
    return !names.equals(ROBOTS) && files.isLeftOut(names, path.get().slash())
        ? Optional.of(
            new Content.Missing(
                403, "The operator of this site gives " + url.path() + " to no agent."))
        : Optional.empty();
  }

  private static boolean isReadInTwoWays(String name) {
    return READ_IN_TWO_WAYS.matcher(name).find();
  }
}
