package dev.sojourn.sandbox.confine;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/// Makes system calls through the C library's `syscall`. Only one thread may use it.
final class Kernel {
  /// The most arguments of a system call.
  private static final int ARGUMENTS = 6;

  private static final MethodHandle SYSCALL = link();
  private static final VarHandle ERRNO =
      Linker.Option.captureStateLayout().varHandle(PathElement.groupElement("errno"));

  private final Architecture architecture;
  private final Arena arena = Arena.ofAuto();
  private final MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());

  Kernel(Architecture architecture) {
    this.architecture = architecture;
  }

  /// Makes a call of the table.
  ///
  /// @return its result, or the negative of its error number
  long call(SystemCall call, long... arguments) {
    return call(call.number(architecture).orElseThrow(), arguments);
  }

  /// Makes a call by its number.
  ///
  /// @return its result, or the negative of its error number
  long call(int number, long... arguments) {
    var all = new long[ARGUMENTS];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    try {
      long result =
          (long)
              SYSCALL.invokeExact(
                  state, (long) number, all[0], all[1], all[2], all[3], all[4], all[5]);
      return result == -1 ? -(int) ERRNO.get(state, 0L) : result;
    } catch (Throwable e) {
      throw new IllegalStateException("a system call could not be made", e);
    }
  }

  /// Returns memory whose address a system call can use; it lives as long as this object.
  MemorySegment memory(long bytes) {
    return arena.allocate(bytes, Long.BYTES);
  }

  /// Returns a text in the form of C.
  MemorySegment text(String text) {
    return arena.allocateFrom(text);
  }

  Architecture architecture() {
    return architecture;
  }

  @SuppressWarnings("restricted") // there is no other way to confine a process from within
  private static MethodHandle link() {
    var linker = Linker.nativeLinker();
    var type =
        FunctionDescriptor.of(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("syscall"),
        type,
        Linker.Option.firstVariadicArg(1),
        Linker.Option.captureCallState("errno"));
  }
}
