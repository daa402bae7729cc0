package dev.sojourn.visit.warc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import java.util.Optional;
import org.netpreserve.jwarc.WarcReader;
import org.netpreserve.jwarc.WarcRecord;

/// Reads the records of a WARC file from a given place, within bounds that the library does not
/// set. Heads have a size limit, lengths are not negative, and the file is uncompressed or
/// compressed once with gzip. A malicious file therefore cannot use unbounded memory or time.
/// Confined to one thread.
final class WarcRecords implements AutoCloseable {
  private static final int BUFFER_BYTES = 8 * 1024;
  private static final byte[] GZIP = {0x1f, (byte) 0x8b};

  /// The formats that the library would decompress automatically: gzip, zstd, and a zstd
  /// dictionary, whose declared size it would allocate.
  private static final List<byte[]> PACKED =
      List.of(
          GZIP,
          new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd},
          new byte[] {0x5d, 0x2a, 0x4d, 0x18});

  private static final int MARK_BYTES = 4;

  private final HeadMeter meter = new HeadMeter();
  private final Optional<GzipMembers> members;
  private final WarcReader reader;
  private long position;

  /// @param file the file, which stays open when the records are closed
  /// @param from the offset of the start of a record
  /// @throws IOException if the file cannot be read
  // Closing the reader would close the file.
  @SuppressWarnings("resource")
  WarcRecords(FileChannel file, long from) throws IOException {
    var begin = ByteBuffer.allocate(MARK_BYTES);
    var _ = file.read(begin, from);
    this.position = from;
    var source = file.position(from);
    this.members =
        begins(begin.flip(), GZIP) ? Optional.of(new GzipMembers(source, meter)) : Optional.empty();
    try {
      this.reader = members.isPresent() ? reader(members.get()) : plainReader(source, begin);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private WarcReader plainReader(FileChannel source, ByteBuffer begin) throws IOException {
    requirePlain(begin);
    return new WarcReader(new PlainBytes(source, meter));
  }

  private static WarcReader reader(ReadableByteChannel members) throws IOException {
    var begin = ByteBuffer.allocate(BUFFER_BYTES);
    while (begin.position() < MARK_BYTES && members.read(begin) >= 0) {
      // A member may contain a single byte.
    }
    requirePlain(begin.flip());
    return new WarcReader(members, begin);
  }

  private static void requirePlain(ByteBuffer begin) throws IOException {
    if (PACKED.stream().anyMatch(mark -> begins(begin, mark))) {
      throw new IOException("it is compressed (expected: gzip, once, or no compression)");
    }
  }

  private static boolean begins(ByteBuffer bytes, byte[] mark) {
    return bytes.remaining() >= mark.length
        && bytes.slice(0, mark.length).equals(ByteBuffer.wrap(mark));
  }

  /// Reads the next record, and skips the body of the previous one.
  ///
  /// @return the next record; empty at the end of the file
  /// @throws IOException if the record cannot be read, or its head is too long
  Optional<WarcRecord> next() throws IOException {
    Optional<WarcRecord> record;
    meter.begin();
    try {
      record = reader.next();
    } finally {
      meter.end();
      position = members.map(GzipMembers::start).orElseGet(reader::position);
    }
    // The library would move backwards and read the same record again.
    if (record.isPresent() && record.get().body().size() < 0) {
      throw new IOException("its length is negative");
    }
    return record;
  }

  /// {@return the start of the last record, which may have a damaged head}
  long position() {
    return position;
  }

  /// Frees the memory outside the heap.
  @Override
  public void close() {
    members.ifPresent(GzipMembers::end);
  }
}
