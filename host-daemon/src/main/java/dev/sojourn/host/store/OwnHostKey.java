package dev.sojourn.host.store;

import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.sql.SqliteSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;

/// The thumbprint of the key with which a host signs, as recorded in its store.
public final class OwnHostKey {
  /// Created if missing, so that a store of any version can record the key.
  private static final String TABLE =
      "CREATE TABLE IF NOT EXISTS host_key (id TEXT PRIMARY KEY) WITHOUT ROWID";

  private OwnHostKey() {}

  /// {@return the thumbprint of the recorded key; empty without a store, or without a key in it}
  ///
  /// In a store older than this table, the signer of any statement is the key.
  ///
  /// @param data the directory of the store; a daemon may use it meanwhile
  /// @throws IOException if the store cannot be read
  public static Optional<String> read(Path data) throws IOException {
    var file = data.resolve("host.db");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    RegularFile.requireIfThere(file);
    try (var session = StoreFiles.session(file)) {
      if (has(session, "host_key")) {
        return session.text("SELECT id FROM host_key LIMIT 1");
      }
      return has(session, "visit")
          ? session
              .bytes("SELECT statement FROM visit WHERE statement IS NOT NULL LIMIT 1")
              .flatMap(OwnHostKey::signer)
          : Optional.empty();
    } catch (SQLException e) {
      throw new IOException("the store " + file + " cannot be read (" + e.getMessage() + ")", e);
    }
  }

  private static boolean has(SqliteSession session, String table) throws SQLException {
    return session.exists("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", table);
  }

  private static Optional<String> signer(byte[] statement) {
    return new PackageReader(PackageLimits.DEFAULT)
        .readEnvelope(Bytes.wrap(statement))
        .flatMap(
            envelope -> {
              try {
                return Optional.of(HopStatement.read(envelope.payload()).hostKeyId());
              } catch (JsonException _) {
                return Optional.empty();
              }
            });
  }

  /// Records a key, unless one is recorded.
  static int keep(SqliteSession session, String keyId) throws SQLException {
    session.execute(TABLE);
    return session.update(
        "INSERT INTO host_key (id) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM host_key)", keyId);
  }
}
