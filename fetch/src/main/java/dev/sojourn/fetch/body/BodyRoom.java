package dev.sojourn.fetch.body;

import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/// The room for the bodies of all answers that arrive or wait until they are read.
///
/// Many sites may send large bodies at once, and stop in the middle of them. So no answer waits for
/// room: a body that finds none in memory goes to a file. Decoding needs further memory, so only a
/// few complete bodies are decoded at once. Such a body waits for no site. May be used by any
/// thread.
public final class BodyRoom {
  /// The number of equal parts of the heap; arriving bodies may take one part.
  private static final int HEAP_PARTS = 8;

  private static final long LEAST_MEMORY_BYTES = 32L << 20;
  private static final long MOST_MEMORY_BYTES = 512L << 20;
  private static final long FILE_BYTES = 4L << 30;

  /// More decodings would only compete for processors.
  private static final int DECODED_AT_ONCE = 4;

  private final AtomicLong memory = new AtomicLong();
  private final AtomicLong files = new AtomicLong();
  private final Semaphore decoding = new Semaphore(DECODED_AT_ONCE, true);
  private final long memoryBytes;
  private final long fileBytes;
  private final Path folder;

  /// Creates empty room.
  ///
  /// @param memoryBytes the limit of bodies in memory, without the first 16 KiB of each
  /// @param fileBytes the limit of bodies in files
  /// @param folder for temporary files, which are deleted while open
  public BodyRoom(long memoryBytes, long fileBytes, Path folder) {
    this.memoryBytes = memoryBytes;
    this.fileBytes = fileBytes;
    this.folder = folder;
  }

  /// {@return room for this heap: an eighth of it, 32 to 512 MiB, and 4 GiB in files}
  ///
  /// @param folder for temporary files, which are deleted while open
  public static BodyRoom in(Path folder) {
    long byHeap = Runtime.getRuntime().maxMemory() / HEAP_PARTS;
    return new BodyRoom(
        Math.clamp(byHeap, LEAST_MEMORY_BYTES, MOST_MEMORY_BYTES), FILE_BYTES, folder);
  }

  /// {@return the bytes in memory}
  public long memoryTaken() {
    return memory.get();
  }

  /// {@return the bytes in files}
  public long filesTaken() {
    return files.get();
  }

  /// {@return an empty body; the caller closes it}
  ///
  /// @param most the bytes that are wanted of the body
  public SentBody body(int most) {
    return new SentBody(this, most);
  }

  // Bodies call the methods below.

  Path folder() {
    return folder;
  }

  Semaphore decoding() {
    return decoding;
  }

  boolean takesMemory(int bytes) {
    return takes(memory, memoryBytes, bytes);
  }

  boolean takesFile(int bytes) {
    return takes(files, fileBytes, bytes);
  }

  private static boolean takes(AtomicLong taken, long most, int bytes) {
    if (taken.addAndGet(bytes) <= most) {
      return true;
    }
    taken.addAndGet(-bytes);
    return false;
  }

  void giveBack(long inMemory, long inFile) {
    memory.addAndGet(-inMemory);
    files.addAndGet(-inFile);
  }
}
