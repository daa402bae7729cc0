package dev.sojourn.sandbox.worker;

import dev.sojourn.base.ThreadUse;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.worker.meter.StackRoom;
import dev.sojourn.sandbox.worker.meter.StopException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// Limits the large allocations of one visit. The agent's code calls it before it makes an array,
/// and before calls of the JDK that make an array of a given size.
///
/// The watchdog notices allocation only afterwards, but one array can be larger than the heap, and
/// a full heap ends all visits of the worker. Therefore the guard first compares a large step with
/// the rest of the visit's limit, a part of the heap, and the free heap.
public final class AllocationGuard {
  /// The watchdog alone controls smaller steps.
  private static final int LARGE_BYTES = 256 << 10;

  /// One step may take a quarter of the heap. Large steps must leave an eighth free.
  private static final int STEP_PARTS = 4;

  private static final int RESERVE_PARTS = 8;

  private static final int HEADER_BYTES = 16;
  private static final int REFERENCE_BYTES = 4;

  private final long allocatedBytes;
  private final BiConsumer<String, String> stop;

  /// Creates the guard of a visit.
  ///
  /// @param allocatedBytes the most bytes that the visit's thread may allocate in total
  /// @param stop orders the visit to stop: the name of a limit, and one sentence
  public AllocationGuard(long allocatedBytes, BiConsumer<String, String> stop) {
    this.allocatedBytes = allocatedBytes;
    this.stop = stop;
  }

  /// Checks the size of one array.
  void array(int length, int unitBytes) {
    if ((long) length * unitBytes >= LARGE_BYTES) {
      require((double) length * unitBytes);
    }
  }

  /// Checks the size of nested arrays; a missing dimension is 1.
  void grid(int first, int second, int third, int fourth, int unitBytes) {
    if (first < 0 || second < 0 || third < 0 || fourth < 0) {
      return; // The JVM throws an exception before it allocates.
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

  /// Checks the size of a repeated text.
  void repeat(@Nullable CharSequence text, int times) {
    if (text != null && (long) text.length() * times >= LARGE_BYTES) {
      requireChars((double) text.length() * times, text);
    }
  }

  /// Checks the size of a text with blanks before each of its lines.
  void indent(@Nullable CharSequence text, int blanks) {
    if (text != null && (long) text.length() * blanks >= LARGE_BYTES) {
      StackRoom.forAnswer();
      long lines = 1 + text.chars().filter(c -> c == '\n' || c == '\r').count();
      requireChars(text.length() + (double) lines * blanks, text);
    }
  }

  /// Checks the size of concatenated texts.
  void texts(@Nullable String... texts) {
    long chars = 0;
    for (var text : texts) {
      chars += text == null ? 0 : text.length();
    }
    if (chars >= LARGE_BYTES) {
      requireChars((double) chars, texts);
    }
  }

  /// Checks the size of two concatenated texts.
  void texts(@Nullable String text, @Nullable String more) {
    if (text != null && more != null && (long) text.length() + more.length() >= LARGE_BYTES) {
      texts(new String[] {text, more});
    }
  }

  /// Checks the size of a text with replacements, and makes the text. One method does both, since a
  /// `CharSequence` may return another text at each call.
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

  /// Checks the size of a text: one octet for each character in Latin-1, else two. It checks one
  /// octet first, since a text of the agent's own class may claim any length.
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

  /// Checks the size of a text to which another is appended. A builder that is too small doubles
  /// its size.
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
    long used = ThreadUse.of(Thread.currentThread()).allocatedBytes();
    if (bytes > allocatedBytes - used) {
      throw ranOut("all of " + allocatedBytes + " spent");
    }
    long reserve = runtime.maxMemory() / RESERVE_PARTS;
    if (room(runtime) - reserve < bytes) {
      System.gc(); // A full heap may contain garbage.
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
