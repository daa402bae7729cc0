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

/// The body of an answer as it is sent, as far as it has come. Its beginning is in memory, and so
/// is the rest while the [BodyRoom] has room; else that is in a file. Used by one thread at a time.
public final class SentBody implements AutoCloseable {
  // One for all bodies: sites choose how many there are.
  private static final RateLimitedLog LOG =
      new RateLimitedLog(System.getLogger(SentBody.class.getName()));

  /// Most pages are no longer.
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

  /// Takes the next bytes; those beyond the wanted ones are left out.
  ///
  /// @param octets of the body
  /// @param from the first of them
  /// @param count of them
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
    // The first piece is each body's own.
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

  /// Not a channel: an interrupt would close it.
  private RandomAccessFile open() throws IOException {
    var path = Files.createTempFile(room.folder(), "body", ".part");
    try {
      return new RandomAccessFile(path.toFile(), "rw");
    } finally {
      Files.delete(path);
    }
  }

  /// Takes a stream to its end, or up to the wanted bytes and no further than one beyond.
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

  /// {@return how many bytes have come that are wanted}
  public int size() {
    return inPieces + inFile;
  }

  /// {@return whether there were more}
  public boolean isTruncated() {
    return isTruncated;
  }

  /// Undoes the content codings of a body that has come, when it is its turn.
  ///
  /// @param codings the value of Content-Encoding
  /// @param maxBytes the limit of each step
  /// @param pulse is asked before each small step whether there is time for it
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

  /// {@return all that has come}
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

  /// Gives the room back. A second call changes nothing.
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
