package dev.sojourn.host.doctor;

import dev.sojourn.host.doctor.AttackResult.Verdict;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The results of honest agents that visited during the attacks. Accepts results from several
/// threads.
final class Neighbours {
  private final Queue<AttackResult> visits = new ConcurrentLinkedQueue<>();
  private volatile Duration before = Duration.ZERO;
  private volatile Duration after = Duration.ZERO;
  private volatile Optional<Footprint> smallest = Optional.empty();
  private volatile Optional<Footprint> largest = Optional.empty();

  void add(AttackResult visit) {
    visits.add(visit);
  }

  /// Records the time of a visit before and after the attacks.
  void timed(Duration first, Duration last) {
    before = first;
    after = last;
  }

  /// Records the footprint of this process before and after the attacks.
  void grown(Footprint first, Footprint last) {
    smallest = Optional.of(first);
    largest = Optional.of(last);
  }

  /// The lasting growth of this process during the attacks, in words.
  List<String> growth() {
    return smallest.flatMap(from -> largest.map(from::grownTo)).orElse(List.of());
  }

  /// The agents whose findings were not complete.
  List<AttackResult> harmed() {
    return visits.stream().filter(v -> v.verdict() != Verdict.HELD).toList();
  }

  Map<String, Object> json() {
    var object = new LinkedHashMap<String, Object>();
    object.put("visits", visits.size());
    object.put("complete", visits.size() - harmed().size());
    object.put("microsBefore", before.toNanos() / 1_000);
    object.put("microsAfter", after.toNanos() / 1_000);
    smallest.ifPresent(footprint -> object.put("before", footprint.json()));
    largest.ifPresent(footprint -> object.put("after", footprint.json()));
    return object;
  }

  /// One line for people.
  String line() {
    return "%d honest visits beside them, %d complete; one takes %.1f ms before and %.1f ms after."
        .formatted(
            visits.size(),
            visits.size() - harmed().size(),
            before.toNanos() / 1e6,
            after.toNanos() / 1e6);
  }
}
