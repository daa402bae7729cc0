package dev.sojourn.base.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.MessageFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;

final class RateLimitedLogTest {
  private final List<String> traces = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private final List<String> details = new ArrayList<>();
  // Such a clock may begin anywhere, below zero as well, and may overflow.
  private long now = Long.MAX_VALUE - 1_000;
  private final RateLimitedLog log = new RateLimitedLog(new Recorder(), () -> now);

  @Test
  void aFaultThatIsCausedAgainAndAgainIsTracedOnceAnHour() {
    for (int i = 0; i < 10_000; i++) {
      log.fault("A visit", fault("once"));
    }
    assertThat(traces).containsExactly("A visit failed by a fault of this program");
    assertThat(details).hasSize(9_999);

    now += Duration.ofMinutes(60).toNanos();
    log.fault("A visit", fault("again"));
    assertThat(traces).hasSize(2);
    assertThat(traces.getLast()).contains("9999 times since");
  }

  @Test
  void anotherFaultIsTracedAtOnce() {
    log.fault("A visit", fault("one"));
    log.fault("A visit", new IllegalArgumentException("another"));
    assertThat(traces).hasSize(2);
  }

  @Test
  void faultsAtMorePlacesThanAreRememberedAreBoundedToo() {
    for (int i = 0; i < 10_000; i++) {
      var fault = fault("at another place");
      fault.setStackTrace(
          new StackTraceElement[] {new StackTraceElement("Place" + i, "at", "Place.java", i)});
      log.fault("A visit", fault);
    }
    assertThat(traces).hasSizeLessThanOrEqualTo(65);
  }

  @Test
  void aFaultWithoutATraceIsTakenToo() {
    var fault = fault("no trace");
    fault.setStackTrace(new StackTraceElement[0]);
    log.fault("A visit", fault);
    assertThat(traces).hasSize(1);
  }

  @Test
  void aMillionThingsThatAStrangerCausesAreOneLineAMinute() {
    for (int i = 0; i < 1_000_000; i++) {
      log.line(System.Logger.Level.WARNING, "{0} could not be read", "/page/" + i % 7);
    }
    assertThat(lines).containsExactly("/page/0 could not be read");

    now += Duration.ofMinutes(1).toNanos();
    log.line(System.Logger.Level.WARNING, "{0} could not be read", "/last");
    log.line(System.Logger.Level.WARNING, "{0} could not be read", "/too-soon");
    assertThat(lines)
        .last()
        .isEqualTo("/last could not be read (999999 more lines like this were left out)");
    assertThat(lines).hasSize(2);

    now += Duration.ofMinutes(1).toNanos();
    log.line(System.Logger.Level.WARNING, "{0} could not be read", "/again");
    assertThat(lines)
        .last()
        .isEqualTo("/again could not be read (1 more line like this was left out)");
  }

  @Test
  void aLineDoesNotKeepAFaultFromTheLog() {
    log.line(System.Logger.Level.INFO, "a line");
    log.fault("A visit", fault("one"));

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
      (level == Level.DEBUG ? details : lines).add(MessageFormat.format(format, values));
    }
  }
}
