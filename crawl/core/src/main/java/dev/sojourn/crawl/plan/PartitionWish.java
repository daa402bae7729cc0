package dev.sojourn.crawl.plan;

import dev.sojourn.agent.PageUrl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The user's wish that several visits at a host read one territory at the same time, each a part
/// of it.
///
/// @param visits the limit for visits of one territory, 1 to 16; 1 for whole territories
/// @param paths path prefixes that become separate parts, normalised. If empty, earlier rounds
///   decide on parts of about equal size
public record PartitionWish(int visits, List<String> paths) {
  /// A host runs at most this many visits of one signer in a worker.
  public static final int MOST_VISITS = 16;

  /// The wish for whole territories.
  public static final PartitionWish NONE = new PartitionWish(1, List.of());

  /// Copies the list.
  ///
  /// @throws IllegalArgumentException if `visits` is out of range, or there are not fewer paths
  ///   than visits
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

  /// {@return the wish for some paths as separate parts}
  ///
  /// @param paths path prefixes, as [#path] returns them
  public static PartitionWish ofPaths(List<String> paths) {
    return new PartitionWish(paths.size() + 1, paths);
  }

  /// {@return a path prefix in its normal form; empty if the text is not a path prefix, is `/`, or
  /// has a query or a fragment}
  ///
  /// @param text as a user types it, such as `/docs/`
  public static Optional<String> path(String text) {
    return text.startsWith("/") && !text.startsWith("//")
        ? PageUrl.parse("http://localhost" + text)
            .filter(url -> url.toString().equals("http://localhost" + url.path()))
            .filter(_ -> text.indexOf('#') < 0 && text.indexOf('?') < 0)
            .map(PageUrl::path)
            .filter(path -> !path.equals("/"))
        : Optional.empty();
  }

  /// {@return whether all territories are whole}
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

  /// {@return the wish that a text holds}
  ///
  /// @param text as [#text] makes it
  /// @throws IllegalArgumentException if the text is not a wish
  public static PartitionWish parse(String text) {
    var lines = Arrays.asList(text.split("\n", -1));
    return new PartitionWish(Integer.parseInt(lines.getFirst()), lines.subList(1, lines.size()));
  }
}
