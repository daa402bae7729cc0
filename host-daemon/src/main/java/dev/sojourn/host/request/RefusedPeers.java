package dev.sojourn.host.request;

import dev.sojourn.atp.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Counts per address the requests that prove nothing: malformed ones, and those without a trusted
/// signature. Once a minute, the log gets a line for each of the addresses with the highest counts,
/// for programs that block them. Thread-safe.
public final class RefusedPeers {
  private static final System.Logger LOG = System.getLogger(RefusedPeers.class.getName());
  private static final int MAX_PEERS = 1_000;
  private static final int MOST_LINES = 20;
  private static final String MALFORMED = "malformed";

  private final Supplier<Map<String, Long>> malformed;
  private final Map<String, TreeMap<String, Long>> peers = new HashMap<>();

  /// Creates empty counts.
  ///
  /// @param malformed takes the counts of malformed requests by address
  public RefusedPeers(Supplier<Map<String, Long>> malformed) {
    this.malformed = malformed;
  }

  /// Counts a refusal, if the peer proved nothing.
  ///
  /// @param from the address
  /// @param problem the answer
  synchronized void note(String from, Problem problem) {
    var code = problem.code();
    if (code.startsWith("signature-") || code.equals("signer-untrusted")) {
      add(from, code, 1);
    }
  }

  private void add(String from, String code, long times) {
    if (peers.size() < MAX_PEERS || peers.containsKey(from)) {
      peers.computeIfAbsent(from, _ -> new TreeMap<>()).merge(code, times, Long::sum);
    }
  }

  /// Writes the lines of the past minute. Call this once a minute, so that strangers cannot control
  /// the rate of log lines.
  public void sum() {
    take().forEach(line -> LOG.log(System.Logger.Level.INFO, "{0}", line));
  }

  synchronized List<String> take() {
    malformed.get().forEach((from, times) -> add(from, MALFORMED, times));
    var lines =
        peers.entrySet().stream()
            .sorted((one, other) -> Long.compare(sum(other.getValue()), sum(one.getValue())))
            .limit(MOST_LINES)
            .map(peer -> line(peer.getKey(), peer.getValue()))
            .toList();
    peers.clear();
    return lines;
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private static String line(String from, Map<String, Long> counts) {
    return "Peer %s was refused %d times within a minute: %s"
        .formatted(
            from,
            sum(counts),
            counts.entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue())
                .collect(Collectors.joining(", ")));
  }
}
