package dev.sojourn.host.doctor;

import dev.sojourn.host.doctor.AttackResult.Verdict;
import dev.sojourn.sandbox.SandboxWalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The report of an examination.
///
/// @param results the results, one for each attempt
/// @param walls the state of each wall on this machine
/// @param neighbours the results of honest agents during the attacks
/// @param tripped the decoys that were reached, in words
/// @param took the duration of the examination
public record DoctorReport(
    List<AttackResult> results,
    List<SandboxWalls.Wall> walls,
    Neighbours neighbours,
    List<String> tripped,
    Duration took) {

  /// Copies the lists.
  public DoctorReport {
    results = List.copyOf(results);
    walls = List.copyOf(walls);
    tripped = List.copyOf(tripped);
  }

  /// {@return the number of attacks tried}
  public int attempts() {
    return results.size();
  }

  /// {@return the number of attacks that escaped, plus the number of decoys that were reached}
  public long escaped() {
    return results.stream().filter(r -> r.verdict() == Verdict.ESCAPED).count() + tripped.size();
  }

  /// {@return the failures by name: unexpected ends of attacks, harmed honest visits, growth of
  /// this process, and reached decoys}
  public Map<String, String> failures() {
    var failures = new TreeMap<String, String>();
    for (var result : results) {
      if (result.verdict() != Verdict.HELD) {
        var expected = result.expected();
        failures.put(
            result.title(),
            "%s (expected: %s%s%s)"
                .formatted(
                    result.end().line(),
                    expected.outcome(),
                    expected.wall().isEmpty() ? "" : " by " + expected.wall(),
                    expected.fragment().isEmpty() ? "" : ", " + expected.fragment()));
      }
    }
    int number = 0;
    for (var harmed : neighbours.harmed()) {
      failures.put("honest visit " + ++number, harmed.end().line());
    }
    neighbours.growth().forEach(grown -> failures.put("growth: " + grown, "not given back"));
    tripped.forEach(bait -> failures.put("bait: " + bait, "reached"));
    return failures;
  }

  /// {@return the results of honest agents during the attacks, in one line}
  public String neighbourLine() {
    return neighbours.line();
  }

  /// {@return whether attacks were tried, none escaped, and all ended as expected}
  public boolean isSound() {
    return attempts() > 0 && escaped() == 0 && failures().isEmpty();
  }

  /// {@return the report as a tree for JSON}
  public Map<String, Object> json() {
    var object = new LinkedHashMap<String, Object>();
    object.put("attempts", attempts());
    for (var outcome : List.of("denied", "stopped", "killed", "failed", "finished")) {
      object.put(outcome, count(outcome));
    }
    object.put("escaped", escaped());
    object.put("walls", walls.stream().map(DoctorReport::json).toList());
    object.put("families", families());
    object.put("honest", neighbours.json());
    object.put("failures", failures());
    object.put("baitsReached", new ArrayList<>(tripped));
    object.put("millis", took.toMillis());
    return object;
  }

  /// {@return the number of attacks with an outcome}
  ///
  /// @param outcome the outcome in a word
  public long count(String outcome) {
    return results.stream().filter(r -> r.end().outcome().equals(outcome)).count();
  }

  /// {@return the number of attacks of each family}
  public Map<String, Integer> families() {
    var families = new TreeMap<String, Integer>();
    results.forEach(result -> families.merge(result.family(), 1, Integer::sum));
    return families;
  }

  private static Map<String, Object> json(SandboxWalls.Wall wall) {
    var object = new LinkedHashMap<String, Object>();
    object.put("name", wall.name());
    object.put("state", wall.state().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
    object.put("detail", wall.detail());
    return object;
  }
}
