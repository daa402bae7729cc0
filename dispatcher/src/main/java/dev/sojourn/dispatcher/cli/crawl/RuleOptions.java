package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.crawl.core.RuleChange;
import dev.sojourn.filter.ScopeRules;
import dev.sojourn.filter.UrlFilter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The options for the choice of URLs, as a picocli mixin.
final class RuleOptions {
  /// Removes all patterns of an option.
  private static final String NONE = "none";

  @Option(
      names = "--include",
      paramLabel = "PATTERN",
      description = {
        "Ask only for start URLs and for URLs that such a pattern matches: /docs/ or *.pdf$ for"
            + " path and",
        "query, as in robots.txt; https://example.org/docs/ for one site; regex:[?&]page=[0-9] for"
            + " an",
        "expression of RE2. It can be given several times."
      })
  private List<String> includes = List.of();

  @Option(
      names = "--exclude",
      paramLabel = "PATTERN",
      description = {
        "Ask for no URL that such a pattern matches, not even a start URL. With --resume or"
            + " --recrawl,",
        "--include and --exclude replace the patterns of that option; none removes them."
      })
  private List<String> excludes = List.of();

  /// {@return the change of the rules that the command line asks for}
  ///
  /// @throws CommandException if a text is not a pattern, or there are too many
  RuleChange change() {
    var change = new RuleChange(patterns(includes), patterns(excludes));
    try {
      var _ = UrlFilter.of(change.of(ScopeRules.NONE, List.of()));
    } catch (IllegalArgumentException e) {
      throw new CommandException(ExitCode.USAGE, String.valueOf(e.getMessage()));
    }
    return change;
  }

  private static Optional<List<String>> patterns(List<String> given) {
    if (given.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        given.stream()
            .filter(text -> !text.equals(NONE))
            .map(RuleOptions::normalised)
            .distinct()
            .toList());
  }

  /// Gives the origin of a pattern the form that it has in URLs, such as a host in lower case.
  private static String normalised(String pattern) {
    int authority = pattern.indexOf("://") + 3;
    int path = pattern.indexOf('/', authority);
    if (!pattern.startsWith("http") || path < authority) {
      return pattern;
    }
    return PageUrl.parse(pattern.substring(0, path + 1))
        .map(url -> url.origin() + pattern.substring(path))
        .orElse(pattern);
  }

  /// Refuses a crawl that would request none of its start URLs.
  ///
  /// @param urls the start URLs, as given
  /// @throws CommandException if the excludes match all of them
  void refuseNoStart(List<String> urls) {
    var patterns = change().excludes().orElse(List.of());
    var filter = UrlFilter.of(new ScopeRules(List.of(), patterns, List.of()));
    boolean isSome =
        urls.stream()
            .flatMap(text -> PageUrl.parse(text).stream())
            .anyMatch(url -> filter.wants(url.toString()));
    if (!isSome) {
      throw new CommandException(
          ExitCode.USAGE, "--exclude leaves every start URL out, so there is nothing to crawl.");
    }
  }
}
