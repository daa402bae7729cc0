package dev.sojourn.host.store;

import dev.sojourn.atp.signature.NonceMemory.Use;
import java.sql.SQLException;
import java.time.Instant;

/// The nonces of signed requests: each good once, also after a restart, and never more of them than
/// fit for one key.
final class Nonces {
  /// Signed requests that are good for five minutes come to this at 300 a second. Only keys that
  /// are trusted get so far, so the whole is bounded by their number.
  static final long MAX_OF_ONE_KEY = 100_000;

  private Nonces() {}

  static Use use(Session session, String keyId, String nonce, Instant expires, Instant now)
      throws SQLException {
    if (session.exists("SELECT 1 FROM nonce WHERE key = ? AND nonce = ?", keyId, nonce)) {
      return Use.USED;
    }
    if (isFull(session, keyId)) {
      session.update("DELETE FROM nonce WHERE expires < ?", now);
      if (isFull(session, keyId)) {
        return Use.FULL;
      }
    }
    session.update(
        "INSERT INTO nonce (key, nonce, expires) VALUES (?, ?, ?)", keyId, nonce, expires);
    return Use.FRESH;
  }

  /// A key's nonces lie together, so counting up to the limit costs as much as the key has used.
  private static boolean isFull(Session session, String keyId) throws SQLException {
    return session.exists(
        "SELECT 1 FROM nonce WHERE key = ? LIMIT 1 OFFSET ?", keyId, MAX_OF_ONE_KEY - 1);
  }
}
