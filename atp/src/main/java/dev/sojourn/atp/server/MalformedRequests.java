package dev.sojourn.atp.server;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Counts malformed requests, by the problem code and by the sender. All codes are this program's
/// own, so there are few. Only the first 1,000 senders are counted, until their counts are taken.
/// Safe for use by many threads.
final class MalformedRequests {
  private static final int MAX_SENDERS = 1_000;

  /// The code for a wrong header from a load balancer.
  static final String BALANCER_HEADER = "balancer-header";

  /// The codes of the decoder and of its timeouts. Each has a count from the start.
  private static final List<String> CODES =
      List.of(
          "start-line-missing",
          "start-line-too-long",
          "request-line-malformed",
          "method-unknown",
          "version-unknown",
          "uri-malformed",
          "header-without-colon",
          "header-malformed",
          "header-folded",
          "too-many-headers",
          "headers-too-large",
          "agent-id-malformed",
          "agent-id-conflict",
          "content-length-malformed",
          "transfer-encoding",
          "body-not-expected",
          "body-too-large",
          "content-encoding-unknown",
          "head-timeout",
          "body-timeout",
          "too-busy",
          BALANCER_HEADER);

  private final ConcurrentHashMap<String, LongAdder> byCode = new ConcurrentHashMap<>();
  private final Map<String, Long> bySender = new HashMap<>();

  MalformedRequests() {
    CODES.forEach(code -> byCode.put(code, new LongAdder()));
  }

  /// Counts a request of an unknown sender.
  void count(String code) {
    byCode.computeIfAbsent(code, _ -> new LongAdder()).increment();
  }

  /// @param sender address of the sender
  void count(String code, String sender) {
    count(code);
    synchronized (bySender) {
      if (bySender.size() < MAX_SENDERS || bySender.containsKey(sender)) {
        bySender.merge(sender, 1L, Long::sum);
      }
    }
  }

  Map<String, Long> now() {
    var now = new TreeMap<String, Long>();
    byCode.forEach((code, count) -> now.put(code, count.sum()));
    return now;
  }

  /// The counts by sender since the last call. Resets them.
  Map<String, Long> takeBySender() {
    synchronized (bySender) {
      var taken = Map.copyOf(bySender);
      bySender.clear();
      return taken;
    }
  }
}
