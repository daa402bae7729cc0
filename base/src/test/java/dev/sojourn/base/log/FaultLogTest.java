package dev.sojourn.base.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;

final class FaultLogTest {
  private final List<String> traces = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private Instant now = Instant.parse("2026-06-01T12:00:00Z");
  private final FaultLog faults = new FaultLog(new Recorder(), () -> now);

  @Test
  void aFaultThatIsCausedAgainAndAgainIsTracedOnceAnHour() {
    for (int i = 0; i < 10_000; i++) {
      faults.report("A visit", fault("once"));
    }
    assertThat(traces).containsExactly("A visit failed by a fault of this program");
    assertThat(lines).hasSize(9_999);

    now = now.plus(Duration.ofMinutes(60));
    faults.report("A visit", fault("again"));
    assertThat(traces).hasSize(2);
    assertThat(traces.getLast()).contains("9999 times since");
  }

  @Test
  void anotherFaultIsTracedAtOnce() {
    faults.report("A visit", fault("one"));
    faults.report("A visit", new IllegalArgumentException("another"));
    assertThat(traces).hasSize(2);
  }

  @Test
  void faultsAtMorePlacesThanAreRememberedAreBoundedToo() {
    for (int i = 0; i < 10_000; i++) {
      var fault = fault("at another place");
      fault.setStackTrace(
          new StackTraceElement[] {new StackTraceElement("Place" + i, "at", "Place.java", i)});
      faults.report("A visit", fault);
    }
    assertThat(traces).hasSizeLessThanOrEqualTo(65);
  }

  @Test
  void aFaultWithoutATraceIsTakenToo() {
    var fault = fault("no trace");
    fault.setStackTrace(new StackTraceElement[0]);
    faults.report("A visit", fault);
    assertThat(traces).hasSize(1);
  }

  private static IllegalStateException fault(String message) {
    return new IllegalStateException(message);
  }

  private final class Recorder implements System.Logger {
    @Override
    public String getName() {
      return "recorder";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
      traces.add(message);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... values) {
      lines.add(format);
    }
  }
}
