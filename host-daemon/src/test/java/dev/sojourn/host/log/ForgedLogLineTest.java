package dev.sojourn.host.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.joran.spi.JoranException;
import dev.sojourn.base.text.ForeignText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A stranger who reaches a message of the log tries to write a line of it, and to steer a
/// terminal.
final class ForgedLogLineTest {
  private static final String ATTACK =
      "x\n2026-06-01T12:00:00.000Z WARN  host - all is well\r\u001b[2J\u009b31m\u202egnp\u2028y";

  private final LoggerContext context = new LoggerContext();

  @Test
  void noMessageWritesALineOfTheLogOrSteersATerminal() throws JoranException {
    var text = text(null);
    assertThat(text.strip().lines()).hasSize(1);
    assertThat(text)
        .contains(" - x 2026-06-01T12:00:00.000Z WARN  host - all is well  [2J 31m gnp y");
    assertPlain(text);
  }

  @Test
  void noMessageOfAFaultWritesALineOfTheLogOrSteersATerminal() throws JoranException {
    var lines = text(new IllegalStateException(ATTACK)).strip().lines().toList();
    assertThat(lines).hasSizeGreaterThan(2);
    assertThat(lines.subList(1, lines.size())).allMatch(line -> line.startsWith(" "));
    assertPlain(String.join("\n", lines).replace("\t", " "));
  }

  @Test
  void aLineOfJsonStaysOneAndSteersNoTerminal() {
    var encoder = new JsonLogEncoder();
    var json = written(encoder, new IllegalStateException(ATTACK));
    assertThat(json).containsIgnoringCase("\\u001b[2J\\u009b31m\\u202egnp\\u2028y");
    assertThat(json.lines()).hasSize(1);
    assertPlain(json);
  }

  private String text(@Nullable Throwable fault) throws JoranException {
    var configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(Path.of("../config/logback.xml").toFile());
    var appender = context.getLogger("ROOT").getAppender("stderr");
    return written(((OutputStreamAppender<ILoggingEvent>) appender).getEncoder(), fault);
  }

  private String written(Encoder<ILoggingEvent> encoder, @Nullable Throwable fault) {
    var event =
        new LoggingEvent(
            "", context.getLogger("dev.sojourn.host"), Level.WARN, ATTACK, fault, new Object[0]);
    return new String(encoder.encode(event), StandardCharsets.UTF_8);
  }

  private static void assertPlain(String text) {
    assertThat(text.lines().flatMapToInt(String::codePoints)).allMatch(ForeignText::isPlain);
  }
}
