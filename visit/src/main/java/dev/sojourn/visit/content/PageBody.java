package dev.sojourn.visit.content;

import java.io.IOException;
import java.util.Optional;

/// The body of a page, decoded. A source that can, opens it only when it is read. Any thread may
/// use it.
public interface PageBody {

  /// {@return the size in bytes}
  int sizeBytes();

  /// {@return the version of the body; empty if only its digest distinguishes it from others} Two
  /// bodies of one URL with the same version are equal.
  Optional<String> version();

  /// {@return whether views of the page may be kept}
  default boolean isKept() {
    return true;
  }

  /// {@return the octets; must not be changed}
  ///
  /// @throws ChangedPageException if the page now has another body
  /// @throws IOException if it cannot be read now
  byte[] read() throws IOException;

  /// {@return a body in memory, which its digest distinguishes from others}
  ///
  /// @param octets the octets; not copied
  static PageBody of(byte[] octets) {
    return new Held(octets, Optional.empty(), true);
  }

  /// A body in memory.
  ///
  /// @param octets the octets
  /// @param version the version, if it has one
  /// @param isKept whether views of the page may be kept
  record Held(byte[] octets, Optional<String> version, boolean isKept) implements PageBody {
    @Override
    public int sizeBytes() {
      return octets.length;
    }

    @Override
    public byte[] read() {
      return octets;
    }
  }
}
