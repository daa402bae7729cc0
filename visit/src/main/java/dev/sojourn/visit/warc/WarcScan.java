package dev.sojourn.visit.warc;

import dev.sojourn.base.text.ForeignText;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.netpreserve.jwarc.WarcRecord;

/// Reads all records of a WARC file in order. After a damaged place it continues with the next
/// record that it finds.
final class WarcScan {
  private static final byte[] MEMBER = {0x1f, (byte) 0x8b, 8};
  private static final byte[] RECORD = "WARC/1.".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_DAMAGES = 20;
  private static final int SHOWN_CHARS = 120;
  private static final int BUFFER_BYTES = 1 << 16;

  /// The limit of repeated reading, in multiples of the file size.
  private static final int MOST_READINGS = 8;

  private final Path file;
  private final RecordConsumer consumer;
  private final List<WarcDamage> damages = new ArrayList<>();

  /// Whether the file ended within a record, with no complete record after it.
  private boolean isCutOff;

  private long bytesReadAgain;

  /// Receives records.
  interface RecordConsumer {
    /// @param record a record whose body was read to its end
    /// @param head the first bytes of its block, at most [WarcEntry#HEAD_BYTES]
    /// @param offset the offset of its start
    /// @throws TooManyRecordsException if there is no room for the record
    void take(WarcRecord record, byte[] head, long offset) throws TooManyRecordsException;
  }

  /// The outcome of a scan.
  ///
  /// @param damages the first twenty damaged places
  /// @param isCutOff whether the file ends within a record
  record Outcome(List<WarcDamage> damages, boolean isCutOff) {}

  /// Files with more records than may be indexed. Has no stack trace.
  static final class TooManyRecordsException extends IOException {
    private static final long serialVersionUID = 1;

    TooManyRecordsException(String message) {
      super(message);
    }

    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }

  private WarcScan(Path file, RecordConsumer consumer) {
    this.file = file;
    this.consumer = consumer;
  }

  /// Reads a file.
  ///
  /// @throws IOException if the file cannot be opened, or there is no room for its records
  static Outcome read(Path file, RecordConsumer consumer) throws IOException {
    var scan = new WarcScan(file, consumer);
    try (var channel = FileChannel.open(file)) {
      long from = 0;
      while (from >= 0) {
        from = scan.records(channel, from);
      }
    }
    return new Outcome(scan.damages, scan.isCutOff);
  }

  /// Reads records to the next damaged place.
  ///
  /// @return the offset at which to continue; negative at the end of the file
  private long records(FileChannel channel, long from) throws IOException {
    long at = from;
    try (var records = new WarcRecords(channel, from)) {
      try {
        for (var next = records.next(); next.isPresent(); next = records.next()) {
          take(channel, next.get(), records.position());
        }
        return -1;
      } finally {
        at = records.position();
      }
    } catch (TooManyRecordsException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      damaged(at, e);
      isCutOff |= e instanceof EOFException;
      return again(channel, nextStart(channel, at + 1));
    }
  }

  /// Limits repeated reading. Otherwise nested records, or bytes that look like a record, could
  /// each cause a reading of the whole file.
  private long again(FileChannel channel, long next) throws IOException {
    long size = channel.size();
    bytesReadAgain += Math.max(0, Math.min(size, channel.position()) - next);
    if (next >= 0 && bytesReadAgain / MOST_READINGS > size + BUFFER_BYTES) {
      damages.add(new WarcDamage(file, next, "it has too many damaged places to go on"));
      return -1;
    }
    return next;
  }

  private void take(FileChannel channel, WarcRecord record, long offset) throws IOException {
    var head = ByteBuffer.allocate(WarcEntry.HEAD_BYTES);
    while (head.hasRemaining() && record.body().read(head) >= 0) {
      // A channel may return fewer bytes than the buffer has room for.
    }
    record.body().consume();
    // Skipping a body that is not compressed succeeds even if the file ends in it.
    if (channel.position() > channel.size()) {
      throw new EOFException();
    }
    isCutOff = false;
    try {
      consumer.take(record, Arrays.copyOf(head.array(), head.position()), offset);
    } catch (RuntimeException e) {
      // The fields of the record are wrong, but its length is right.
      damaged(offset, e);
    }
  }

  private void damaged(long offset, Exception e) {
    if (damages.size() < MAX_DAMAGES) {
      var clause =
          e instanceof EOFException
              ? "the file ends within a record"
              : "a record cannot be read: "
                  + ForeignText.of(String.valueOf(e.getMessage())).line(SHOWN_CHARS);
      damages.add(new WarcDamage(file, offset, clause));
    }
  }

  /// The first offset from a given one at which a record may begin; negative if there is none.
  private static long nextStart(FileChannel channel, long from) throws IOException {
    var first = ByteBuffer.allocate(MEMBER.length);
    channel.read(first, 0);
    var mark = first.array()[0] == MEMBER[0] ? MEMBER : RECORD;
    var buffer = ByteBuffer.allocate(BUFFER_BYTES);
    for (long at = from; channel.read(buffer.clear(), at) >= mark.length; ) {
      int length = buffer.position();
      for (int i = 0; i + mark.length <= length; i++) {
        if (isAt(buffer.array(), i, mark)) {
          return at + i;
        }
      }
      at += length - mark.length + 1;
    }
    return -1;
  }

  private static boolean isAt(byte[] bytes, int at, byte[] mark) {
    for (int i = 0; i < mark.length; i++) {
      if (bytes[at + i] != mark[i]) {
        return false;
      }
    }
    return true;
  }
}
