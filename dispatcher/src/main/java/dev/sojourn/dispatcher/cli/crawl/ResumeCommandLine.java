package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.base.text.Messages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Set;
import picocli.CommandLine.ParseResult;

/// The command line that resumes a crawl: the options of the present run, except those that the
/// directory of the crawl stores. Without its key the crawl could not continue.
final class ResumeCommandLine {
  /// The options that the directory of the crawl stores, or that do not affect a resumed crawl.
  private static final Set<String> LEFT_OUT =
      Set.of(
          "--agent",
          "--main",
          "--with",
          "--product-token",
          "--max-pages",
          "--max-findings",
          "--max-visit-time",
          "--retries",
          "--visits",
          "--partition",
          "--include",
          "--exclude",
          "--sites",
          "--resume",
          "--recrawl",
          "--out");

  private ResumeCommandLine() {}

  /// {@return the command line, as it can be typed into a shell}
  ///
  /// @param given the command line of this run
  /// @param out the directory of the crawl
  static String of(ParseResult given, Path out) {
    return line("sojourn crawl --resume --out " + Messages.typed(out), given, LEFT_OUT);
  }

  /// {@return the command line of this run, for a form that takes no URLs}
  ///
  /// @param given the command line of this run
  static String again(ParseResult given) {
    return line("sojourn crawl", given, Set.of());
  }

  private static String line(String begin, ParseResult given, Set<String> leftOut) {
    var words = new ArrayList<String>();
    words.add(begin);
    for (var option : given.matchedOptions()) {
      if (!leftOut.contains(option.longestName())) {
        words.add(option.longestName());
        if (option.arity().max() > 0) {
          option.originalStringValues().forEach(value -> words.add(Messages.typed(value)));
        }
      }
    }
    return String.join(" ", words);
  }
}
