package dev.sojourn.agent.frontier;

/// The 64-bit fingerprint of a text. The function must not change, since saved states contain
/// fingerprints.
public final class Fingerprint {
  private Fingerprint() {}

  /// FNV-1a over the characters, then the finaliser of SplitMix64. FNV alone would leave the bits
  /// weak that look-ups use.
  ///
  /// @param text any text
  /// @return its fingerprint, never zero
  public static long of(String text) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    hash ^= hash >>> 31;
    return hash == 0 ? 1 : hash;
  }
}
