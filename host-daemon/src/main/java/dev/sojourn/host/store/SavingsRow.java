package dev.sojourn.host.store;

import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.sql.SqliteSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// The sums of the visits of one crawler in one month, and what the same pages would have cost over
/// HTTP.
///
/// @param month of UTC, as `2026-11`
/// @param crawler how the operator calls the signer
/// @param token the product token of its agents
/// @param visits agents that were taken in
/// @param pages that they read; the web server got no request for them
/// @param pageBytes bytes of their bodies
/// @param gzipBytes the bytes of those bodies with gzip, as a visit counts them
/// @param received bytes of the agents as they came
/// @param sent bytes of the answers that carried findings or agents
public record SavingsRow(
    String month,
    String crawler,
    String token,
    long visits,
    long pages,
    long pageBytes,
    long gzipBytes,
    long received,
    long sent) {

  /// {@return the bytes that the visits spared; negative if they took more}
  public long savedBytes() {
    return gzipBytes - received - sent;
  }

  /// {@return the rows of a host's store, oldest month first; none if there is no store}
  ///
  /// @param data the directory of the store, which a daemon may use meanwhile
  /// @param month the only month; empty for all
  /// @throws IOException if the store cannot be read
  public static List<SavingsRow> read(Path data, Optional<String> month) throws IOException {
    var file = data.resolve("host.db");
    if (!Files.exists(file)) {
      return List.of();
    }
    RegularFile.requireIfThere(file);
    try (var session = StoreFiles.session(file)) {
      boolean isThere =
          session.exists("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'saved'");
      return isThere ? rows(session, month.orElse("")) : List.of();
    } catch (SQLException e) {
      throw new IOException("the store " + file + " cannot be read (" + e.getMessage() + ")", e);
    }
  }

  private static List<SavingsRow> rows(SqliteSession session, String month) throws SQLException {
    return session.all(
        row ->
            new SavingsRow(
                row.getString("month"),
                row.getString("crawler"),
                row.getString("token"),
                row.getLong("visits"),
                row.getLong("pages"),
                row.getLong("page_bytes"),
                row.getLong("gzip_bytes"),
                row.getLong("received"),
                row.getLong("sent")),
        "SELECT * FROM saved WHERE ? IN ('', month) ORDER BY month, crawler, token",
        month);
  }
}
