package dev.sojourn.host.control;

import dev.sojourn.control.ControlRequest;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// The last lines of standard error, to which this process writes its log, and the followers of
/// these lines. A slow reader does not delay the daemon. Safe for use by several threads.
public final class LogTail extends OutputStream {
  private static final int MAX_LINES = ControlRequest.MAX_LINES;
  private static final int MAX_LINE_BYTES = 8 << 10;

  private final OutputStream through;
  private final ArrayDeque<String> lines = new ArrayDeque<>();
  private final List<LogFollower> followers = new ArrayList<>();
  private final byte[] line = new byte[MAX_LINE_BYTES];
  private int length;

  /// @param through the stream that also receives all output
  LogTail(OutputStream through) {
    this.through = through;
  }

  /// Replaces the standard error of this process with a tail that passes all output on.
  ///
  /// @return the tail, still empty
  public static LogTail install() {
    var tail = new LogTail(new FileOutputStream(FileDescriptor.err));
    System.setErr(new PrintStream(tail, true, StandardCharsets.UTF_8));
    return tail;
  }

  @Override
  public void write(int octet) throws IOException {
    write(new byte[] {(byte) octet}, 0, 1);
  }

  @Override
  public void write(byte[] octets, int from, int count) throws IOException {
    synchronized (this) {
      for (int i = from; i < from + count; i++) {
        if (octets[i] == '\n') {
          end();
        } else if (length < MAX_LINE_BYTES) {
          line[length++] = octets[i];
        }
      }
    }
    through.write(octets, from, count);
  }

  private void end() {
    var text = new String(line, 0, length, StandardCharsets.UTF_8);
    length = 0;
    lines.addLast(text);
    if (lines.size() > MAX_LINES) {
      lines.removeFirst();
    }
    followers.forEach(follower -> follower.add(text));
  }

  @Override
  public void flush() throws IOException {
    through.flush();
  }

  /// Returns a follower that starts with the last lines.
  ///
  /// @param most the largest number of earlier lines
  synchronized LogFollower follow(int most) {
    var follower = new LogFollower();
    lines.stream().skip(Math.max(0, lines.size() - most)).forEach(follower::add);
    followers.add(follower);
    return follower;
  }

  /// Removes a follower.
  synchronized void leave(LogFollower follower) {
    followers.remove(follower);
  }
}
