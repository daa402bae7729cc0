package dev.sojourn.crawl.plan;

import dev.sojourn.agent.PageUrl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The wish of a user that several visits read a territory at a host at once, each a part of it.
///
/// @param visits how many at most, 1 to 16; 1 for territories that are whole
/// @param paths the path prefixes that are parts of their own, normalised; if empty, the knowledge
///   of earlier rounds decides on parts of about the same size
public record PartitionWish(int visits, List<String> paths) {
  /// No host runs more visits of one signer in a worker.
  public static final int MOST_VISITS = 16;

  /// Every territory is whole.
  public static final PartitionWish NONE = new PartitionWish(1, List.of());

  /// Copies the list.
  ///
  /// @throws IllegalArgumentException if there are too few or too many visits, or more paths than
  ///   visits besides the first
  public PartitionWish {
    paths = List.copyOf(paths);
    if (visits < 1 || visits > MOST_VISITS) {
      throw new IllegalArgumentException(
          "visits: %d (expected: 1 to %d)".formatted(visits, MOST_VISITS));
    }
    if (paths.size() >= visits && !paths.isEmpty()) {
      throw new IllegalArgumentException(
          "paths: %d (expected: fewer than %d)".formatted(paths.size(), visits));
    }
  }

  /// {@return the wish that some paths are parts of their own}
  ///
  /// @param paths path prefixes, as [#path] gives them
  public static PartitionWish ofPaths(List<String> paths) {
    return new PartitionWish(paths.size() + 1, paths);
  }

  /// {@return a path prefix in its normal form; empty if it is none, or has a query or a fragment}
  ///
  /// @param text as a user types it, as `/docs/`
  public static Optional<String> path(String text) {
    return text.startsWith("/") && !text.startsWith("//")
        ? PageUrl.parse("http://localhost" + text)
            .filter(url -> url.toString().equals("http://localhost" + url.path()))
            .filter(_ -> text.indexOf('#') < 0 && text.indexOf('?') < 0)
            .map(PageUrl::path)
            .filter(path -> !path.equals("/"))
        : Optional.empty();
  }

  /// {@return whether every territory is whole}
  public boolean isNone() {
    return visits == 1;
  }

  /// {@return the wish in one text, for [#parse]}
  public String text() {
    var lines = new ArrayList<String>();
    lines.add(Integer.toString(visits));
    lines.addAll(paths);
    return String.join("\n", lines);
  }

  /// {@return the wish out of a text}
  ///
  /// @param text as [#text] makes it
  /// @throws IllegalArgumentException if it is none
  public static PartitionWish parse(String text) {
    var lines = Arrays.asList(text.split("\n", -1));
    return new PartitionWish(Integer.parseInt(lines.getFirst()), lines.subList(1, lines.size()));
  }
}
