package dev.sojourn.visit.content;

import dev.sojourn.agent.PageUrl;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The rules that select URLs for agents on a site whose pages are not files of a folder.
///
/// A server may interpret a path differently from robots.txt. A URL is therefore refused if its
/// path is ambiguous. Such a path has an empty name, a name with a leading dot, an encoded
/// separator or control character, a doubly encoded escape, or `;`.
///
/// @param files the patterns of the operator, applied to the URL's path
public record UrlRules(FileRules files) {
  private static final List<String> ROBOTS = List.of("robots.txt");
  private static final Pattern READ_IN_TWO_WAYS = Pattern.compile(";|%[0-9A-Fa-f]{2}");

  /// {@return the reason why a URL is refused; empty if it may be requested from the source}
  ///
  /// @param url a URL of the site
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
