package dev.sojourn.atp.tls;

import java.nio.file.Path;
import java.time.Duration;

/// The files with the certificate of a host.
///
/// @param certificate a PEM file: the host's certificate first, then the chain to an authority
/// @param key a PEM file: the private key, PKCS #8, not encrypted
/// @param checkEvery how often to check whether the files changed; default 10 s
public record TlsFiles(Path certificate, Path key, Duration checkEvery) {

  /// The default interval between two checks of the files.
  public static final Duration USUAL_CHECK = Duration.ofSeconds(10);

  /// Checks the duration.
  ///
  /// @throws IllegalArgumentException if it is not positive
  public TlsFiles {
    if (!checkEvery.isPositive()) {
      throw new IllegalArgumentException("checkEvery: " + checkEvery + " (expected: positive)");
    }
  }
}
