package dev.sojourn.sandbox.confine;

import java.lang.foreign.MemorySegment;

/// System calls as arbitrary code makes them once it can reach the foreign-function API.
public final class RawCall {
  private final Kernel kernel = new Kernel(Architecture.current().orElseThrow());

  /// Makes a call of the table; gives its result or the negative of its error number.
  public long byName(String name, long... arguments) {
    return kernel.call(SystemCall.valueOf(name), arguments);
  }

  /// Makes any call; the numbers differ between architectures.
  public long byNumber(int number, long... arguments) {
    return kernel.call(number, arguments);
  }

  /// The address of a text.
  public long text(String text) {
    return kernel.text(text).address();
  }

  /// The address of zeros.
  public long zeros(long bytes) {
    MemorySegment memory = kernel.memory(bytes);
    return memory.address();
  }
}
