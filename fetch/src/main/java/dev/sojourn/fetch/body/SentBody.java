package dev.sojourn.fetch.body;

import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.fetch.coding.Bodies;
import dev.sojourn.fetch.coding.Inflation;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The body of an answer as sent, as far as it has come. Its beginning is in memory. The rest is in
/// memory too while the [BodyRoom] has room, else in a file. Used by one thread at a time.
public final class SentBody implements AutoCloseable {
  // One log for all bodies, because sites choose the number of bodies.
  private static final RateLimitedLog LOG =
      new RateLimitedLog(System.getLogger(SentBody.class.getName()));

  /// Most pages fit into one piece.
  private static final int PIECE = 16 * 1024;

  private final BodyRoom room;
  private final int most;
  private final List<byte[]> pieces = new ArrayList<>();
  private Optional<RandomAccessFile> file = Optional.empty();
  private int inPieces;
  private int inFile;
  private boolean isTruncated;

  SentBody(BodyRoom room, int most) {
    this.room = room;
    this.most = most;
  }

  /// Adds the next bytes, up to the wanted number.
  ///
  /// @param octets holds the next bytes
  /// @param from the index of the first byte
  /// @param count the number of bytes
  /// @throws IOException if there is no room, neither in memory nor in a file
  public void add(byte[] octets, int from, int count) throws IOException {
    int wanted = Math.min(count, most - size());
    isTruncated |= wanted < count;
    for (int done = 0; done < wanted; ) {
      done += addSome(octets, from + done, wanted - done);
    }
  }

  private int addSome(byte[] octets, int from, int count) throws IOException {
    int used = inPieces % PIECE;
    boolean isFull = used == 0;
    // The first piece does not count towards the room.
    if (file.isPresent() || (isFull && !pieces.isEmpty() && !room.takesMemory(PIECE))) {
      write(octets, from, count);
      return count;
    }
    if (isFull) {
      pieces.add(new byte[Math.min(PIECE, most - inPieces)]);
    }
    int some = Math.min(count, PIECE - used);
    System.arraycopy(octets, from, pieces.getLast(), used, some);
    inPieces += some;
    return some;
  }

  private void write(byte[] octets, int from, int count) throws IOException {
    if (!room.takesFile(count)) {
      throw new IOException("too many large answers are on their way to this program");
    }
    inFile += count;
    try {
      if (file.isEmpty()) {
        file = Optional.of(open());
      }
      file.get().write(octets, from, count);
    } catch (IOException e) {
      LOG.line(System.Logger.Level.WARNING, "A large answer finds no room: {0}", e.toString());
      throw new IOException("this program has no room for its answer on its disk", e);
    }
  }

  /// Not a channel, because an interrupt would close a channel.
  private RandomAccessFile open() throws IOException {
    var path = Files.createTempFile(room.folder(), "body", ".part");
    try {
      return new RandomAccessFile(path.toFile(), "rw");
    } finally {
      Files.delete(path);
    }
  }

  /// Adds a stream up to its end or the wanted number of bytes; reads at most one byte more.
  ///
  /// @param in the stream
  /// @throws IOException if it cannot be read, or there is no room
  public void addAll(InputStream in) throws IOException {
    var piece = new byte[Math.min(PIECE, most)];
    while (size() < most) {
      int count = in.read(piece, 0, Math.min(piece.length, most - size()));
      if (count < 0) {
        return;
      }
      add(piece, 0, count);
    }
    isTruncated = in.read() >= 0;
  }

  /// {@return the number of wanted bytes that have come}
  public int size() {
    return inPieces + inFile;
  }

  /// {@return whether more than the wanted bytes came}
  public boolean isTruncated() {
    return isTruncated;
  }

  /// Waits for its turn, then undoes the content codings of a complete body.
  ///
  /// @param codings the value of Content-Encoding
  /// @param maxBytes the limit of each step
  /// @param pulse checks the time before each small step
  /// @return the body without codings
  /// @throws IOException if it cannot be decoded or read back, or the pulse throws it
  /// @throws InterruptedException if the thread was interrupted while it waited
  public Bodies.Body decoded(String codings, int maxBytes, Inflation.Pulse pulse)
      throws IOException, InterruptedException {
    room.decoding().acquire();
    try {
      return Bodies.decode(new Bodies.Body(bytes(), isTruncated), codings, maxBytes, pulse);
    } finally {
      room.decoding().release();
    }
  }

  /// {@return all bytes that have come}
  ///
  /// @throws IOException if it cannot be read back
  public byte[] bytes() throws IOException {
    var all = new byte[size()];
    for (int i = 0; i < pieces.size(); i++) {
      int at = i * PIECE;
      System.arraycopy(pieces.get(i), 0, all, at, Math.min(PIECE, inPieces - at));
    }
    if (file.isPresent()) {
      file.get().seek(0);
      file.get().readFully(all, inPieces, inFile);
    }
    return all;
  }

  /// Gives the room back. A second call has no effect.
  @Override
  public void close() {
    room.giveBack((long) PIECE * Math.max(0, pieces.size() - 1), inFile);
    pieces.clear();
    inPieces = 0;
    inFile = 0;
    try {
      if (file.isPresent()) {
        file.get().close();
      }
    } catch (IOException e) {
      LOG.line(System.Logger.Level.DEBUG, "A file of a body: {0}", e.toString());
    }
    file = Optional.empty();
  }
}
