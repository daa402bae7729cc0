package dev.sojourn.host.preview;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The crawlers in the file `crawlers.tsv`, by their documented names.
final class KnownCrawlers {
  private static final String FILE = "crawlers.tsv";
  private static final Map<String, Crawler> BY_NAME = read();

  /// Matches names that are not part of a longer name.
  private static final Pattern NAMES =
      Pattern.compile(
          BY_NAME.values().stream()
              .map(Crawler::name)
              .map(Pattern::quote)
              .collect(Collectors.joining("|", "(?<![\\w.-])(?:", ")(?![\\w.-])")),
          Pattern.CASE_INSENSITIVE);

  private KnownCrawlers() {}

  /// A line of the file.
  ///
  /// @param name the name in the field User-Agent
  /// @param operator the operator of the crawler
  /// @param purpose the purpose, one of a few words
  record Crawler(String name, String operator, String purpose) {}

  /// {@return the crawler with the first known name in a user agent; empty if there is none}
  ///
  /// @param agent the user agent without URLs
  static Optional<Crawler> in(String agent) {
    var name = NAMES.matcher(agent);
    return name.find() ? of(name.group()) : Optional.empty();
  }

  /// {@return the crawler with a name; empty if the name is not in the file}
  static Optional<Crawler> of(String name) {
    return Optional.ofNullable(BY_NAME.get(name.toLowerCase(Locale.ROOT)));
  }

  private static Map<String, Crawler> read() {
    var stream =
        Objects.requireNonNull(KnownCrawlers.class.getResourceAsStream(FILE), "no " + FILE);
    try (var in = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
      var crawlers = new HashMap<String, Crawler>();
      for (var line : in.lines().filter(text -> !text.startsWith("#")).toList()) {
        var cells = List.of(line.split("\t", -1));
        if (cells.size() != 3) {
          throw new IllegalStateException(FILE + ": " + line + " (expected: three columns)");
        }
        var crawler = new Crawler(cells.get(0), cells.get(1), cells.get(2));
        if (crawlers.put(crawler.name().toLowerCase(Locale.ROOT), crawler) != null) {
          throw new IllegalStateException(FILE + ": " + crawler.name() + " twice");
        }
      }
      return Map.copyOf(crawlers);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
