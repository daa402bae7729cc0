package dev.sojourn.crawl.local.lines;

import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.file.OwnerOnly;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A temporary file of findings, in the format of `findings.jsonl` and in order of arrival. Its
/// name is deleted right after creation. So no other process can write to the file, a killed
/// process leaves nothing, and no later process has to trust such a file.
///
/// The spool only saves time; nothing depends on it. If the disk refuses it, it is dropped with all
/// its content, and its disk space is free at once. May be used by any thread.
final class FindingSpool implements Closeable {
  private static final System.Logger LOG = System.getLogger(FindingSpool.class.getName());
  private static final int BUFFER_BYTES = 128 * 1024;

  private final Path file;
  private final long maxBytes;
  private final long freeBytes;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
  private Optional<FileChannel> channel = Optional.empty();
  private boolean isGivenUp;
  private long size;

  /// A part of the file.
  ///
  /// @param from its first byte
  /// @param bytes its length
  record Piece(long from, long bytes) {
    long end() {
      return from + bytes;
    }
  }

  /// Creates a spool, which creates its file at the first write.
  ///
  /// @param file its short-lived name
  /// @param maxBytes the limit for its size
  /// @param freeBytes the disk space that must stay free; otherwise the spool is dropped
  FindingSpool(Path file, long maxBytes, long freeBytes) {
    this.file = file;
    this.maxBytes = maxBytes;
    this.freeBytes = freeBytes;
  }

  /// Adds findings.
  ///
  /// @param findings in the order of their lines
  /// @return their place; empty if they were not added
  synchronized Optional<Piece> append(List<ParcelLine.Finding> findings) {
    long bytes = findings.stream().mapToLong(finding -> finding.octets().size() + 1L).sum();
    if (isGivenUp || bytes > maxBytes - size) {
      return Optional.empty();
    }
    try {
      if (usableBytes() - bytes < freeBytes) {
        throw new IOException("little room is left on the disk");
      }
      write(findings);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "The spool of findings is given up: {0}", e.toString());
      close();
      return Optional.empty();
    }
    var piece = new Piece(size, bytes);
    size += bytes;
    return Optional.of(piece);
  }

  private long usableBytes() throws IOException {
    return Files.getFileStore(file.toAbsolutePath().resolveSibling(".")).getUsableSpace();
  }

  private void write(List<ParcelLine.Finding> findings) throws IOException {
    if (channel.isEmpty()) {
      channel = Optional.of(open(file));
    }
    var to = channel.get();
    buffer.clear();
    for (var finding : findings) {
      put(finding.octets().asBuffer(), to);
      if (!buffer.hasRemaining()) {
        flush(to);
      }
      buffer.put((byte) '\n');
    }
    flush(to);
  }

  private void put(ByteBuffer text, FileChannel to) throws IOException {
    while (text.hasRemaining()) {
      if (!buffer.hasRemaining()) {
        flush(to);
      }
      int length = Math.min(text.remaining(), buffer.remaining());
      buffer.put(text.slice(text.position(), length));
      text.position(text.position() + length);
    }
  }

  private void flush(FileChannel to) throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      to.write(buffer);
    }
    buffer.clear();
  }

  private static FileChannel open(Path file) throws IOException {
    // An existing file belongs to no running process, or is a trap. So it is deleted, no link is
    // followed, and no existing file is written to.
    Files.deleteIfExists(file);
    return FileChannel.open(
        file,
        Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE,
            LinkOption.NOFOLLOW_LINKS),
        OwnerOnly.file(file));
  }

  /// Copies pieces of the file.
  ///
  /// @return whether they were copied; if not, nothing was written
  /// @throws SpoolUnreadableException if the file cannot be read; the spool is dropped then
  /// @throws IOException if writing fails
  synchronized boolean copy(List<Piece> pieces, OutputStream out) throws IOException {
    if (pieces.isEmpty()) {
      return true;
    }
    if (isGivenUp || channel.isEmpty() || !channel.get().isOpen() || channel.get().size() != size) {
      return false;
    }
    for (var piece : pieces) {
      copy(piece, channel.get(), out);
    }
    return true;
  }

  private void copy(Piece piece, FileChannel from, OutputStream out) throws IOException {
    long at = piece.from();
    while (at < piece.end()) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), piece.end() - at));
      int read = read(from, at);
      out.write(buffer.array(), 0, read);
      at += read;
    }
  }

  private int read(FileChannel from, long at) throws IOException {
    try {
      int read = from.read(buffer, at);
      if (read >= 0) {
        return read;
      }
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "The spool of findings is not read: {0}", e.toString());
    }
    close();
    throw new SpoolUnreadableException("The spool of findings could not be read.");
  }

  /// Drops the spool and all its content.
  @Override
  public synchronized void close() {
    isGivenUp = true;
    try {
      if (channel.isPresent()) {
        channel.get().close();
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "The spool of findings was not closed: {0}", e.toString());
    }
  }
}
