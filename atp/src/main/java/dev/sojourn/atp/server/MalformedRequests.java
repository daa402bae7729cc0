package dev.sojourn.atp.server;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/// Counts what came in place of a request, by the code of its problem. Codes are this program's
/// own, so there are few. Safe for use by many threads.
final class MalformedRequests {
  private final ConcurrentHashMap<String, LongAdder> byCode = new ConcurrentHashMap<>();

  void count(String code) {
    byCode.computeIfAbsent(code, _ -> new LongAdder()).increment();
  }

  Map<String, Long> now() {
    var now = new TreeMap<String, Long>();
    byCode.forEach((code, count) -> now.put(code, count.sum()));
    return now;
  }
}
