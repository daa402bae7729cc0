package dev.sojourn.visit.warc;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import java.nio.ByteBuffer;

/// A name of a record or of its payload in 16 bytes, the beginning of the digest of the full name.
/// This keeps an index of many records small.
record WarcName(long first, long second) {
  /// Names a record by its `WARC-Record-ID`.
  static WarcName ofId(Object id) {
    return of("id " + id);
  }

  /// Names a payload, and the records that have it.
  static WarcName ofPayload(Object digest) {
    return of("digest " + digest);
  }

  /// Names a record by its page and its date.
  static WarcName ofCapture(String page, Object date) {
    return of("capture " + date + " " + page);
  }

  private static WarcName of(String name) {
    var digest = ByteBuffer.wrap(Digest.of(Bytes.utf8(name)).toArray());
    return new WarcName(digest.getLong(), digest.getLong());
  }
}
