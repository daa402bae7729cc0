package dev.sojourn.visit.warc;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import java.nio.ByteBuffer;

/// A name of a record, or of its payload, in 16 bytes: the beginning of a digest of the name as it
/// is written. So an index of many records stays small.
record WarcName(long first, long second) {
  /// Names a record by its `WARC-Record-ID`.
  static WarcName ofId(Object id) {
    return of("id " + id);
  }

  /// Names records by their payload, and so also the payload.
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
