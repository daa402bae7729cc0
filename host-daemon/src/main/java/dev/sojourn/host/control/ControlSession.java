package dev.sojourn.host.control;

import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.control.ControlAnswer;
import dev.sojourn.control.ControlRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/// One connection to the control socket, with one request and its answer. Confined to one thread,
/// except [#closeIfOverdue].
final class ControlSession implements ControlAnswer {
  private static final Duration READ_TIME = Duration.ofSeconds(5);
  private static final Duration WRITE_TIME = Duration.ofSeconds(30);
  private static final Duration LAST_TIME = Duration.ofSeconds(1);
  private static final int MAX_REST = 64;
  private static final int BUFFER_BYTES = 32 << 10;
  private static final long NEVER = 0;

  private final SocketChannel channel;
  private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
  private final AtomicLong deadline = new AtomicLong(NEVER);
  private boolean isBroken;

  ControlSession(SocketChannel channel) {
    this.channel = channel;
  }

  /// Reads the request.
  ///
  /// @throws JsonException if the line is not a request
  /// @throws IOException if the connection ends before the request does, or takes too long
  ControlRequest request() throws IOException, JsonException {
    var line = ByteBuffer.allocate(ControlRequest.MAX_BYTES);
    within(READ_TIME);
    while (true) {
      if (read(line) < 0) {
        throw new IOException("The connection ended before the request did.");
      }
      int end = end(line);
      if (end >= 0) {
        deadline.set(NEVER);
        return ControlRequest.read(Arrays.copyOf(line.array(), end));
      }
      if (!line.hasRemaining()) {
        throw new JsonException(
            "(expected: a line of at most " + ControlRequest.MAX_BYTES + " bytes)");
      }
    }
  }

  private int read(ByteBuffer line) throws IOException {
    isBroken = true;
    int count = channel.read(line);
    isBroken = count < 0;
    return count;
  }

  /// Whether the connection failed, so that no answer can be sent. Otherwise a failure belongs to
  /// the command.
  boolean isBroken() {
    return isBroken;
  }

  private static int end(ByteBuffer line) {
    for (int i = 0; i < line.position(); i++) {
      if (line.get(i) == '\n') {
        return i;
      }
    }
    return -1;
  }

  @Override
  public void item(Consumer<JsonWriter> members) throws IOException {
    add(JsonWriter.object(json -> json.putObject("item", members)));
    if (buffer.size() > BUFFER_BYTES) {
      flush();
    }
  }

  @Override
  public void pulse() throws IOException {
    buffer.write('\n');
    flush();
  }

  /// Sends the last part of the answer.
  void end(End end) throws IOException {
    add(
        JsonWriter.object(
            json -> {
              switch (end) {
                case Done(var members) -> json.putObject("done", members);
                case Refused(var why, var sentence) ->
                    json.putObject(
                        "refused",
                        refused -> refused.put("why", why.name()).put("sentence", sentence));
              }
            }));
    flush();
  }

  private void add(byte[] json) {
    buffer.writeBytes(json);
    buffer.write('\n');
  }

  private void flush() throws IOException {
    var octets = ByteBuffer.wrap(buffer.toByteArray());
    buffer.reset();
    isBroken = true;
    while (octets.hasRemaining()) {
      within(WRITE_TIME);
      channel.write(octets);
    }
    isBroken = false;
    deadline.set(NEVER);
  }

  private void within(Duration time) {
    long until = System.nanoTime() + time.toNanos();
    deadline.set(until == NEVER ? until + 1 : until);
  }

  /// Closes the connection if the client has sent or read nothing for too long.
  void closeIfOverdue(long now) throws IOException {
    long until = deadline.get();
    if (until != NEVER && now - until > 0) {
      channel.close();
    }
  }

  /// Reads the rest of the input, so that the client can read the answer. Closing with unread
  /// octets would reset the connection.
  void finish() throws IOException {
    channel.shutdownOutput();
    within(LAST_TIME);
    var rest = ByteBuffer.allocate(ControlRequest.MAX_BYTES);
    for (int i = 0; i < MAX_REST && channel.read(rest) >= 0; i++) {
      rest.clear();
    }
  }

  void close() throws IOException {
    channel.close();
  }
}
