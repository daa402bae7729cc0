package dev.sojourn.crawl.core;

import java.util.Optional;

/// The limits of a visit.
///
/// @param pages pages it may fetch
/// @param bytes bytes of page bodies it may read
/// @param findings findings it may report
/// @param seconds wall-clock time it may take
public record Allowance(long pages, long bytes, long findings, long seconds) {

  /// {@return the limits that remain after some spending; each visit gets the full time}
  ///
  /// @param spent by an earlier visit
  public Allowance minus(Tally spent) {
    return new Allowance(
        Math.max(0, pages - spent.pages()),
        Math.max(0, bytes - spent.pageBytes()),
        Math.max(0, findings - spent.findings()),
        seconds);
  }

  /// {@return whether at least one limit is higher than in another allowance}
  ///
  /// @param other the allowance to compare with
  boolean allowsMoreThan(Allowance other) {
    return pages > other.pages
        || bytes > other.bytes
        || findings > other.findings
        || seconds > other.seconds;
  }

  /// {@return a limit that leaves a visit nothing to do, by its name in the sandbox; empty if there
  /// is none}
  public Optional<String> spent() {
    if (pages <= 0) {
      return Optional.of("pages");
    }
    if (findings <= 0) {
      return Optional.of("findings");
    }
    if (bytes <= 0) {
      return Optional.of("pageBytes");
    }
    return seconds <= 0 ? Optional.of("wallClock") : Optional.empty();
  }

  /// {@return the `crawl` option that sets a limit, with its value; empty for an unknown limit}
  ///
  /// @param limit by its name in the sandbox
  public Optional<String> words(String limit) {
    return Optional.ofNullable(
        switch (limit) {
          case "pages" -> "--max-pages " + pages;
          case "findings" -> "--max-findings " + findings;
          case "wallClock" -> "--max-visit-time " + typed(seconds);
          case "pageBytes" -> "the limit of " + (bytes >> 20) + " MiB of pages a territory";
          default -> null;
        });
  }

  /// {@return the end of a visit that one of these limits stopped; empty for an unknown limit}
  ///
  /// @param limit by its name in the sandbox
  public Optional<Ending.Made> stopped(String limit) {
    return words(limit).map(words -> new Ending.Stopped(limit, "stopped by " + words + "."));
  }

  private static String typed(long seconds) {
    if (seconds % 3_600 == 0) {
      return seconds / 3_600 + "h";
    }
    return seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
