package dev.sojourn.host.preview;

import dev.sojourn.base.file.RegularFile;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

/// Reads access logs, plain or packed with gzip, line by line. Long lines are cut and reported as
/// malformed, so memory is bounded. For use by one thread.
final class AccessLogReader {
  static final int MAX_LINE_BYTES = 64 << 10;
  private static final int MAGIC = 0x1f8b;

  private AccessLogReader() {}

  /// The result of reading one line.
  ///
  /// @param number the number of the line in the file, from 1
  record Line(long number, AccessLogReading reading) {}

  /// Passes on each line that is not empty.
  static void read(Path file, Consumer<Line> lines) throws IOException {
    try (var in = unpacked(new BufferedInputStream(RegularFile.open(file), 1 << 16))) {
      var split = new LineSplit(lines);
      var block = new byte[1 << 16];
      for (int size = in.read(block); size >= 0; size = in.read(block)) {
        split.take(block, size);
      }
      split.end();
    }
  }

  /// Cuts blocks into lines.
  private static final class LineSplit {
    private final Consumer<Line> lines;
    private final ByteArrayOutputStream octets = new ByteArrayOutputStream(1_024);
    private long number = 1;
    private boolean isTooLong;

    private LineSplit(Consumer<Line> lines) {
      this.lines = lines;
    }

    private void take(byte[] block, int size) {
      int from = 0;
      for (int i = 0; i < size; i++) {
        if (block[i] == '\n') {
          keep(block, from, i);
          end();
          from = i + 1;
        }
      }
      keep(block, from, size);
    }

    private void keep(byte[] block, int from, int to) {
      int kept = Math.min(to - from, MAX_LINE_BYTES - octets.size());
      octets.write(block, from, kept);
      isTooLong |= kept < to - from;
    }

    private void end() {
      give(number, octets, isTooLong, lines);
      octets.reset();
      isTooLong = false;
      number++;
    }
  }

  private static InputStream unpacked(BufferedInputStream in) throws IOException {
    in.mark(2);
    int magic = (in.read() << 8) | in.read();
    in.reset();
    return magic == MAGIC ? new BufferedInputStream(new GZIPInputStream(in, 1 << 16)) : in;
  }

  private static void give(
      long number, ByteArrayOutputStream octets, boolean isTooLong, Consumer<Line> lines) {
    // Invalid UTF-8 becomes replacement characters, so that columns stay close to the octets.
    var text = octets.toString(StandardCharsets.UTF_8).strip();
    if (isTooLong) {
      lines.accept(
          new Line(
              number,
              new AccessLogReading.Malformed(
                  MAX_LINE_BYTES + 1, "a line of at most " + MAX_LINE_BYTES + " bytes")));
    } else if (!text.isEmpty()) {
      lines.accept(
          new Line(
              number, text.startsWith("{") ? JsonFormat.read(text) : CombinedFormat.read(text)));
    }
  }
}
