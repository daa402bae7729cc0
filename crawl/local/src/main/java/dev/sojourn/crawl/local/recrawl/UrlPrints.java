package dev.sojourn.crawl.local.recrawl;

import dev.sojourn.base.Digest;
import java.nio.charset.StandardCharsets;

/// Fingerprints of URLs: 64 bits of SHA-256 each. A site chooses its URLs, and with a weaker hash
/// it could create collisions that hide a URL.
public final class UrlPrints {
  private static final int PRINT_CHARS = 16;
  private static final int HEX = 16;

  private UrlPrints() {}

  /// {@return the fingerprint of a URL}
  ///
  /// @param url normalised
  public static long of(String url) {
    return ofHex(Digest.of(url.getBytes(StandardCharsets.UTF_8)).hex());
  }

  /// The fingerprint at the beginning of a digest.
  static long ofHex(String digest) {
    return Long.parseUnsignedLong(digest, 0, PRINT_CHARS, HEX);
  }
}
