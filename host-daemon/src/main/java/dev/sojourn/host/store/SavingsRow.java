package dev.sojourn.host.store;

import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.sql.SqliteSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// The sums of the visits of one crawler in one month, and the cost of the same pages over HTTP.
///
/// @param month in UTC, as `2026-11`
/// @param crawler the operator's name for the signer
/// @param token the product token of its agents
/// @param visits number of admitted agents
/// @param pages number of pages that they read without a request to the web server
/// @param pageBytes size of the bodies of these pages
/// @param gzipBytes size of these bodies with gzip, as visits count it
/// @param received size of the agents as they arrived
/// @param sent size of the answers with findings or agents
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

  /// {@return the bytes that the visits saved; negative if they cost more}
  public long savedBytes() {
    return gzipBytes - received - sent;
  }

  /// {@return the rows of a host's store, oldest month first; empty without a store}
  ///
  /// @param data the directory of the store; a daemon may use it meanwhile
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
