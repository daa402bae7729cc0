package dev.sojourn.base.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.MessageFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;

final class SparseLogTest {
  private final List<String> lines = new ArrayList<>();
  private Instant now = Instant.parse("2026-06-01T12:00:00Z");
  private final SparseLog log =
      new SparseLog(new Recorder(), System.Logger.Level.WARNING, () -> now);

  @Test
  void aMillionThingsThatAStrangerCausesAreOneLineAMinute() {
    for (int i = 0; i < 1_000_000; i++) {
      log.line("{0} could not be read", "/page/" + i % 7);
    }
    assertThat(lines).containsExactly("/page/0 could not be read");

    now = now.plusSeconds(60);
    log.line("{0} could not be read", "/last");
    log.line("{0} could not be read", "/too-soon");
    assertThat(lines)
        .last()
        .isEqualTo("/last could not be read (999999 more lines like this were left out)");
    assertThat(lines).hasSize(2);
  }

  @Test
  void aFewLinesAMinuteAreToldBeforeTheRestIsCounted() {
    var few = new SparseLog(new Recorder(), System.Logger.Level.INFO, () -> now, 2);
    for (int i = 0; i < 5; i++) {
      few.line("{0} ended", i);
    }
    now = now.plusSeconds(60);
    for (int i = 5; i < 8; i++) {
      few.line("{0} ended", i);
    }

    assertThat(lines)
        .containsExactly(
            "0 ended", "1 ended", "5 ended (3 more lines like this were left out)", "6 ended");
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
      throw new AssertionError("no trace was to be logged");
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... values) {
      if (level != Level.DEBUG) {
        lines.add(MessageFormat.format(format, values));
      }
    }
  }
}
