package dev.sojourn.sandbox.worker;

import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.worker.meter.StackRoom;
import dev.sojourn.sandbox.worker.meter.StopException;
import dev.sojourn.sandbox.worker.meter.ThreadUse;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The guard of large allocations of one visit. The agent's code asks it before it makes an array,
/// and before calls of the JDK that make one of a given size.
///
/// The watchdog sees allocation after the fact; one array can be larger than the heap, and a heap
/// that is full costs all visits of the worker. So a large step is first held against the rest of
/// the visit's limit, a part of the heap, and the room in the heap.
public final class AllocationGuard {
  /// Smaller steps are left to the watchdog.
  private static final int LARGE_BYTES = 256 << 10;

  /// The part of the heap that one step may take, and the part that large steps leave to others.
  private static final int STEP_PARTS = 4;

  private static final int RESERVE_PARTS = 8;

  private static final int HEADER_BYTES = 16;
  private static final int REFERENCE_BYTES = 4;

  private final long allocatedBytes;
  private final BiConsumer<String, String> stop;
  private final LongSupplier besides;

  /// Creates the guard of a visit.
  ///
  /// @param allocatedBytes how much its thread may allocate over its life
  /// @param stop orders the visit to stop: the name of a limit, and one sentence
  public AllocationGuard(long allocatedBytes, BiConsumer<String, String> stop) {
    this(allocatedBytes, stop, () -> 0);
  }

  /// Creates the guard of a visit in which another thread allocates too.
  ///
  /// @param allocatedBytes how much both threads may allocate over their lives
  /// @param stop orders the visit to stop: the name of a limit, and one sentence
  /// @param besides how much the other thread allocated so far
  AllocationGuard(long allocatedBytes, BiConsumer<String, String> stop, LongSupplier besides) {
    this.allocatedBytes = allocatedBytes;
    this.stop = stop;
    this.besides = besides;
  }

  /// Asks for one array.
  void array(int length, int unitBytes) {
    if ((long) length * unitBytes >= LARGE_BYTES) {
      require((double) length * unitBytes);
    }
  }

  /// Asks for arrays of arrays of arrays; a missing dimension is 1.
  void grid(int first, int second, int third, int fourth, int unitBytes) {
    if (first < 0 || second < 0 || third < 0 || fourth < 0) {
      return; // The JVM refuses it before it makes anything.
    }
    double outer = arrays(1, first, REFERENCE_BYTES) + arrays(first, second, REFERENCE_BYTES);
    double rows = (double) first * second;
    double inner = arrays(rows, third, REFERENCE_BYTES) + arrays(rows * third, fourth, unitBytes);
    if (outer + inner >= LARGE_BYTES) {
      require(outer + inner);
    }
  }

  private static double arrays(double number, int length, int unitBytes) {
    return number * (HEADER_BYTES + (double) length * unitBytes);
  }

  /// Asks for the repetition of a text.
  void repeat(@Nullable CharSequence text, int times) {
    if (text != null && (long) text.length() * times >= LARGE_BYTES) {
      requireChars((double) text.length() * times, text);
    }
  }

  /// Asks for a text with blanks before each of its lines.
  void indent(@Nullable CharSequence text, int blanks) {
    if (text != null && (long) text.length() * blanks >= LARGE_BYTES) {
      StackRoom.forAnswer();
      long lines = 1 + text.chars().filter(c -> c == '\n' || c == '\r').count();
      requireChars(text.length() + (double) lines * blanks, text);
    }
  }

  /// Asks for the memory of texts that are put together.
  void texts(@Nullable String... texts) {
    long chars = 0;
    for (var text : texts) {
      chars += text == null ? 0 : text.length();
    }
    if (chars >= LARGE_BYTES) {
      requireChars((double) chars, texts);
    }
  }

  /// Asks for two texts put together.
  void texts(@Nullable String text, @Nullable String more) {
    if (text != null && more != null && (long) text.length() + more.length() >= LARGE_BYTES) {
      texts(new String[] {text, more});
    }
  }

  /// Asks for the memory of a text, and makes the text. Both are done here, since an object may
  /// give another text at each call.
  String replace(String text, CharSequence old, CharSequence by) {
    var from = old.toString();
    var to = by.toString();
    if ((text.length() + 1L) * Math.max(1, to.length()) >= LARGE_BYTES) {
      int growth = Math.max(0, to.length() - from.length());
      double chars = text.length() + (growth == 0 ? 0 : (double) growth * count(text, from));
      if (chars >= LARGE_BYTES) {
        requireChars(chars, text, to);
      }
    }
    return text.replace(from, to);
  }

  private static long count(String text, String part) {
    if (part.isEmpty()) {
      return text.length() + 1L;
    }
    long found = 0;
    for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
      found++;
    }
    return found;
  }

  /// Asks for the memory of a text: one octet a character in Latin-1, else two. It asks for one
  /// first, since a text of the agent's own class may claim any length.
  private void requireChars(double chars, @Nullable CharSequence... texts) {
    require(chars);
    for (var text : texts) {
      if (text != null && isWide(text)) {
        require(2 * chars);
        return;
      }
    }
  }

  private static boolean isWide(CharSequence text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0xff) {
        return true;
      }
    }
    return false;
  }

  /// Asks for the memory of a text to which another is added. If that does not fit, the text
  /// becomes twice as large.
  void append(@Nullable StringBuilder text, @Nullable CharSequence more) {
    if (text != null && more != null) {
      long chars = (long) text.length() + more.length();
      if (chars >= LARGE_BYTES / 2 && chars > text.capacity()) {
        requireChars(2.0 * chars, text, more);
      }
    }
  }

  private void require(double bytes) {
    StackRoom.forAnswer();
    var runtime = Runtime.getRuntime();
    long most = runtime.maxMemory() / STEP_PARTS;
    if (bytes > most) {
      throw ranOut(
          "%d bytes at once (allowed: %d, a quarter of %s)"
              .formatted((long) bytes, most, VisitLimits.WORKER_HEAP));
    }
    long used = ThreadUse.of(Thread.currentThread()).allocatedBytes() + besides.getAsLong();
    if (bytes > allocatedBytes - used) {
      throw ranOut("all of " + allocatedBytes + " spent");
    }
    long reserve = runtime.maxMemory() / RESERVE_PARTS;
    if (room(runtime) - reserve < bytes) {
      System.gc(); // A heap that looks full may hold garbage.
      if (room(runtime) - reserve < bytes) {
        throw ranOut("no room for " + (long) bytes + " bytes more in " + VisitLimits.WORKER_HEAP);
      }
    }
  }

  private static long room(Runtime runtime) {
    return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
  }

  private StopException ranOut(String what) {
    var reason = "allocatedBytes: " + what;
    stop.accept("allocatedBytes", reason);
    return new StopException("allocatedBytes", reason);
  }
}
