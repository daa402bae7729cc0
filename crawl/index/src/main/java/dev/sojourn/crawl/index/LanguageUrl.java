package dev.sojourn.crawl.index;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A page's language, and its URL without the part that names the language.
///
/// The part is a parameter value (`?lang=de`), a path segment (`/pt-br/`), or a piece of the last
/// segment (`index.html.en`, `index.de.html`, `index_fr.html`). Many language codes are also words,
/// such as `it` and `no`. So if a page states its language, the part must name the same language. A
/// part after `_` or `-` counts only if the page states its language.
///
/// @param rest of the URL
/// @param language of the page, in lower case; empty if neither URL nor page states one
record LanguageUrl(String rest, String language) {
  private static final Set<String> LANGUAGES = Set.copyOf(Arrays.asList(Locale.getISOLanguages()));
  private static final Pattern TAG = Pattern.compile("([a-z]{2})([-_][a-z0-9]{2,4}){0,2}");
  private static final Pattern PARAMETER =
      Pattern.compile("(?<=[?&])(lang|language|hl|locale|lng)=([A-Za-z_-]{2,10})(&|$)");
  private static final Pattern SEGMENT = Pattern.compile("(?<=[^/:]/)([A-Za-z_-]{2,10})/");
  private static final Pattern DOTTED = Pattern.compile("(?<=[^/])\\.([A-Za-z_-]{2,10})(?=[.?]|$)");
  private static final Pattern JOINED =
      Pattern.compile("(?<=[^/])[-_]([A-Za-z]{2})(?=(\\.[A-Za-z0-9]+)?(\\?|$))");

  /// {@return the parts of a URL}
  ///
  /// @param stated the language that the page states; empty if it states none
  static LanguageUrl of(String url, String stated) {
    var own = stated.toLowerCase(Locale.ROOT);
    BiPredicate<String, Boolean> isTag =
        (tag, isSure) -> isTag(tag) && (own.isEmpty() ? isSure : primary(tag).equals(primary(own)));
    return without(PARAMETER, 2, url, tag -> isTag.test(tag, true))
        .or(() -> without(SEGMENT, 1, url, tag -> isTag.test(tag, true)))
        .or(() -> without(DOTTED, 1, url, tag -> isTag.test(tag, true)))
        .or(() -> without(JOINED, 1, url, tag -> isTag.test(tag, false)))
        .orElseGet(() -> new LanguageUrl(url, own));
  }

  /// Removes the last match, since a language code is near the page rather than near the host. A
  /// URL can have a thousand matches, so the rest is built only once.
  private static Optional<LanguageUrl> without(
      Pattern pattern, int group, String url, Predicate<String> isLanguage) {
    var matcher = pattern.matcher(url);
    var found = Optional.<MatchResult>empty();
    while (matcher.find()) {
      if (isLanguage.test(matcher.group(group).toLowerCase(Locale.ROOT))) {
        found = Optional.of(matcher.toMatchResult());
      }
    }
    return found.map(
        last ->
            new LanguageUrl(
                url.substring(0, last.start()) + url.substring(last.end()),
                last.group(group).toLowerCase(Locale.ROOT).replace('_', '-')));
  }

  private static boolean isTag(String tag) {
    var matcher = TAG.matcher(tag);
    return matcher.matches() && LANGUAGES.contains(matcher.group(1));
  }

  private static String primary(String tag) {
    return tag.split("[-_]", 2)[0];
  }
}
