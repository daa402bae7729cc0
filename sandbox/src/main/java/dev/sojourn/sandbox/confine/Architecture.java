package dev.sojourn.sandbox.confine;

import java.util.Locale;
import java.util.Optional;

/// The processor architectures for which [SystemCall] has the numbers of system calls.
enum Architecture {
  X86_64(0xC000_003E),
  AARCH64(0xC000_00B7);

  private final int auditValue;

  Architecture(int auditValue) {
    this.auditValue = auditValue;
  }

  /// Returns the kernel's number for the architecture in the data that a filter reads.
  int auditValue() {
    return auditValue;
  }

  /// Returns the architecture of this process, if it runs on Linux and on a known architecture.
  static Optional<Architecture> current() {
    if (!System.getProperty("os.name", "").equals("Linux")) {
      return Optional.empty();
    }
    return switch (System.getProperty("os.arch", "").toLowerCase(Locale.ROOT)) {
      case "amd64", "x86_64" -> Optional.of(X86_64);
      case "aarch64", "arm64" -> Optional.of(AARCH64);
      default -> Optional.empty();
    };
  }
}
