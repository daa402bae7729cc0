package dev.sojourn.sandbox.confine;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// The wall that a process raises around itself. Afterwards, no thread of the process can open a
/// file, make a socket, start a program, signal another process, or make memory executable. This
/// cannot be undone. The table [SystemCall] lists the remaining calls.
///
/// The process must use all classes that it needs before this, since the filter also refuses a
/// class library that opens files.
public final class SeccompPolicy {
  private static final int PR_SET_PDEATHSIG = 1;
  private static final int PR_GET_SECCOMP = 21;
  private static final int PR_SET_NO_NEW_PRIVS = 38;
  private static final int SIGKILL = 9;
  private static final int SECCOMP_SET_MODE_FILTER = 1;
  private static final int SECCOMP_FILTER_FLAG_TSYNC = 1;
  private static final int SECCOMP_MODE_FILTER = 2;
  private static final int PROT_READ_AND_EXEC = 5;
  private static final int MAP_PRIVATE_ANONYMOUS = 0x22;
  private static final int AF_INET = 2;
  private static final int SOCK_STREAM = 1;

  /// Bytes of one instruction: code (2), two jumps (1 each), operand (4).
  private static final int INSTRUCTION_BYTES = 8;

  private final Map<Integer, Path> inherited;
  private final CompletableFuture<Optional<Kernel>> kernel;

  private SeccompPolicy(Map<Integer, Path> inherited, CompletableFuture<Optional<Kernel>> kernel) {
    this.inherited = inherited;
    this.kernel = kernel;
  }

  /// Whether there is a filter for the kernel and the processor of this machine.
  ///
  /// @return true only for Linux on x86-64 or aarch64
  public static boolean isSupported() {
    return Architecture.current().isPresent();
  }

  /// Prepares the wall. The process must call this first: open descriptors that are not the JVM's
  /// own count as inherited and are closed later.
  ///
  /// @return the wall, which is not raised yet
  /// @throws IOException if the open descriptors cannot be listed
  public static SeccompPolicy prepare() throws IOException {
    if (!isSupported()) {
      return new SeccompPolicy(Map.of(), CompletableFuture.completedFuture(Optional.empty()));
    }
    var inherited = Descriptors.inherited();
    var kernel = new CompletableFuture<Optional<Kernel>>();
    // Linking the first foreign function is slow, so it runs on a separate thread.
    Thread.ofPlatform()
        .name("link")
        .daemon()
        .start(
            () -> {
              try {
                kernel.complete(Architecture.current().map(Kernel::new));
              } catch (RuntimeException | Error e) {
                kernel.completeExceptionally(e);
              }
            });
    return new SeccompPolicy(inherited, kernel);
  }

  /// Raises the wall around all present and future threads of the process, and tests it.
  ///
  /// @param limits the limits of further resources of the process
  /// @throws IOException if the kernel refuses or the wall fails the test
  public void raise(ResourceLimits limits) throws IOException {
    var calls = kernel().orElseThrow(() -> new IOException("no filter for this kind of machine"));
    require("die with the parent", calls.call(SystemCall.PRCTL, PR_SET_PDEATHSIG, SIGKILL));
    Descriptors.close(calls, inherited);
    Descriptors.silenceStandardStreams(calls);
    limits.apply(calls);
    HostTraces.erase();
    require("no new privileges", calls.call(SystemCall.PRCTL, PR_SET_NO_NEW_PRIVS, 1));
    install(calls);
    verify(calls);
  }

  /// Runs the steps of [#raise] that do not change the process.
  ///
  /// @throws IOException if the C library cannot be called
  public void warmUp() throws IOException {
    var calls = kernel();
    if (calls.isPresent()) {
      program(calls.get());
      calls.get().text("/");
      calls.get().call(SystemCall.PRCTL, PR_GET_SECCOMP);
    }
  }

  private Optional<Kernel> kernel() throws IOException {
    try {
      return kernel.join();
    } catch (CompletionException e) {
      throw new IOException("the C library cannot be called: " + e.getCause(), e);
    }
  }

  private static void install(Kernel calls) throws IOException {
    // A positive result is the number of a thread without the filter.
    require(
        "filter of system calls",
        calls.call(
            SystemCall.SECCOMP,
            SECCOMP_SET_MODE_FILTER,
            SECCOMP_FILTER_FLAG_TSYNC,
            program(calls).address()));
  }

  /// Returns the filter in the kernel's form.
  private static MemorySegment program(Kernel calls) {
    var program = BpfProgram.program(calls.architecture(), (int) ProcessHandle.current().pid());
    var code = calls.memory((long) program.size() * INSTRUCTION_BYTES);
    for (int i = 0; i < program.size(); i++) {
      var instruction = program.get(i);
      long at = (long) i * INSTRUCTION_BYTES;
      code.set(ValueLayout.JAVA_SHORT, at, (short) instruction.code());
      code.set(ValueLayout.JAVA_BYTE, at + 2, (byte) instruction.whenTrue());
      code.set(ValueLayout.JAVA_BYTE, at + 3, (byte) instruction.whenFalse());
      code.set(ValueLayout.JAVA_INT, at + 4, instruction.operand());
    }
    var header = calls.memory(16);
    header.set(ValueLayout.JAVA_SHORT, 0, (short) program.size());
    header.set(ValueLayout.ADDRESS, 8, code);
    return header;
  }

  /// Tests calls that must fail and calls that must succeed.
  private static void verify(Kernel calls) throws IOException {
    var root = calls.text("/");
    expect("open", calls.call(SystemCall.OPENAT, 0, root.address()), -SyscallRule.ENOENT);
    expect("socket", calls.call(SystemCall.SOCKET, AF_INET, SOCK_STREAM), -SyscallRule.EPERM);
    expect(
        "executable memory",
        calls.call(
            SystemCall.MMAP,
            MemorySegment.NULL.address(),
            1 << 12,
            PROT_READ_AND_EXEC,
            MAP_PRIVATE_ANONYMOUS,
            -1),
        -SyscallRule.EPERM);
    expect("mode", calls.call(SystemCall.PRCTL, PR_GET_SECCOMP), SECCOMP_MODE_FILTER);
    var thread = Thread.ofPlatform().name("tried").unstarted(() -> {});
    try {
      thread.start();
      thread.join();
    } catch (OutOfMemoryError e) {
      throw new IOException(
          "this C library starts threads in a way that the filter does not allow", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static void expect(String what, long result, long expected) throws IOException {
    if (result != expected) {
      throw new IOException(
          "the filter does not hold: "
              + what
              + " gave "
              + result
              + " (expected: "
              + expected
              + ")");
    }
  }

  static void require(String what, long result) throws IOException {
    if (result != 0) {
      throw new IOException("the kernel refuses: " + what + " (" + result + ")");
    }
  }
}
