package dev.sojourn.host.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import dev.sojourn.host.config.LogConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/// Applies a configuration to the log of this process. If a later configuration sets no level, the
/// level of `conf/logback.xml` applies again. For use by one thread at a time.
public final class LogSettings {
  private static final String OWN = "dev.sojourn";
  private static final String APPENDER = "stderr";

  private final Map<Logger, Level> usual = new HashMap<>();
  private Optional<Encoder<ILoggingEvent>> usualEncoder = Optional.empty();

  /// Creates settings that have changed nothing yet.
  public LogSettings() {}

  /// Applies the format and level of a configuration.
  ///
  /// @param config the part of the configuration about the log
  public void apply(LogConfig config) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      applyLevel(context, config);
      applyFormat(context, config);
    }
  }

  private void applyLevel(LoggerContext context, LogConfig config) {
    for (var logger : context.getLoggerList()) {
      if (logger.getName().startsWith(OWN) && logger.getLevel() != null) {
        var before = usual.computeIfAbsent(logger, Logger::getLevel);
        logger.setLevel(config.level().map(level -> Level.valueOf(level.name())).orElse(before));
      }
    }
  }

  private void applyFormat(LoggerContext context, LogConfig config) {
    var appender = context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(APPENDER);
    if (!(appender instanceof OutputStreamAppender<ILoggingEvent> stderr)) {
      return;
    }
    if (usualEncoder.isEmpty()) {
      usualEncoder = Optional.of(stderr.getEncoder());
    }
    switch (config.format()) {
      case TEXT -> usualEncoder.ifPresent(stderr::setEncoder);
      case JSON -> {
        var encoder = new JsonLogEncoder();
        encoder.setContext(context);
        encoder.start();
        stderr.setEncoder(encoder);
      }
    }
  }
}
