package dev.sojourn.app.fault;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/// The record of a campaign: the faults with their times, breaches of the invariants, and counts.
/// Safe for use by many threads.
final class CampaignLog {
  /// The name of the count of visits that are over.
  static final String VISITS = "visits";

  private final long begun = System.nanoTime();
  private final boolean isPrinted;
  private final ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> breaches = new ConcurrentLinkedQueue<>();
  private final Map<String, AtomicLong> counts = new ConcurrentSkipListMap<>();

  /// @param isPrinted whether each line is printed as it comes
  CampaignLog(boolean isPrinted) {
    this.isPrinted = isPrinted;
  }

  void line(String text) {
    var line = String.format(Locale.ROOT, "%9.3f s  %s", seconds(), text);
    lines.add(line);
    if (isPrinted) {
      System.out.println(line);
    }
  }

  void breach(String text) {
    breaches.add(text);
    line("BREACH: " + text);
  }

  void count(String what) {
    counts.computeIfAbsent(what, _ -> new AtomicLong()).incrementAndGet();
  }

  long counted(String what) {
    return counts.getOrDefault(what, new AtomicLong()).get();
  }

  double seconds() {
    return (System.nanoTime() - begun) / 1e9;
  }

  List<String> breaches() {
    return List.copyOf(breaches);
  }

  /// All counts, in the order of their names.
  String sums() {
    return new TreeMap<>(counts).toString();
  }

  String text() {
    return String.join("\n", lines) + "\n" + sums() + "\n";
  }

  void write(Path file) throws IOException {
    Files.writeString(file, text());
  }
}
