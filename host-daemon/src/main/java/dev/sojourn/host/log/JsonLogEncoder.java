package dev.sojourn.host.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.base.text.ForeignText;
import java.nio.charset.StandardCharsets;

/// The log format for programs: one JSON object per line, with `time`, `level`, `logger`, `thread`
/// and `message`. An exception adds `error`.
final class JsonLogEncoder extends EncoderBase<ILoggingEvent> {
  private static final byte[] NONE = {};

  @Override
  public byte[] headerBytes() {
    return NONE;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    var object =
        JsonWriter.object(
            json -> {
              json.put("time", event.getInstant())
                  .put("level", event.getLevel().toString())
                  .put("logger", event.getLoggerName())
                  .put("thread", event.getThreadName())
                  .put("message", event.getFormattedMessage());
              if (event.getThrowableProxy() != null) {
                json.put("error", ThrowableProxyUtil.asString(event.getThrowableProxy()));
              }
            });
    var line = ForeignText.inJson(new String(object, StandardCharsets.UTF_8)) + "\n";
    return line.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public byte[] footerBytes() {
    return NONE;
  }
}
