package dev.sojourn.host.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.host.lifecycle.VisitRecord.Otherwise;
import dev.sojourn.host.store.SignedStatus;
import dev.sojourn.host.store.VisitEnding;
import dev.sojourn.testing.GeneratedPart;
import dev.sojourn.testing.TransitionTable;
import dev.sojourn.visit.VisitOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// docs/host-lifecycle.md has the transitions that [VisitMachine] makes: those of every event from
/// every record that a visit can reach.
final class HostLifecycleDocumentTest {
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");
  private static final List<String> STATES =
      List.of(
          "Behind",
          "Queued",
          "Running",
          "Stopping (killed)",
          "Stopping (closing)",
          "Ending",
          "Ending (killed)",
          "Ending (leaving)",
          "Resting",
          "Over");

  /// All events by their labels, in the order of the table.
  private static final Map<String, VisitEvent> EVENTS = events();

  private static Map<String, VisitEvent> events() {
    var finished = VisitEnding.of(new VisitOutcome.Finished(List.of()), NOW);
    var events = new LinkedHashMap<String, VisitEvent>();
    events.put("Cleared", new VisitEvent.Cleared());
    events.put("Entered", new VisitEvent.Entered(true));
    events.put("Ended", new VisitEvent.Ended(new PendingEnd.Decided(finished)));
    events.put("FoundOver", new VisitEvent.FoundOver());
    events.put("DiskFailed", new VisitEvent.DiskFailed());
    events.put("Stopped", new VisitEvent.Stopped());
    events.put("Killed", new VisitEvent.Killed("Called back.", NOW));
    events.put("Closed", new VisitEvent.Closed());
    events.put("EndKept", new VisitEvent.EndKept(Optional.empty()));
    events.put("EndKept, parked", new VisitEvent.EndKept(Optional.of(parked())));
    events.put("EndLost", new VisitEvent.EndLost());
    events.put("Rested", new VisitEvent.Rested());
    return events;
  }

  @Test
  void showsTheLifeOfAVisit() throws IOException {
    var table = new TransitionTable(STATES);
    var seen = new HashSet<>(List.of(VisitMachine.first(true), VisitMachine.first(false)));
    var fresh = new ArrayDeque<>(seen);
    while (!fresh.isEmpty()) {
      var before = fresh.remove();
      EVENTS.forEach(
          (label, event) -> {
            var after = VisitMachine.next(before, event);
            if (!after.equals(before)) {
              table.add(word(before), label, word(after));
            }
            if (seen.add(after)) {
              fresh.add(after);
            }
          });
    }
    assertThat(seen.stream().map(record -> record.getClass().getSimpleName()))
        .containsAll(names(VisitRecord.class));
    assertThat(table.events()).isEqualTo(names(VisitEvent.class));
    new GeneratedPart(
            Path.of("../docs/host-lifecycle.md"),
            "visit",
            HostLifecycleDocumentTest.class.getSimpleName(),
            "host-daemon")
        .check(table.markdown(List.copyOf(EVENTS.keySet())));
  }

  private static SignedStatus parked() {
    var waiting = VisitStatus.waiting();
    return new SignedStatus(
        new VisitStatus(
            VisitState.PARKED,
            "until a message",
            List.of(),
            0,
            0,
            0,
            0,
            0,
            waiting.started(),
            waiting.ended(),
            Optional.empty(),
            List.of()),
        Optional.empty());
  }

  private static String word(VisitRecord record) {
    return switch (record) {
      case VisitRecord.Behind _ -> "Behind";
      case VisitRecord.Queued _ -> "Queued";
      case VisitRecord.Running _ -> "Running";
      case VisitRecord.Stopping(var kill) ->
          kill.isPresent() ? "Stopping (killed)" : "Stopping (closing)";
      case VisitRecord.Ending(_, var otherwise) ->
          switch (otherwise) {
            case Otherwise.Again _ -> "Ending";
            case Otherwise.Kill _ -> "Ending (killed)";
            case Otherwise.Leave _ -> "Ending (leaving)";
          };
      case VisitRecord.Resting _ -> "Resting";
      case VisitRecord.Over _ -> "Over";
    };
  }

  private static Set<String> names(Class<?> sealed) {
    return Arrays.stream(sealed.getPermittedSubclasses())
        .map(Class::getSimpleName)
        .collect(Collectors.toSet());
  }
}
