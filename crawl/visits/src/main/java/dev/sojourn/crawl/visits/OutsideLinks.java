package dev.sojourn.crawl.visits;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/// Links that lead out of a crawl, counted by target origin. A host may deliver any text as a link.
/// So links to more than 10,000 origins, and to origins with long names, are counted together.
/// Confined to one thread.
public final class OutsideLinks {
  /// The name under which the links of further origins are counted together.
  public static final String OTHERS = "";

  private static final int MAX_ORIGINS = 10_000;
  private static final int MAX_ORIGIN_CHARS = 300;

  private final Map<String, Long> counts = new HashMap<>();

  /// Creates an empty count.
  public OutsideLinks() {}

  /// Counts links.
  ///
  /// @param origin that they lead to; [#OTHERS] for further origins
  /// @param links the number to add, at least 0
  public void add(String origin, long links) {
    boolean isApart =
        origin.length() <= MAX_ORIGIN_CHARS
            && (counts.size() < MAX_ORIGINS || counts.containsKey(origin));
    counts.merge(isApart ? origin : OTHERS, links, Long::sum);
  }

  /// {@return the links of each origin that is counted separately}
  public Map<String, Long> byOrigin() {
    var apart = new HashMap<>(counts);
    apart.remove(OTHERS);
    return Collections.unmodifiableMap(apart);
  }

  /// {@return all links}
  public long all() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /// {@return the links of each origin, with those of further origins under [#OTHERS]}
  public Map<String, Long> counts() {
    return Collections.unmodifiableMap(counts);
  }
}
