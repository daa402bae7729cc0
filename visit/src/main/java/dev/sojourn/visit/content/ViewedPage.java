package dev.sojourn.visit.content;

import dev.sojourn.base.Digest;
import dev.sojourn.page.view.MalformedViewException;
import dev.sojourn.page.view.PageView;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/// A page that was read: its size and digest, which this process measured, and its view, which a
/// reader made.
///
/// ```
///  0                 32          36
///  +-----------------+-----------+------- - -
///  | SHA-256         | size      | view
///  +-----------------+-----------+------- - -
/// ```
///
/// @param digest the digest of the body
/// @param sizeBytes the size of the body
/// @param view what the page says
public record ViewedPage(Digest digest, int sizeBytes, PageView view) {
  private static final int DIGEST_BYTES = 32;
  private static final int HEAD_BYTES = DIGEST_BYTES + Integer.BYTES;

  /// {@return the octets for a store of views}
  public byte[] toBytes() {
    var octets = view.octets();
    return ByteBuffer.allocate(HEAD_BYTES + octets.length)
        .put(digest.toArray())
        .putInt(sizeBytes)
        .put(octets)
        .array();
  }

  /// {@return a page from a store of views}
  ///
  /// @param octets the octets
  /// @throws MalformedViewException if they are not a page
  public static ViewedPage parse(byte[] octets) throws MalformedViewException {
    if (octets.length < HEAD_BYTES) {
      throw new MalformedViewException("a page of " + octets.length + " bytes");
    }
    var in = ByteBuffer.wrap(octets);
    var digest = new byte[DIGEST_BYTES];
    in.get(digest);
    int sizeBytes = in.getInt();
    var view = new byte[in.remaining()];
    in.get(view);
    if (sizeBytes < 0) {
      throw new MalformedViewException("a page of " + sizeBytes + " bytes");
    }
    return new ViewedPage(
        new Digest(HexFormat.of().formatHex(digest)), sizeBytes, PageView.of(view));
  }
}
